package programs

import (
	"context"
	"embed"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/tools/internal/cli"
)

// The scripts call truthloop complete, which knows the programs and their flags.
//
//go:embed completion
var scripts embed.FS

// shells lists the shells that have a script.
var shells = []string{"bash", "zsh", "fish"}

// completion prints the script for a shell. The script completes truthloop, and the
// programs whose names on the PATH are links to this executable: another program may
// have a name such as convert.
func completion(_ context.Context, args []string, _ io.Reader, stdout, _ io.Writer) error {
	if len(args) != 2 || !slices.Contains(shells, args[1]) {
		return cli.Usagef("found %q, expected one of %s%s", args[1:], strings.Join(shells, ", "), cli.Nearest(strings.Join(args[1:], " "), shells))
	}
	script, err := scripts.ReadFile("completion/" + args[1])
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	names := []string{"truthloop"}
	for _, p := range All {
		if path, err := exec.LookPath(p.Name); err == nil && linked(path) == linked(self) {
			names = append(names, p.Name)
		}
	}
	_, err = io.WriteString(stdout, strings.ReplaceAll(string(script), "NAMES", strings.Join(names, " ")))
	return err
}

// linked returns the file to which a path leads, or the path if there is none.
func linked(path string) string {
	if file, err := filepath.EvalSymlinks(path); err == nil {
		return file
	}
	return path
}

// complete prints the candidates for the last word of a command line, a line each, with
// a description after a tab: the names of the programs, or the flags and sub-commands of
// one. Without candidates, the word may be a value, or the name of a file.
func complete(_ context.Context, args []string, _ io.Reader, stdout, _ io.Writer) error {
	words := args[1:]
	if len(words) > 0 && find(strings.TrimSuffix(filepath.Base(words[0]), ".exe")) == nil { // truthloop
		words = words[1:]
	}
	if len(words) == 0 || len(words) > 1 && words[len(words)-1] == "" {
		return nil
	}
	var all []cli.Candidate
	for _, p := range All {
		switch {
		case len(words) == 1:
			all = append(all, cli.Candidate{Word: p.Name, Text: p.Command().Usage})
		case p.Name == strings.TrimSuffix(filepath.Base(words[0]), ".exe"):
			all = p.Command().Candidates(words[1])
		}
	}
	for _, c := range all {
		if strings.HasPrefix(c.Word, words[len(words)-1]) {
			if _, err := fmt.Fprintf(stdout, "%s\t%s\n", c.Word, strings.Join(strings.Fields(c.Text), " ")); err != nil {
				return err
			}
		}
	}
	return nil
}

// man writes a manual page for each program and for truthloop into a directory.
func man(ctx context.Context, args []string, stdin io.Reader, _, stderr io.Writer) error {
	if len(args) != 2 || strings.HasPrefix(args[1], "-") {
		return cli.Usagef("found %q, expected one directory", args[1:])
	}
	if err := os.MkdirAll(args[1], 0o755); err != nil {
		return err
	}
	var text strings.Builder
	if err := list(ctx, args[:1], stdin, &text, stderr); err != nil {
		return err
	}
	pages := map[string]string{"truthloop.1": cli.ManPage("truthloop", "measure whether language models keep the truth", text.String())}
	for _, p := range All {
		name, cmd := "truthloop-"+p.Name, p.Command()
		pages[name+".1"] = cli.ManPage(name, cmd.Usage, cmd.Help(false))
	}
	for name, page := range pages {
		if err := os.WriteFile(filepath.Join(args[1], name), []byte(page), 0o644); err != nil {
			return err
		}
	}
	return nil
}
