package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"runtime/debug"
	"slices"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/shard"
)

// Env is the environment of an action.
type Env struct {
	Name           string   // of the program
	Args           []string // of the command line, without the name
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Log            *slog.Logger // to Stderr, at --log-level
	where          table.Condition
	counts         bool     // the program counts rows by verdict
	once           bool     // duplicate rows are an error
	hide           *hider   // of secrets in flags and in the environment
	given          []string // flags of the command line
	checks         bool     // see Call
	rowsShown      bool     // rows go to a terminal
	takeTable      func(*table.Table) error
}

// Given reports whether a flag is on the command line.
func (env *Env) Given(flag string) bool { return slices.Contains(env.given, flag) }

// A Command describes a program.
type Command struct {
	Name        string
	Usage       string   // one line
	Description string   // what it does, with examples after a line "Examples:", the best first
	Main        []string // the ten flags that matter most, for the help of -h
	ArgsUsage   string   // help on the arguments; if empty, Groups decides between [INPUT...] and none
	Flags       []ucli.Flag
	Groups      Groups
	// Versions describes the programs that this program runs, for --version; may be nil.
	Versions func(ctx context.Context, c *ucli.Context) string
	Action   func(ctx context.Context, c *ucli.Context, env *Env) error
	// Subs are sub-commands with flags of their own. The name of each is the name of this
	// command and a word. It runs if the word is the first argument.
	Subs []Command
}

// Run parses the command line and runs the command. Flags may stand before,
// between and after the arguments; -- ends them.
func (cmd Command) Run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	if len(args) > 1 {
		if sub := cmd.sub(args[1]); sub != nil {
			return sub.Run(ctx, args[1:], stdin, stdout, stderr)
		}
	}
	args = args[min(1, len(args)):]
	env := &Env{Stdin: stdin, Stdout: stdout, Stderr: stderr}
	return cmd.run(ctx, env, args, func(s sources) (line, error) {
		l, err := parse(args, append(cmd.AllFlags(), ucli.HelpFlag, ucli.VersionFlag))
		if err != nil || l.help != "" {
			return l, err
		}
		err = s.add(cmd, &l)
		return l, err
	})
}

// run runs the command with the line that read makes of the sources of flags. args is the
// line as a command line has it.
func (cmd Command) run(ctx context.Context, env *Env, args []string, read func(sources) (line, error)) (err error) {
	sources, _ := ctx.Value(sourcesKey{}).(sources)
	env.Name, env.Args, env.hide = cmd.Name, args, newHider(args, sources.environ)
	env.Stdout, env.Stderr = stdoutWriter{env.Stdout, &waitOf(ctx).writes}, hiding{env.Stderr, env.hide}
	defer func() { err = env.hide.error(err) }()
	l, err := read(sources)
	if err != nil {
		return err
	}
	for _, g := range l.flags {
		if g.from == "" {
			env.given = append(env.given, g.name)
		}
	}
	return suggest(l.explain(cmd.start(ctx, l, env)))
}

// start runs the command with the flags and arguments of a line.
func (cmd Command) start(ctx context.Context, l line, env *Env) error {
	if l.help != "" {
		_, err := io.WriteString(env.Stdout, cmd.Help(l.help == "h"))
		return err
	}
	c, err := cmd.context(ctx, l, env)
	if err != nil {
		return err
	}
	if c.Bool("version") {
		return cmd.printVersion(c, env)
	}
	if err := cmd.checkDevice(c); err != nil {
		return err
	}
	if err := cmd.Groups.check(c, env); err != nil {
		return err
	}
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.String("log-level"))); err != nil {
		return Usagef("--log-level: found %q, expected debug, info, warn or error", c.String("log-level"))
	}
	env.counts = cmd.Groups&Duplicates != 0
	env.once = env.counts && !c.Bool(allowDuplicates)
	env.Log = slog.New(slog.NewTextHandler(env.Stderr, &slog.HandlerOptions{Level: level}))
	return cmd.Action(ctx, c, env)
}

// checkDevice refuses an output that is a device or a pipe: an output is a whole file that
// gets its name at the end, and would replace the device.
func (cmd Command) checkDevice(c *ucli.Context) error {
	name := c.String("output")
	switch {
	case !hasFlag(c, "output"):
	case slices.Contains([]string{"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}, name):
		return c.Set("output", shard.Stdin)
	case shard.IsDevice(name):
		return Usagef("--output: found the device or pipe %s, expected a file; without --output, the program writes to the standard output", name)
	}
	return nil
}

// sub returns the sub-command that a word names, or nil.
func (cmd Command) sub(word string) *Command {
	for i, sub := range cmd.Subs {
		if sub.Name == cmd.Name+" "+word {
			return &cmd.Subs[i]
		}
	}
	return nil
}

// context gives the flags and arguments of a line to the library.
func (cmd Command) context(ctx context.Context, l line, env *Env) (*ucli.Context, error) {
	app := &ucli.App{
		Name:        cmd.Name,
		UsageText:   usageText(cmd),
		Flags:       append(cmd.AllFlags(), ucli.VersionFlag),
		HideVersion: true, // start prints the version
		HideHelp:    true, // and Run the help
		Writer:      env.Stdout,
		ErrWriter:   env.Stderr,
	}
	app.Setup()
	set, named := flag.NewFlagSet(cmd.Name, flag.ContinueOnError), map[string]ucli.Flag{}
	for _, f := range app.Flags {
		if err := f.Apply(set); err != nil {
			return nil, err
		}
		named[f.Names()[0]] = f
	}
	lists := map[string][]string{}
	for _, g := range l.flags {
		text := g.text()
		if _, isList := named[g.name].(*ucli.StringSliceFlag); isList { // Set divides a text at commas, but not a list
			lists[g.name] = append(lists[g.name], text)
			text = ucli.NewStringSlice(lists[g.name]...).Serialize()
		}
		if err := set.Set(g.name, text); err != nil {
			return nil, badValue(named[g.name], g, err)
		}
	}
	if err := set.Parse(append([]string{"--"}, l.args...)); err != nil {
		return nil, err
	}
	c := ucli.NewContext(app, set, nil)
	c.Context = ctx
	return c, nil
}

// printVersion prints the version and the commit of the program, and the versions of
// the programs that it runs.
func (cmd Command) printVersion(c *ucli.Context, env *Env) error {
	text := fmt.Sprintf("%s version %s\ncommit: %s\n", cmd.Name, Version(), builtFrom())
	if cmd.Versions != nil {
		text += cmd.Versions(c.Context, c) + "\n"
	}
	if c.Context.Err() != nil {
		return c.Context.Err()
	}
	_, err := io.WriteString(env.Stdout, text)
	return err
}

func usageText(cmd Command) string {
	text := cmd.Name + " [options]"
	switch {
	case cmd.ArgsUsage != "":
		text += " " + cmd.ArgsUsage
	case cmd.Groups&In != 0:
		text += " [INPUT...]"
	}
	return text
}

// builtFrom describes the commit from which the executable was built.
func builtFrom() string {
	is := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			is[s.Key] = s.Value
		}
	}
	text := is["vcs.revision"]
	switch {
	case text == "": // go install MODULE@VERSION, and go test
		return "not recorded"
	case is["vcs.modified"] == "true":
		text += " and changes"
	}
	return text + " (" + is["vcs.time"] + ")"
}

// Version returns the version of the module, which Go makes of the commit for a build from
// a checkout.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	return "devel"
}

func programName(args []string) string {
	if len(args) == 0 {
		return "truthloop"
	}
	return filepath.Base(args[0])
}
