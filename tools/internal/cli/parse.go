package cli

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"
)

// A given is a flag with its value. from names the variable that contains the flag; it is
// empty for the command line.
type given struct {
	name  string // the flag's first name
	value string
	bare  bool // a switch without a value
	from  string
}

// String returns the flag with its value as one argument.
func (g given) String() string {
	if g.bare {
		return dashed(g.name)
	}
	return dashed(g.name) + "=" + g.value
}

// text returns the value, which is true for a switch without one.
func (g given) text() string {
	if g.bare {
		return "true"
	}
	return g.value
}

// A line is a command line.
type line struct {
	flags []given
	args  []string
	help  string // h or help, if given
}

// parse separates flags from arguments, as Unix programs do: flags may stand after
// arguments, and -- ends the flags. It refuses a flag that stands twice but takes one
// value: the library would drop the first one. A long flag may also have one dash, as the
// library allows.
func parse(args []string, flags []ucli.Flag) (line, error) {
	var l line
	named, seen := map[string]ucli.Flag{}, map[ucli.Flag]bool{}
	for _, f := range flags {
		for _, name := range f.Names() {
			named[name] = f
		}
	}
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			l.args = append(l.args, args[i+1:]...)
			break
		}
		if arg == "-" || !strings.HasPrefix(arg, "-") {
			l.args = append(l.args, arg)
			continue
		}
		name, value, hasValue := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		f, known := named[name]
		if !known {
			return l, unknownFlag(arg, name, named)
		}
		if f == ucli.HelpFlag {
			l.help = name
		}
		if seen[f] && !repeats(f) && takesValue(f) {
			return l, Usagef("found %s twice, expected it once", dashed(f.Names()[0]))
		}
		seen[f] = true
		if !hasValue && takesValue(f) {
			if i++; i == len(args) {
				return l, Usagef("%s: found no value", arg)
			}
			value, hasValue = args[i], true
		}
		l.flags = append(l.flags, given{name: f.Names()[0], value: value, bare: !hasValue})
	}
	return l, nil
}

// unknownFlag returns the error of an argument with an unknown flag.
func unknownFlag(arg, name string, named map[string]ucli.Flag) error {
	text := fmt.Sprintf("found the flag %s, expected one that --help lists", arg)
	long := slices.DeleteFunc(slices.Sorted(maps.Keys(named)), func(n string) bool { return len(n) == 1 })
	if found := Similar(name, long); found != "" {
		text += "; the nearest is " + dashed(found)
	}
	return Usagef("%s", text)
}

func takesValue(f ucli.Flag) bool {
	_, isSwitch := f.(*ucli.BoolFlag)
	return !isSwitch
}

// repeats reports whether a flag can be given several times.
func repeats(f ucli.Flag) bool {
	_, isList := f.(*ucli.StringSliceFlag)
	return isList
}

// badValue returns the error of a value that does not have the flag's type.
func badValue(f ucli.Flag, g given, err error) error {
	expected := ""
	switch f.(type) {
	case *ucli.BoolFlag:
		expected = "true or false"
	case *ucli.DurationFlag:
		expected = "a time with its unit, such as 5s, 2m or 1h30m"
		if wholeNumber.MatchString(g.value) {
			expected = fmt.Sprintf("a time with its unit, such as %ss", g.value)
		}
	case *ucli.IntFlag, *ucli.Int64Flag:
		expected = "a whole number"
	case *ucli.Uint64Flag:
		expected = "a whole number, 0 or more"
	case *ucli.Float64Flag:
		expected = "a number"
	default:
		return Usagef("%s: %w", dashed(g.name), err)
	}
	return Usagef("%s: found %q, expected %s", dashed(g.name), g.value, expected)
}

var wholeNumber = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?$`)
