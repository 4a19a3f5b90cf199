package run

import (
	"cmp"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/secret"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

// kept is the name of the study file in the results.
const kept = "study.toml"

// A study is the content of a study file. Each of its keys with several values is a
// dimension. The combinations of the values of all dimensions are run.
type study struct {
	file       *cli.File
	text       []byte
	dimensions []dimension
}

// A dimension is a setting that the study varies.
type dimension struct {
	cli.Key
	name  string // the key or, if two tables vary it, the table and the key
	level int    // of the first program that reads it; see levels
	parts []string
}

// The levels of programs. The directories of the results are nested in the same way: a
// description is made once for all settings of autoformalize and verify.
const (
	generateLevel = iota
	informalizeLevel
	autoformalizeLevel
	voteLevel
	verifyLevel
	judgeLevel
	levels
)

// levelOf are the levels of the tables whose keys may have lists.
var levelOf = map[string]int{"generate": generateLevel, "model": informalizeLevel, "informalize": informalizeLevel, "autoformalize": autoformalizeLevel, "vote": voteLevel, "verify": verifyLevel, "judge": judgeLevel}

// readStudy reads and checks a study. It does not check what the programs check.
func readStudy(name string, text []byte) (*study, error) {
	f, err := cli.ReadFile(name, text, tables())
	if err != nil {
		return nil, err
	}
	st := &study{file: f, text: text}
	for _, k := range f.Keys {
		if strings.HasSuffix(k.Flag, "base-url") && slices.ContainsFunc(k.Values, func(v []string) bool { return secret.Userinfo(v[0]) != nil }) {
			return nil, f.Errorf(k.Line, "--%s: found a user or password, expected none in a study, which is kept; OPENAI_BASE_URL may have them", k.Flag)
		}
		if len(k.Values) < 2 {
			continue
		}
		level, varies := levelOf[k.Table]
		switch {
		case !varies:
			return nil, f.Errorf(k.Line, "%s: found a list in [%s], expected one value: a study varies settings of %s", k.Flag, k.Table, "generate, informalize, autoformalize, vote, verify and judge")
		case k.Table == "model" && st.value("informalize", k.Flag) != "":
			level = autoformalizeLevel
		}
		st.dimensions = append(st.dimensions, dimension{Key: k, name: k.Flag, level: level})
	}
	for i, d := range st.dimensions {
		if slices.ContainsFunc(st.dimensions, func(o dimension) bool { return o.Flag == d.Flag && o.Table != d.Table }) {
			st.dimensions[i].name = d.Table + "." + d.Flag
		}
		st.dimensions[i].parts = parts(st.dimensions[i].name, d.Values)
	}
	slices.SortStableFunc(st.dimensions, func(a, b dimension) int { return a.level - b.level })
	return st, st.check()
}

// check refuses keys that do not work together.
func (st *study) check() error {
	made := st.value("generate", "dataset") != "" || st.value("generate", "grammar") != ""
	switch format := st.format(); {
	case made && st.value("run", "inputs") != "":
		return st.errorf("run", "inputs", "found both a dataset or grammar in [generate] and inputs in [run], expected one of them")
	case !made && st.value("run", "inputs") == "":
		return st.errorf("", "", "found neither dataset nor grammar in [generate], and no inputs in [run], expected one of them")
	case made && st.called("vote") && !st.repeats():
		return st.file.Errorf(0, "vote: found one answer to each formula, expected samples or runs of 2 or more in [informalize]")
	case slices.Contains(st.inputs(), shard.Stdin):
		return st.errorf("run", "inputs", "found the input - (the standard input), expected files: run reads the rows several times")
	case !slices.Contains(formats, format):
		return st.errorf("run", "format", "format: found %q, expected one of %s%s", format, strings.Join(formats, ", "), cli.Nearest(format, formats))
	}
	for _, k := range st.file.Keys {
		for _, v := range k.Values {
			if k.Flag == "seed" && (k.Table == "model" || k.Table == "autoformalize") && strings.Contains(v[0], ",") { // would make runs of runs
				return st.file.Errorf(k.Line, "seed: found %s, expected one seed; runs in [informalize] repeats the loop, and a list of seeds makes a combination for each", v[0])
			}
		}
	}
	for name, called := range map[string]bool{"generate": made, "autoformalize": st.called("autoformalize")} {
		i := slices.IndexFunc(st.file.Keys, func(k cli.Key) bool { return k.Table == name })
		if i >= 0 && !called {
			return st.file.Errorf(st.file.Keys[i].Line, "found the table [%s], expected none: this study does not call %[1]s", name)
		}
	}
	return nil
}

// repeats reports whether a model answers more than once about a formula.
func (st *study) repeats() bool {
	return slices.ContainsFunc(st.file.Keys, func(k cli.Key) bool {
		return (k.Flag == "samples" || k.Flag == "runs") && k.Values[0][0] != "1"
	})
}

// errorf returns an error with the line of a key.
func (st *study) errorf(table, flag, format string, a ...any) error {
	k := st.key(table, flag)
	if k == nil {
		k = &cli.Key{}
	}
	return st.file.Errorf(k.Line, format, a...)
}

func (st *study) key(table, flag string) *cli.Key {
	i := slices.IndexFunc(st.file.Keys, func(k cli.Key) bool { return k.Table == table && k.Flag == flag })
	if i < 0 {
		return nil
	}
	return &st.file.Keys[i]
}

// value returns the first value of a key, or "".
func (st *study) value(table, flag string) string {
	if k := st.key(table, flag); k != nil {
		return k.Values[0][0]
	}
	return ""
}

func (st *study) format() string { return cmp.Or(st.value("run", "format"), formats[0]) }

// inputs returns the files of formulas, if none are generated.
func (st *study) inputs() []string {
	if k := st.key("run", "inputs"); k != nil {
		return k.Values[0]
	}
	return nil
}

// call returns the program that the study calls at a level, or nil.
func (st *study) call(level int) *stage {
	s := stages[level]
	if level == generateLevel && st.inputs() != nil || !st.called(s.name) {
		return nil
	}
	return s
}

// called reports whether the study calls a program that it does not always call: vote and
// judge only if the study has a table for them.
func (st *study) called(name string) bool {
	switch name {
	case "autoformalize":
		return st.value("informalize", "steps") == ""
	case "vote", "judge":
		return slices.ContainsFunc(st.file.Keys, func(k cli.Key) bool { return k.Table == name })
	}
	return true
}

// A choice is the number of the chosen value of each dimension.
type choice []int

// settings returns the settings of a program, for the chosen values.
func (st *study) settings(s *stage, at choice) (all []cli.Setting) {
	for _, table := range s.tablesOf() {
		for _, k := range st.file.Keys {
			if k.Table != table || table == "run" && !slices.Contains(everywhere, k.Flag) || !s.takes(k.Flag) || has(all, k.Flag) || s.later(st, k.Flag) {
				continue
			}
			values := k.Values[0]
			if d := slices.IndexFunc(st.dimensions, func(d dimension) bool { return d.Table == k.Table && d.Flag == k.Flag }); d >= 0 {
				values = k.Values[at[d]]
			}
			for _, v := range values {
				all = append(all, cli.Setting{Flag: k.Flag, Value: v})
			}
		}
	}
	return all
}

// later reports whether the flag is only for the program that first reads the formulas.
func (s *stage) later(st *study, flag string) bool {
	switch flag {
	case "shard":
		return s.name != "generate" && (s.name != "informalize" || st.inputs() == nil)
	case "limit":
		return s.name != "informalize"
	}
	return false
}

func has(settings []cli.Setting, flag string) bool {
	return slices.ContainsFunc(settings, func(s cli.Setting) bool { return s.Flag == flag })
}

// walk calls fn at each level for each combination of the values so far, with its directory
// and the rows that fn returned at the level before. The last call is that of levels.
func (st *study) walk(dir string, fn func(level int, dir string, at choice, rows []string) ([]string, error)) error {
	at := make(choice, len(st.dimensions))
	var descend func(level, d int, dir string, rows []string) error
	descend = func(level, d int, dir string, rows []string) error {
		if d < len(st.dimensions) && st.dimensions[d].level == level {
			defer func() { at[d] = 0 }()
			for i, part := range st.dimensions[d].parts {
				at[d] = i
				if err := descend(level, d+1, filepath.Join(dir, part), rows); err != nil {
					return err
				}
			}
			return nil
		}
		made, err := fn(level, dir, slices.Clone(at), rows)
		if err != nil || level == levels {
			return err
		}
		return descend(level+1, d, dir, made)
	}
	return descend(generateLevel, 0, dir, st.inputs())
}

// directories returns the directories of all combinations below dir, each before those
// that are in it.
func (st *study) directories(dir string) []string {
	all := []string{dir}
	_ = st.walk(dir, func(_ int, below string, _ choice, rows []string) ([]string, error) {
		for up := below; up != dir; up = filepath.Dir(up) {
			if !slices.Contains(all, up) {
				all = append(all, up)
			}
		}
		return rows, nil
	})
	slices.Sort(all)
	return all
}

var unsafe = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// mostName is the largest number of bytes of a directory's name, without the hash.
const mostName = 80

// parts returns the names of the directories of a dimension: the key and the value. A name
// that is too long or that two values share gets the checksum of its value.
func parts(name string, values [][]string) []string {
	all, count := make([]string, len(values)), map[string]int{}
	for i, v := range values {
		all[i] = name + "-" + strings.Trim(unsafe.ReplaceAllString(strings.Join(v, "_"), "-"), "-.")
		count[strings.ToLower(all[i])]++
	}
	for i, part := range all {
		if text := strings.Join(values[i], "\n"); len(part) > mostName || count[strings.ToLower(part)] > 1 {
			all[i] = fmt.Sprintf("%s-%08x", part[:min(len(part), mostName)], crc32.ChecksumIEEE([]byte(text)))
		}
	}
	return all
}

// mayChange lists the keys of [run] that may change when a run continues.
var mayChange = []string{"budget", "budget-tokens", "workers", "progress", "log-level"}

// same returns an error that names the first key in which two studies differ, except those
// that may change.
func (st *study) same(other *study) error {
	for _, pair := range [][2]*study{{st, other}, {other, st}} {
		for _, k := range pair[0].file.Keys {
			if k.Table == "run" && slices.Contains(mayChange, k.Flag) {
				continue
			}
			there := pair[1].key(k.Table, k.Flag)
			if there == nil || !slices.EqualFunc(k.Values, there.Values, slices.Equal[[]string]) {
				return fmt.Errorf("%s in [%s] differs", k.Flag, k.Table)
			}
		}
	}
	return nil
}

// tableOf lists the flags of run that stand for a key, and the table of the key.
var tableOf = map[string]string{
	"dataset": "generate", "sample-count": "generate", "seed": "generate",
	"model": "model", "base-url": "model", "prompts": "model", "shots": "model", "temperature": "model",
	"samples": "informalize", "by": "metrics",
	"format": "run", "shard": "run", "no-timing": "run", "workers": "run", "progress": "run", "log-level": "run", "budget": "run", "budget-tokens": "run",
}

// written returns the study that the flags of run describe, as a study file has it.
func written(c *ucli.Context, flags []ucli.Flag, inputs []string) ([]byte, error) {
	content := map[string]map[string]any{}
	add := func(table, key string, value any) {
		if content[table] == nil {
			content[table] = map[string]any{}
		}
		content[table][key] = value
	}
	for _, name := range cli.Names(flags) {
		if table := tableOf[name]; table != "" && c.IsSet(name) {
			add(table, name, c.Value(name))
		}
	}
	if len(inputs) > 0 {
		add("run", "inputs", inputs)
	}
	if c.Bool("vote") {
		add("vote", "by", "id") // a table without keys would say nothing
	}
	return toml.Marshal(content)
}

// studyOf returns the study of a command line: that of a study file, or that of the flags.
func studyOf(c *ucli.Context, env *cli.Env) (*study, error) {
	args := c.Args().Slice()
	if i := slices.IndexFunc(args, func(arg string) bool { return strings.HasSuffix(arg, ".toml") }); i < 0 {
		text, err := written(c, flags(), args)
		if err != nil {
			return nil, err
		}
		return readStudy("the study", text)
	} else if len(args) > 1 {
		return nil, cli.Usagef("found the study %s and other arguments, expected the study alone; its key inputs in [run] names files of formulas", args[i])
	}
	text, err := os.ReadFile(args[0])
	if err != nil {
		return nil, cli.Usagef("%w", err)
	}
	if env.Given("vote") {
		return nil, cli.Usagef("--vote: found a study file, expected a table [vote] in it, such as by = \"id\"")
	}
	for name, table := range tableOf {
		if env.Given(name) && !slices.Contains(mayChange, name) {
			return nil, cli.Usagef("--%s: found a study file, expected the key %s in its table [%s]", name, name, table)
		}
	}
	return readStudy(args[0], text)
}
