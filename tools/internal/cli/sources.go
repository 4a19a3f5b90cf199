package cli

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/xrash/smetrics"
)

// Flags come from the command line or from variables of the environment. The command line
// has precedence. A variable is for all programs with the flag, so a flag that has no effect
// is an error on the command line alone. A name that no program has is an error, since a
// misspelt name would have no effect at all.

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

// add adds the flags of the environment to a command line.
func (s sources) add(cmd Command, l *line) error {
	environment, err := s.environment(cmd)
	l.flags = append(slices.DeleteFunc(environment, func(g given) bool {
		return slices.ContainsFunc(l.flags, func(m given) bool { return m.name == g.name })
	}), l.flags...)
	return err
}

// explain adds the sources of the flags that an error of the command line names.
func (l *line) explain(err error) error {
	if !isUsage(err) {
		return err
	}
	for _, g := range l.flags {
		if g.from != "" && mentions(err, g.name) {
			err = Usagef("%w; %s is from the variable %s", err, dashed(g.name), g.from)
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
		name := variable(cmd.Name, flag)
		if set[name] == "" {
			name = variable(flag)
		}
		if set[name] == "" {
			continue
		}
		values := []string{set[name]}
		if repeats(f) {
			values = strings.Split(strings.TrimRight(set[name], "\n"), "\n")
		}
		for _, v := range values {
			all = append(all, given{name: flag, value: v, from: name})
		}
	}
	return all, nil
}

// closest returns the name to which the fewest typing errors lead.
func closest(name string, names []string) string {
	return slices.MinFunc(names, func(a, b string) int {
		return smetrics.WagnerFischer(name, a, 1, 1, 1) - smetrics.WagnerFischer(name, b, 1, 1, 1)
	})
}
