package cli

import (
	"strings"
	"testing"

	ucli "github.com/urfave/cli/v2"
)

func TestFlagsAsUnixProgramsHaveThem(t *testing.T) {
	flags := []ucli.Flag{
		&ucli.IntFlag{Name: "workers", Aliases: []string{"j"}}, &ucli.StringFlag{Name: "output", Aliases: []string{"o"}},
		&ucli.BoolFlag{Name: "resume"}, &ucli.IntFlag{Name: "k"}, &ucli.StringSliceFlag{Name: "require"},
		&ucli.DurationFlag{Name: "timeout"}, ucli.HelpFlag,
	}
	for _, tt := range []struct{ args, want string }{
		{"-j 1 in", "--workers=1 | in"},
		{"in -o X --resume", "--output=X --resume | in"},
		{"-o X -- -j", "--output=X | -j"},
		{"-o=X -k 5 -", "--output=X -k=5 | -"},
		{"-workers 3 -output=out.jsonl", "--workers=3 --output=out.jsonl |"},
		{"--require a --require=b --resume=false", "--require=a --require=b --resume=false |"},
		{"--workrs 3", "found the flag --workrs, expected one that --help lists; the nearest is --workers"},
		{"-outptu out.jsonl", "found the flag -outptu, expected one that --help lists; the nearest is --output"},
		{"-outut=x", "found the flag -outut=x, expected one that --help lists; the nearest is --output"},
		{"--time 5s", "found the flag --time, expected one that --help lists; the nearest is --timeout"},
		{"-j 1 -j 2", "found --workers twice, expected it once"},
		{"in --timeout", "--timeout: found no value"},
		{"-x", "found the flag -x, expected one that --help lists"},
	} {
		l, err := parse(strings.Fields(tt.args), flags)
		var given []string
		for _, g := range l.flags {
			given = append(given, g.String())
		}
		got := strings.TrimSpace(strings.Join(given, " ")) + strings.TrimRight(" | "+strings.Join(l.args, " "), " ")
		if err != nil {
			got = err.Error()
		}
		if got != tt.want && !(err != nil && strings.HasPrefix(got, tt.want)) {
			t.Errorf("%s: found %q, want %q", tt.args, got, tt.want)
		}
	}
}

// The nearest flag of --model was -o, and that of --limit was --min-arity.
func TestNearestFlagIsLikeTheMisspeltOne(t *testing.T) {
	flags := []ucli.Flag{
		&ucli.StringFlag{Name: "output", Aliases: []string{"o"}}, &ucli.IntFlag{Name: "min-arity"}, &ucli.StringFlag{Name: "join"},
		&ucli.BoolFlag{Name: "resume"},
	}
	for _, args := range []string{"--model m", "--limit 3", "-j1", "--o1"} {
		_, err := parse(strings.Fields(args), flags)
		if want := "found the flag " + strings.Fields(args)[0] + ", expected one that --help lists"; err == nil || err.Error() != want {
			t.Errorf("%s: found %v, want %s", args, err, want)
		}
	}
}

// --timeout 5 said "parse error".
func TestValuesOfTheWrongType(t *testing.T) {
	for args, want := range map[string]string{
		"--slow 5":                       `--slow: found "5", expected a time with its unit, such as 5s`,
		"--slow soon":                    `--slow: found "soon", expected a time with its unit, such as 5s, 2m or 1h30m`,
		"--times many":                   `--times: found "many", expected a whole number`,
		"-j 1.5":                         `--workers: found "1.5", expected a whole number`,
		"--durable=perhaps":              `--durable: found "perhaps", expected true or false`,
		"--limit=1000000000000000000000": `--limit: found "1000000000000000000000", expected a whole number`,
	} {
		var out strings.Builder
		err := shout(t.Context(), append([]string{"shout"}, strings.Fields(args)...), strings.NewReader(""), &out, &out)
		if err == nil || err.Error() != want || ExitCode(err) != ExitUsage {
			t.Errorf("%s: found %v, want %s", args, err, want)
		}
	}
}
