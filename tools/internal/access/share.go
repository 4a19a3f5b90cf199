package access

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate"
)

// shareLimits is the flag with the number of tasks that share the limits.
const shareLimits = "share-limits"

// divided lists the flags whose values are divided among the tasks.
const divided = "--rpm, --tpm, --budget and --budget-tokens"

// Limited reports whether the flags have a limit that several tasks share.
func Limited(c *ucli.Context, prefix string) bool {
	return cli.Given(prefix+"rpm", prefix+"tpm", prefix+"budget", prefix+"budget-tokens")(c)
}

// ShareUse declares that --share-limits is read if a limit is given and also is true.
func ShareUse(prefix string, also func(*ucli.Context) bool) cli.Use {
	return cli.Use{
		For: strings.ReplaceAll(divided, "--", "--"+prefix), Flags: []string{prefix + shareLimits},
		If: func(c *ucli.Context) bool { return Limited(c, prefix) && also(c) },
	}
}

// SharedUses declares that --share-limits is read if a limit is given, and that the other
// flags are always read.
func SharedUses(flags []ucli.Flag) []cli.Use {
	always := func(*ucli.Context) bool { return true }
	others := slices.DeleteFunc(cli.Names(flags), func(name string) bool { return strings.HasSuffix(name, shareLimits) })
	return []cli.Use{{Flags: others}, ShareUse("", always), ShareUse("judge-", always)}
}

// Tasks returns the number of tasks that share the limits of the flags: --share-limits,
// or else the number of tasks of --shard env, or else 1.
func Tasks(c *ucli.Context, prefix string) (int64, error) {
	given, tasks, err := c.Int64(prefix+shareLimits), int64(1), error(nil)
	if text := c.String("shard"); text == "env" || strings.HasPrefix(text, "env/") {
		if tasks, err = cli.TasksOf(c); err != nil {
			return 0, err
		}
	}
	switch {
	case !c.IsSet(prefix + shareLimits):
		return tasks, nil
	case given < tasks && tasks > 1: // more than the limits might be spent
		return 0, cli.Usagef("--%s: found %d, expected %d or more: --shard env has %d tasks", prefix+shareLimits, given, tasks, tasks)
	case given < 1:
		return 0, cli.Usagef("--%s: found %d, expected 1 or more", prefix+shareLimits, given)
	}
	return given, nil
}

// share divides the limits among the tasks. The note describes the share of this task;
// it is empty if nothing is divided.
func share(tasks int64, prefix string, l *translate.Limits, t *translate.Tariff) (note string, err error) {
	if tasks == 1 {
		return "", nil
	}
	n := float64(tasks)
	if t.Tokens > 0 && t.Tokens < tasks {
		return "", cli.Usagef("--%sbudget-tokens: found %d for %d tasks, expected one or more for each", prefix, t.Tokens, tasks)
	}
	l.Requests, l.Tokens, t.USD, t.Tokens = l.Requests/n, l.Tokens/n, t.USD/n, t.Tokens/tasks
	var parts []string
	for _, p := range []struct {
		flag  string
		value float64
	}{{"rpm", l.Requests}, {"tpm", l.Tokens}, {"budget", t.USD}, {"budget-tokens", float64(t.Tokens)}} {
		if p.value > 0 {
			parts = append(parts, fmt.Sprintf("--%s %s", prefix+p.flag, strconv.FormatFloat(p.value, 'f', -1, 64)))
		}
	}
	if parts == nil {
		return "", nil
	}
	return fmt.Sprintf("this is one of %d tasks; its part: %s", tasks, strings.Join(parts, ", ")), nil
}
