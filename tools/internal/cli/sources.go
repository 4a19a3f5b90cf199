package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	ucli "github.com/urfave/cli/v2"
	"github.com/xrash/smetrics"
)

// Flags come from three sources: the command line, variables of the environment, and
// the file of --config. The command line has precedence over the environment, and the
// environment over the file. A value of the environment or the file is for all programs
// with the flag, so a program ignores the value if the flag has no effect. A name that no
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

// sourcesOf returns the sources of a command, and the context for commands that it calls.
// They get all their flags from this command.
func sourcesOf(ctx context.Context, cmd Command) (sources, context.Context) {
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
	return s, context.WithValue(ctx, sourcesKey{}, nil)
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

// anew returns a copy of a command, whose flags have no values yet.
func (s sources) anew(cmd Command) Command {
	for _, p := range s.programs() {
		if p.Name == cmd.Name {
			return p
		}
	}
	return cmd
}

// dropIdle removes flags of the environment and of the file that the program would
// refuse, since they have no effect with the other flags. A command keeps the values of
// its flags, so each attempt needs a new one.
func (l *line) dropIdle(anew func() Command, env *Env) {
	for slices.ContainsFunc(l.flags, func(g given) bool { return g.from != "" }) {
		var idle *idleError
		cmd := anew()
		quiet := *env
		quiet.Stdout, quiet.Stderr = io.Discard, io.Discard
		err := cmd.app(&quiet, func(c *ucli.Context) error { return cmd.check(c, env.Args) }).Run(l.ordered(cmd.Name))
		if !errors.As(err, &idle) {
			return
		}
		kept := slices.DeleteFunc(slices.Clone(l.flags), func(g given) bool { return g.from != "" && g.name == idle.name })
		if len(kept) == len(l.flags) {
			return
		}
		l.flags = kept
	}
}

// ordered returns the arguments with the flags first, because the library stops parsing
// flags at the first argument.
func (l *line) ordered(name string) []string {
	args := []string{name}
	for _, g := range l.flags {
		args = append(args, g.String())
	}
	return append(append(args, "--"), l.args...)
}

// sources maps the flags that are not from the command line to their sources, for the
// manifest. It omits --resume, so a resumed run has the manifest of the whole run.
func (l *line) sources() map[string]string {
	var all map[string]string
	for _, g := range l.flags {
		if g.from != "" && g.name != config && g.name != "resume" && g.name != "overwrite" {
			if all == nil {
				all = map[string]string{}
			}
			all[g.String()] = g.from
		}
	}
	return all
}

// explain adds the sources of the flags that an error of the command line names.
func (l *line) explain(err error) error {
	var usage *usageError
	if !errors.As(err, &usage) {
		return err
	}
	for _, g := range l.flags {
		if g.from != "" && regexp.MustCompile(regexp.QuoteMeta(dashed(g.name))+`\b([^-]|$)`).MatchString(err.Error()) {
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
		if !known[name] && (own || near(name, nearest)) {
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

// file returns the flags of a TOML file: the keys at the top, and the keys of the
// program's own table, which have precedence. It checks the tables of all programs.
func (s sources) file(cmd Command, name string) ([]given, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, Usagef("--%s: %w", config, err)
	}
	content := map[string]any{}
	if err := toml.Unmarshal(text, &content); err != nil {
		at := ""
		if decode := (*toml.DecodeError)(nil); errors.As(err, &decode) {
			row, _ := decode.Position()
			at = fmt.Sprintf("line %d: ", row)
		}
		return nil, Usagef("--%s: %s: %s%w", config, name, at, err)
	}
	f, programs := configFile{name, string(text)}, s.programs()
	everywhere, tables := map[string]ucli.Flag{}, map[string]map[string]ucli.Flag{}
	for _, p := range programs {
		tables[p.Name] = map[string]ucli.Flag{}
		for _, flag := range p.AllFlags() {
			tables[p.Name][flag.Names()[0]] = flag
			everywhere[flag.Names()[0]] = flag
		}
	}
	all := map[string][]given{}
	add := func(table string, keys map[string]any, flags map[string]ucli.Flag) error {
		for _, key := range slices.Sorted(maps.Keys(keys)) {
			if _, isTable := keys[key].(map[string]any); isTable && table == "" {
				continue
			}
			values, err := f.values(table, key, keys[key], flags)
			if err != nil {
				return err
			}
			if tables[cmd.Name][key] != nil && (table == "" || table == cmd.Name) {
				all[key] = values
			}
		}
		return nil
	}
	if err := add("", content, everywhere); err != nil {
		return nil, err
	}
	for _, key := range slices.Sorted(maps.Keys(content)) {
		keys, isTable := content[key].(map[string]any)
		switch {
		case !isTable:
			continue
		case tables[key] == nil:
			return nil, f.errorf(key, "", "found the table [%s], expected the name of a program; the nearest is %s", key, closest(key, slices.Sorted(maps.Keys(tables))))
		}
		if err := add(key, keys, tables[key]); err != nil {
			return nil, err
		}
	}
	var sorted []given
	for _, key := range slices.Sorted(maps.Keys(all)) {
		sorted = append(sorted, all[key]...)
	}
	return sorted, nil
}

// A configFile is the file of --config.
type configFile struct{ name, text string }

// errorf returns an error with the line of a key.
func (f configFile) errorf(table, key, format string, a ...any) error {
	at := ""
	if n := f.lineOf(table, key); n > 0 {
		at = fmt.Sprintf("line %d: ", n)
	}
	return Usagef("--%s: %s: %s%s", config, f.name, at, fmt.Sprintf(format, a...))
}

var tableHead = regexp.MustCompile(`^\s*\[\s*"?([^\]"]*?)"?\s*\]`)

// lineOf returns the line of a key, or of the head of a table if key is empty; 0 means
// not found.
func (f configFile) lineOf(table, key string) int {
	in, n := "", 0
	for text := range strings.Lines(f.text) {
		n++
		if m := tableHead.FindStringSubmatch(text); m != nil {
			in = m[1]
			if key == "" && in == table {
				return n
			}
			continue
		}
		name, _, _ := strings.Cut(text, "=")
		if in == table && key != "" && strings.Trim(name, " \t\"") == key {
			return n
		}
	}
	return 0
}

// values returns the values of a key.
func (f configFile) values(table, key string, value any, flags map[string]ucli.Flag) ([]given, error) {
	flag, known := flags[key]
	switch {
	case key == config:
		return nil, f.errorf(table, key, "found %s in the file, expected it on the command line or in %s", config, variable(config))
	case !known:
		of := "a flag"
		if table != "" {
			of += " of " + table
		}
		return nil, f.errorf(table, key, "found the key %s, expected %s; the nearest is %s", key, of, closest(key, slices.Sorted(maps.Keys(flags))))
	}
	list, isList := value.([]any)
	if !isList {
		list = []any{value}
	} else if !repeats(flag) {
		return nil, f.errorf(table, key, "%s: found a list, expected one value", key)
	}
	var all []given
	for _, v := range list {
		switch v.(type) {
		case string, int64, float64, bool:
			all = append(all, given{name: key, value: fmt.Sprint(v), from: f.name})
		default:
			return nil, f.errorf(table, key, "%s: found a value of type %T, expected text, a number, true or false", key, v)
		}
	}
	return all, nil
}
