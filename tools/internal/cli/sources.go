package cli

import (
	"cmp"
	"context"
	"maps"
	"os"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"
	"github.com/xrash/smetrics"
)

// Flags come from three sources: the command line, variables of the environment, and
// the file of --config. The command line has precedence over the environment, and the
// environment over the file. A value of the environment or the file is for all programs
// with the flag, so a flag that has no effect is an error on the command line alone. A name that no
// program has is an error, since a misspelt name would have no effect at all.

// prefix begins the name of each variable.
const prefix = "TRUTHLOOP_"

type sourcesKey struct{}

// sources are the sources of flags besides the command line.
type sources struct {
	environ  []string
	programs func() []Command
}

// WithSources adds the environment as a source of flags. programs returns new copies of
// all programs.
func WithSources(ctx context.Context, environ []string, programs func() []Command) context.Context {
	return context.WithValue(ctx, sourcesKey{}, sources{environ, programs})
}

// sourcesOf returns the sources of a command.
func sourcesOf(ctx context.Context, cmd Command) sources {
	s, ok := ctx.Value(sourcesKey{}).(sources)
	if !ok || s.programs == nil {
		s = sources{programs: func() []Command { return nil }}
	}
	of := s.programs
	s.programs = func() []Command {
		all := of()
		if !slices.ContainsFunc(all, func(c Command) bool { return c.Name == cmd.Name }) {
			all = append(all, cmd)
		}
		return all
	}
	return s
}

// add adds the flags of the environment and of the file to a command line.
func (s sources) add(cmd Command, l *line) error {
	environment, err := s.environment(cmd)
	if err != nil {
		return err
	}
	var file []given
	for _, g := range append(slices.Clone(environment), l.flags...) { // the last one counts
		if g.name == config {
			if file, err = s.file(cmd, g.value); err != nil {
				return err
			}
		}
	}
	merged := l.flags
	for _, lower := range [][]given{environment, file} {
		var more []given
		for _, g := range lower {
			if !slices.ContainsFunc(merged, func(m given) bool { return m.name == g.name }) {
				more = append(more, g)
			}
		}
		merged = append(more, merged...)
	}
	l.flags = merged
	return nil
}

// explain adds the sources of the flags that an error of the command line names.
func (l *line) explain(err error) error {
	if !isUsage(err) {
		return err
	}
	for _, g := range l.flags {
		if g.from != "" && mentions(err, g.name) {
			err = Usagef("%w; %s is from %s", err, g.shown(), g.from)
		}
	}
	return err
}

// variable returns the name of the variable for a flag, of all programs or of one.
func variable(parts ...string) string {
	return prefix + strings.ToUpper(strings.NewReplacer("-", "_", " ", "_").Replace(strings.Join(parts, "_")))
}

// environment returns the flags of the environment. TRUTHLOOP_VERIFY_TIMEOUT, which is
// for verify only, has precedence over TRUTHLOOP_TIMEOUT.
func (s sources) environment(cmd Command) ([]given, error) {
	set := map[string]string{}
	for _, entry := range s.environ {
		if name, value, _ := strings.Cut(entry, "="); strings.HasPrefix(name, prefix) && value != "" {
			set[name] = value
		}
	}
	if len(set) == 0 {
		return nil, nil
	}
	known := map[string]bool{}
	for _, p := range s.programs() {
		for _, name := range Names(p.AllFlags()) {
			known[variable(name)], known[variable(p.Name, name)] = true, true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(set)) {
		own := strings.HasPrefix(name, variable(cmd.Name, ""))
		nearest := closest(name, slices.Sorted(maps.Keys(known)))
		if !known[name] && (own || smetrics.WagnerFischer(name, nearest, 1, 1, 1) <= 2) {
			return nil, Usagef("found the variable %s in the environment, expected the name of a flag; the nearest is %s", name, nearest)
		}
	}
	var all []given
	for _, f := range cmd.AllFlags() {
		flag := f.Names()[0]
		name := cmp.Or(nonEmpty(set, variable(cmd.Name, flag)), nonEmpty(set, variable(flag)))
		if name == "" {
			continue
		}
		values := []string{set[name]}
		if repeats(f) {
			values = strings.Split(strings.TrimRight(set[name], "\n"), "\n")
		}
		for _, v := range values {
			all = append(all, given{name: flag, value: v, from: "the variable " + name})
		}
	}
	return all, nil
}

// nonEmpty returns the name if it is set.
func nonEmpty(set map[string]string, name string) string {
	if set[name] == "" {
		return ""
	}
	return name
}

// closest returns the name to which the fewest typing errors lead.
func closest(name string, names []string) string {
	return slices.MinFunc(names, func(a, b string) int {
		return smetrics.WagnerFischer(name, a, 1, 1, 1) - smetrics.WagnerFischer(name, b, 1, 1, 1)
	})
}

// shared is the table of a file that the commands with Shared read, besides their own.
const shared = "model"

// file returns the flags of a file: those of the program's own table and, below them,
// those of the table that it shares with others. It checks the tables of all programs.
func (s sources) file(cmd Command, name string) ([]given, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, Usagef("--%s: %w", config, err)
	}
	tables := map[string][]ucli.Flag{}
	for _, p := range s.programs() {
		flags := slices.DeleteFunc(p.AllFlags(), func(f ucli.Flag) bool { return f.Names()[0] == config })
		if p.Name == "run" {
			flags = nil // these are keys of a study, which run itself reads
		}
		tables[p.Name] = flags
		if p.Shared {
			tables[shared] = append(tables[shared], flags...)
		}
	}
	f, err := ReadFile(name, text, tables)
	if err != nil {
		return nil, Usagef("--%s: %w", config, err)
	}
	var all []given
	for _, k := range f.Keys {
		if k.Table != cmd.Name && !(k.Table == shared && cmd.Shared && !f.has(cmd.Name, k.Flag)) {
			continue
		}
		if !slices.Contains(Names(cmd.AllFlags()), k.Flag) {
			continue // of the other program
		}
		if len(k.Values) > 1 {
			return nil, Usagef("--%s: %w", config, f.Errorf(k.Line, "%s: found a list, expected one value; run does a study with lists", k.Flag))
		}
		for _, v := range k.Values[0] {
			all = append(all, given{name: k.Flag, value: v, from: name})
		}
	}
	return all, nil
}
