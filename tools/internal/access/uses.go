package access

import (
	"slices"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate/endpoint"
)

// requests lists the flags that only a model at an endpoint reads.
var requests = []string{
	"provider", "base-url", "api-key-file", "timeout", "row-timeout", "give-up-after", "grace", "rpm", "tpm", "retries", "stop-after",
}

// Uses declares when a program with tables reads the flags of RowFlags. model
// reports whether Open opens the model: some programs have models of their own.
func Uses(tables []string, model func(c *ucli.Context) bool) []cli.Use {
	asks := func(c *ucli.Context) bool { return !cli.Given(tables...)(c) }
	opens := func(c *ucli.Context) bool { return asks(c) && (model(c) || c.Bool("dry-run")) }
	always := []string{"model", "runs", "prompts", "no-conversations", "dry-run"}
	return []cli.Use{
		{For: "a choice of tables", Flags: tables},
		{For: "questions to a model", If: asks, Flags: always},
		{For: "a model at an endpoint", If: func(c *ucli.Context) bool { return opens(c) && !endpoint.Builtin(c.String("model")) }, Flags: requests},
		{For: "questions to a model that has settings", If: opens, Flags: slices.DeleteFunc(cli.Names(Flags("")), func(name string) bool {
			return slices.Contains(requests, name) || slices.Contains(always, name) || name == shareLimits
		})},
		ShareUse("", opens),
	}
}
