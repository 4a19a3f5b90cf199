// Package doctor is the program doctor. It prints what the other programs find on
// this machine: provers, endpoint, terminal and disk. With --model, it also makes one call
// to this model.
package doctor

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"runtime"
	"strings"
	"text/tabwriter"
	"time"

	ucli "github.com/urfave/cli/v2"
	"golang.org/x/term"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/internal/access"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/endpoint"
	"github.com/truthloop/truthloop/translate/prompt"
	"github.com/truthloop/truthloop/verify/prover"
)

const description = `
Prints what the programs find on this machine: Z3, E and cvc5 with their
versions, the endpoint, whether a key is set (never the key), the terminal,
the free disk space of the working directory, and the number of cores. Each
prover is optional.

With --model, it also asks the model to describe a formula, as informalize
does, and prints the description. This call may cost a fraction of a cent.
The exit code is 1 if the call fails.

Examples:
  truthloop doctor
  truthloop doctor --model my-model --base-url http://localhost:8000/v1
  truthloop doctor --model gpt-4o-mini`

// Command describes the program.
func Command() cli.Command {
	return cli.Command{
		Name:        "doctor",
		Usage:       "print what the programs find on this machine: provers, endpoint, terminal, disk",
		Description: description,
		Main:        []string{"model", "base-url", "provider", "z3", "log-level"},
		Flags:       append(cli.Pick(access.RowFlags("`NAME` of a model to call once", ""), "model", "base-url", "provider"), cli.Z3Flag("PROVERS")),
		Action:      examine,
	}
}

// limit is the time limit of the test call.
const limit = time.Minute

func examine(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	if c.Args().Present() {
		return cli.Usagef("found the argument %s, expected none", c.Args().First())
	}
	protocol, err := endpoint.ParseProtocol(c.String("provider"))
	if err != nil {
		return cli.Usagef("--provider: %w", err)
	}
	o := endpoint.Options{Protocol: protocol, Policy: translate.Policy{Timeout: limit}}
	o.Policy.Gate = translate.NewGate(translate.Limits{GiveUpAfter: time.Second})
	if o.BaseURL, err = protocol.BaseURL(c.String("base-url"), os.Getenv); err != nil {
		return cli.Usagef("--base-url: %w", err)
	}
	if o.Key, err = protocol.Key("", os.Getenv); err != nil {
		return err
	}
	w := tabwriter.NewWriter(env.Stdout, 0, 0, 2, ' ', 0)
	tell := func(what, format string, args ...any) {
		fmt.Fprintf(w, "%s\t%s\n", what, fmt.Sprintf(format, args...))
	}
	tell("truthloop", "%s, %s/%s, %d cores", cli.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	z3, err := prover.OpenZ3(ctx, c.String("z3"), prover.Options{}, nil)
	if err != nil {
		tell("z3", "%v", err)
	} else {
		tell("z3", "%s", z3.Found())
	}
	for _, name := range prover.Names() {
		if found, err := prover.Find(ctx, name, prover.Options{}); err == nil && len(found) > 0 {
			tell(name, "%s", found[0].Version())
		} else {
			tell(name, "none")
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	base := "the provider's (" + string(protocol) + ")"
	if o.BaseURL != "" {
		base = "not an address, expected the form https://host/v1"
		if u, err := url.Parse(o.BaseURL); err == nil && u.Host != "" {
			base = (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String() // a user, a password or a query can be a secret
		}
	}
	tell("endpoint", "%s", base)
	tell("key", "%s", map[bool]string{true: "set", false: "none"}[o.Key != ""])
	tell("terminal", "%s", terminal())
	if free, err := freeDisk("."); err != nil {
		tell("disk", "%v", err)
	} else {
		tell("disk", "%.1f GB free in the working directory", float64(free)/1e9)
	}
	if name := c.String("model"); name != "" {
		answer, took, callErr := call(ctx, name, o)
		if err = callErr; err == nil {
			tell(name, "describes %s as %q, after %v", formula, answer, took.Round(time.Millisecond))
		}
	}
	if flushErr := w.Flush(); flushErr != nil {
		return flushErr
	}
	if err != nil && c.String("model") != "" {
		return fmt.Errorf("the call of %s: %w", c.String("model"), err)
	}
	return nil
}

// formula is the formula of the test call.
const formula = "(p1 ∧ ¬p2)"

// call asks a model to describe the formula, with the prompt of informalize.
func call(ctx context.Context, name string, o endpoint.Options) (answer string, took time.Duration, err error) {
	m, err := endpoint.Open(name, o)
	if err != nil {
		return "", 0, cli.Usagef("--model: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, o.Policy.Timeout+o.Policy.Timeout/10) // the policy ends first, with the reason
	defer cancel()
	prompts, err := prompt.Default()
	if err != nil {
		return "", 0, err
	}
	messages, err := prompts.Messages(prompt.NewInformalization(&record.Row{Formalism: record.Propositional, FS: formula}, 0))
	if err != nil {
		return "", 0, err
	}
	begin := time.Now()
	reply, err := m.Chat(ctx, translate.Request{Messages: messages})
	return strings.TrimSpace(reply.Content), time.Since(begin), err
}

func terminal() string {
	width, height, err := term.GetSize(int(os.Stderr.Fd()))
	if err != nil {
		return "none"
	}
	return fmt.Sprintf("%d columns, %d lines, TERM=%s", width, height, os.Getenv("TERM"))
}
