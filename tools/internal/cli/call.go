package cli

import (
	"context"
	"errors"
	"io"
	"slices"

	"github.com/truthloop/truthloop/analyze/table"
)

// A Setting is a flag of a command with its value. A flag that can be repeated can have
// several settings.
type Setting struct{ Flag, Value string }

// A Call runs a command as a function: with settings and inputs in place of a command
// line. The values are checked as those of a command line.
type Call struct {
	Settings []Setting
	Inputs   []string
	// Environment names the flags that a variable of the environment may set, where
	// Settings do not.
	Environment []string
	// Check makes the command check its settings, and end before it reads a row.
	Check bool
	// Table takes the table of the command in place of --output. It may be nil.
	Table func(*table.Table) error
}

// errChecked ends a command that only checks its settings.
var errChecked = errors.New("the settings are checked")

// Call runs the command as a function.
func (cmd Command) Call(ctx context.Context, call Call, stdin io.Reader, stdout, stderr io.Writer) error {
	l := line{args: call.Inputs}
	for _, s := range call.Settings {
		l.flags = append(l.flags, given{name: s.Flag, value: s.Value})
	}
	env := &Env{Stdin: stdin, Stdout: stdout, Stderr: stderr, checks: call.Check, takeTable: call.Table}
	err := cmd.run(ctx, env, l.words(), func(s sources) (line, error) {
		environment, err := s.environment(cmd)
		for _, g := range environment {
			if slices.Contains(call.Environment, g.name) && !slices.ContainsFunc(call.Settings, func(s Setting) bool { return s.Flag == g.name }) {
				l.flags = append(l.flags, g)
			}
		}
		return l, err
	})
	if call.Check && errors.Is(err, errChecked) {
		return nil
	}
	return err
}

// words returns the line as a command line has it, for a manifest.
func (l *line) words() []string {
	var words []string
	for _, g := range l.flags {
		words = append(words, g.String())
	}
	if len(l.args) == 0 {
		return words
	}
	return append(append(words, "--"), l.args...)
}
