// Package programs lists all programs of truthloop, and runs one of them. All programs
// are in one executable. If the executable has the name of a program, it runs this
// program. Otherwise, its first argument is the name of the program to run. So verify,
// verify.exe and truthloop verify all run the program verify.
package programs

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/truthloop/truthloop/tools/convert"
	"github.com/truthloop/truthloop/tools/correlate"
	"github.com/truthloop/truthloop/tools/doctor"
	"github.com/truthloop/truthloop/tools/generate"
	"github.com/truthloop/truthloop/tools/informalize"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/tools/judge"
	"github.com/truthloop/truthloop/tools/metrics"
	"github.com/truthloop/truthloop/tools/perturb"
	"github.com/truthloop/truthloop/tools/rank"
	"github.com/truthloop/truthloop/tools/reason"
	"github.com/truthloop/truthloop/tools/report"
	"github.com/truthloop/truthloop/tools/run"
	"github.com/truthloop/truthloop/tools/simllm"
	"github.com/truthloop/truthloop/tools/verify"
)

// A Program is one entry of the table.
type Program struct {
	Name    string
	Command func() cli.Command // each call makes a new one
}

// All lists the programs in the order in which a study uses them.
var All = []Program{
	{"run", run.Command},
	{"generate", generate.Command},
	{"convert", convert.Command},
	{"informalize", informalize.Informalize},
	{"autoformalize", informalize.Autoformalize},
	{"verify", verify.Command},
	{"vote", verify.VoteCommand},
	{"judge", judge.Command},
	{"metrics", metrics.Command},
	{"report", report.Command},
	{"correlate", correlate.Command},
	{"perturb", perturb.Command},
	{"rank", rank.Command},
	{"reason", reason.Command},
	{"simllm", simllm.Command},
	{"doctor", doctor.Command},
}

// Main runs the program that the command line selects.
func Main() {
	args, run := dispatch(os.Args)
	cli.Main(args, func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
		return run(cli.WithSources(ctx, os.Environ(), describeAll), args, stdin, stdout, stderr)
	})
}

func describeAll() []cli.Command {
	var all []cli.Command
	for _, p := range All {
		cmd := p.Command()
		all = append(append(all, cmd), cmd.Subs...)
	}
	return all
}

// dispatch returns the selected program with its arguments.
func dispatch(args []string) ([]string, cli.RunFunc) {
	name := strings.TrimSuffix(filepath.Base(args[0]), ".exe")
	if run := find(name); run != nil {
		return args, run
	}
	if len(args) < 2 {
		return args, list
	}
	switch args[1] {
	case "help":
		if len(args) == 2 {
			return args, list
		}
		args = slices.Concat(args[:1], args[2:], []string{"--help"})
	case "links":
		return args[1:], links
	case "-h", "-help", "--help":
		return args, list
	case "-v", "-version", "--version":
		return args, version
	}
	if run := find(args[1]); run != nil {
		return args[1:], run
	}
	return args, unknown
}

func find(name string) cli.RunFunc {
	for _, p := range All {
		if p.Name == name {
			return p.Command().Run
		}
	}
	return nil
}

// version prints the version of truthloop and of Z3, as verify --version does.
func version(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	cmd := verify.Command()
	cmd.Name = "truthloop"
	return cmd.Run(ctx, args, stdin, stdout, stderr)
}

func list(_ context.Context, _ []string, _ io.Reader, stdout, _ io.Writer) error {
	var text strings.Builder
	fmt.Fprint(&text, "truthloop measures whether language models preserve meaning when they translate\nformal syntax into English and back.\n\nUSAGE:\n   truthloop PROGRAM [options] [INPUT...]\n   truthloop help PROGRAM\n\nPROGRAMS:\n")
	w := tabwriter.NewWriter(&text, 0, 0, 3, ' ', 0)
	for _, p := range All {
		fmt.Fprintf(w, "   %s\t%s\n", p.Name, p.Command().Usage)
	}
	w.Flush()
	fmt.Fprint(&text, `
EXAMPLES:
   truthloop run --dataset plogic --model builtin:noisy -o results

   truthloop generate --dataset plogic -o fs.jsonl
   truthloop informalize --model builtin:rules fs.jsonl -o nl.jsonl
   truthloop autoformalize --model builtin:noisy nl.jsonl -o out.jsonl
   truthloop verify out.jsonl | truthloop metrics

A link with the name of a program runs that program. This command makes a link
for each program, in DIR or beside the executable:
   truthloop links [DIR]
`)
	_, err := io.WriteString(stdout, text.String())
	return err
}

// links makes a link to the executable for each program, in a given directory or
// beside the executable. It replaces links but no other files.
func links(_ context.Context, args []string, _ io.Reader, _, _ io.Writer) error {
	target, err := os.Executable()
	if err != nil {
		return err
	}
	dir, ext := filepath.Dir(target), ""
	if runtime.GOOS == "windows" {
		ext = ".exe"
	}
	if len(args) == 2 && !strings.HasPrefix(args[1], "-") {
		if dir, err = filepath.Abs(args[1]); err != nil {
			return err
		}
	} else if len(args) > 1 {
		return cli.Usagef("links: found %q, expected one directory", args[1:])
	}
	if dir == filepath.Dir(target) {
		target = filepath.Base(target)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, p := range All {
		name := filepath.Join(dir, p.Name+ext)
		if info, err := os.Lstat(name); err == nil && info.Mode()&os.ModeSymlink != 0 {
			if err := os.Remove(name); err != nil {
				return err
			}
		}
		if err := os.Symlink(target, name); err != nil {
			return err
		}
	}
	return nil
}

// unknown refuses an unknown name and suggests the nearest program.
func unknown(_ context.Context, args []string, _ io.Reader, _, _ io.Writer) error {
	var names []string
	for _, p := range All {
		names = append(names, p.Name)
	}
	return cli.Usagef("found %q, expected the name of a program%s", args[1], cli.Nearest(args[1], names))
}
