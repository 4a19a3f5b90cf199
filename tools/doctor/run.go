// Package doctor is the program doctor. It prints what the other programs find on
// this machine: provers, endpoint, terminal and disk.
package doctor

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"runtime"
	"text/tabwriter"

	ucli "github.com/urfave/cli/v2"
	"golang.org/x/term"

	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/tools/internal/models"
	"github.com/truthloop/truthloop/translate/endpoint"
	"github.com/truthloop/truthloop/verify/prover"
)

const description = `
Prints what the programs find on this machine: Z3, E and cvc5 with their
versions, the endpoint, whether a key is set (never the key), the terminal,
the free disk space of the working directory, and the number of cores. Each
prover is optional.

Examples:
  truthloop doctor
  truthloop doctor --base-url http://localhost:8000/v1
  truthloop doctor --z3 ./z3`

// Command describes the program.
func Command() cli.Command {
	return cli.Command{
		Name:        "doctor",
		Usage:       "print what the programs find on this machine: provers, endpoint, terminal, disk",
		Description: description,
		Main:        []string{"base-url", "provider", "z3", "log-level"},
		Flags:       append(cli.Pick(models.Flags(), "base-url", "provider"), cli.Z3Flag("PROVERS")),
		Action:      examine,
	}
}

func examine(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	if c.Args().Present() {
		return cli.Usagef("found the argument %s, expected none", c.Args().First())
	}
	var protocol endpoint.Protocol
	if err := cli.OneOf(c, "provider", &protocol, endpoint.OpenAI, endpoint.Anthropic); err != nil {
		return err
	}
	address, err := protocol.BaseURL(c.String("base-url"), os.Getenv)
	if err != nil {
		return cli.Usagef("--base-url: %w", err)
	}
	key, err := protocol.Key("", os.Getenv)
	if err != nil {
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
	if address != "" {
		base = "not an address, expected the form https://host/v1"
		if u, err := url.Parse(address); err == nil && u.Host != "" {
			base = (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String() // a user, a password or a query can be a secret
		}
	}
	tell("endpoint", "%s", base)
	tell("key", "%s", map[bool]string{true: "set", false: "none"}[key != ""])
	tell("terminal", "%s", terminal())
	if free, err := freeDisk("."); err != nil {
		tell("disk", "%v", err)
	} else {
		tell("disk", "%.1f GB free in the working directory", float64(free)/1e9)
	}
	return w.Flush()
}

func terminal() string {
	width, height, err := term.GetSize(int(os.Stderr.Fd()))
	if err != nil {
		return "none"
	}
	return fmt.Sprintf("%d columns, %d lines, TERM=%s", width, height, os.Getenv("TERM"))
}
