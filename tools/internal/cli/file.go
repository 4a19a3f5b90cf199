package cli

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	ucli "github.com/urfave/cli/v2"
)

// A File is a TOML file with a table for each program. The keys of a table are flags of
// the program.
type File struct {
	Name string
	Keys []Key // in the order of the file

	text string
}

// A Key is a flag in a file. A list has one of Values for each of its elements. For a
// flag that can be repeated, such as --checker, each of Values is itself a list: a list of
// texts is one value, and a list of lists has several.
type Key struct {
	Table, Flag string
	Line        int        // 0: not known
	Values      [][]string // at least one
}

// ReadFile reads the text of a file. tables are the flags that each table may have. An
// error has the line, and the nearest of the names that were expected.
func ReadFile(name string, text []byte, tables map[string][]ucli.Flag) (*File, error) {
	f := &File{Name: name, text: string(text)}
	content := map[string]any{}
	if err := toml.Unmarshal(text, &content); err != nil {
		line := 0
		if decode := (*toml.DecodeError)(nil); errors.As(err, &decode) {
			line, _ = decode.Position()
		}
		return nil, f.Errorf(line, "%w", err)
	}
	for _, table := range slices.Sorted(maps.Keys(content)) {
		keys, isTable := content[table].(map[string]any)
		flags, known := tables[table]
		switch {
		case !isTable:
			return nil, f.Errorf(f.lineOf("", table), "found the key %s outside of a table, expected it in a table such as [verify]", table)
		case !known:
			return nil, f.Errorf(f.lineOf(table, ""), "found the table [%s], expected one of [%s]; the nearest is [%s]", table,
				strings.Join(slices.Sorted(maps.Keys(tables)), "], ["), closest(table, slices.Sorted(maps.Keys(tables))))
		}
		for _, key := range slices.Sorted(maps.Keys(keys)) {
			line := f.lineOf(table, key)
			i := slices.IndexFunc(flags, func(f ucli.Flag) bool { return f.Names()[0] == key })
			if i < 0 {
				return nil, f.Errorf(line, "found the key %s, expected a key of [%s]; the nearest is %s", key, table, closest(key, slices.Sorted(slices.Values(Names(flags)))))
			}
			values, err := valuesOf(flags[i], keys[key])
			if err != nil {
				return nil, f.Errorf(line, "%w", err)
			}
			f.Keys = append(f.Keys, Key{table, key, line, values})
		}
	}
	slices.SortStableFunc(f.Keys, func(a, b Key) int { return cmp.Compare(a.Line, b.Line) })
	return f, nil
}

// Errorf returns an error of usage with the name of the file and the line, if it is not 0.
func (f *File) Errorf(line int, format string, a ...any) error {
	at := ""
	if line > 0 {
		at = fmt.Sprintf("line %d: ", line)
	}
	return Usagef("%s: %s%w", f.Name, at, fmt.Errorf(format, a...))
}

// Explain adds the line of the key that an error of a program names. The program reads
// the given tables.
func (f *File) Explain(err error, tables ...string) error {
	for _, k := range f.Keys {
		if slices.Contains(tables, k.Table) && mentions(err, k.Flag) {
			return f.Errorf(k.Line, "%w", err)
		}
	}
	return Usagef("%s: %w", f.Name, err)
}

// mentions reports whether the text of an error has a flag.
func mentions(err error, flag string) bool {
	return regexp.MustCompile(regexp.QuoteMeta(dashed(flag)) + `\b([^-]|$)`).MatchString(err.Error())
}

var tableHead = regexp.MustCompile(`^\s*\[\s*"?([^\]"]*?)"?\s*\]`)

// lineOf returns the line of a key, or of the head of a table if key is empty; 0 means
// not found.
func (f *File) lineOf(table, key string) int {
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

// valuesOf returns the values of a key. It checks that each has the type of the flag, and
// that they differ.
func valuesOf(f ucli.Flag, value any) (all [][]string, err error) {
	name := f.Names()[0]
	list, isList := value.([]any)
	switch {
	case !isList:
		list = []any{value}
	case len(list) == 0:
		return nil, fmt.Errorf("%s: found an empty list, expected a value", name)
	case repeats(f) && !slices.ContainsFunc(list, isAList):
		list = []any{value}
	}
	for _, v := range list {
		one := []any{v}
		if many, isList := v.([]any); isList && repeats(f) {
			one = many
		}
		var texts []string
		for _, v := range one {
			switch v.(type) {
			case string, int64, float64, bool:
			default:
				return nil, fmt.Errorf("%s: found a value of type %T, expected text, a number, true or false", name, v)
			}
			text := fmt.Sprint(v)
			if err := checkValue(f, text); err != nil {
				return nil, err
			}
			texts = append(texts, text)
		}
		if slices.ContainsFunc(all, func(other []string) bool { return slices.Equal(other, texts) }) {
			return nil, fmt.Errorf("%s: found %v twice, expected different values", name, v)
		}
		all = append(all, texts)
	}
	return all, nil
}

func isAList(v any) bool { _, yes := v.([]any); return yes }

// checkValue refuses a text that does not have the type of the flag.
func checkValue(f ucli.Flag, text string) error {
	set, g := flag.NewFlagSet("", flag.ContinueOnError), given{name: f.Names()[0], value: text}
	if err := f.Apply(set); err != nil {
		return err
	}
	if err := set.Set(g.name, text); err != nil {
		return badValue(f, g, err)
	}
	return nil
}
