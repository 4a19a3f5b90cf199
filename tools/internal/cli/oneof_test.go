package cli_test

import (
	"flag"
	"testing"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/tools/internal/cli"
)

// A value that is not in the list is an error of usage that names all of them.
func TestOneOf(t *testing.T) {
	for text, want := range map[string]string{
		"none": "", "auto": "", "full": "",
		"some": `--context: found "some", expected auto, none or full`,
		"":     `--context: found "", expected auto, none or full`,
	} {
		flags := flag.NewFlagSet("", flag.ContinueOnError)
		flags.String("context", text, "")
		var got string
		err := cli.OneOf(ucli.NewContext(nil, flags, nil), "context", &got, "auto", "none", "full")
		found := ""
		if err != nil {
			found = err.Error()
		}
		if found != want || got != text || err != nil && cli.ExitCode(err) != 2 {
			t.Errorf("%q: %q, %v, want %s", text, got, err, want)
		}
	}
}
