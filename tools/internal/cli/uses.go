package cli

import (
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"
)

// A Use declares the flags that a program reads under a condition, such as the flags of
// one of its tables. A flag may be declared in several uses. It is refused if none of
// their conditions holds.
type Use struct {
	For   string                     // the condition in an error, such as "--plot"
	If    func(c *ucli.Context) bool // nil: always
	Flags []string
}

// Given returns the condition that one of the flags is given.
func Given(flags ...string) func(*ucli.Context) bool {
	return func(c *ucli.Context) bool {
		return slices.ContainsFunc(flags, func(name string) bool { return isGiven(c, name) })
	}
}

// isGiven reports whether a flag is set to a value other than false.
func isGiven(c *ucli.Context, name string) bool {
	on, isBool := c.Value(name).(bool)
	return c.IsSet(name) && (on || !isBool)
}

// OneOf returns an error if more than one of the flags is given.
func OneOf(c *ucli.Context, flags ...string) error {
	var found []string
	for _, name := range flags {
		if isGiven(c, name) {
			found = append(found, dashed(name))
		}
	}
	if len(found) > 1 {
		return Usagef("found %s, expected one of them", strings.Join(found, " and "))
	}
	return nil
}

// Names returns the names of flags, without their aliases.
func Names(flags []ucli.Flag) []string {
	names := make([]string, len(flags))
	for i, f := range flags {
		names[i] = f.Names()[0]
	}
	return names
}

// AllFlags returns the program's own flags and the flags of its groups.
func (cmd Command) AllFlags() []ucli.Flag {
	return slices.Concat(cmd.Flags, cmd.Groups.flags())
}

// An idleError refuses a flag that has no effect with the other flags.
type idleError struct {
	name string
	err  error
}

func (e *idleError) Error() string { return e.err.Error() }
func (e *idleError) Unwrap() error { return e.err }

// checkUses refuses flags that are set and would have no effect. groups are the groups
// of this command line.
func (cmd Command) checkUses(c *ucli.Context, groups Groups) error {
	own, effective := Names(cmd.Flags), Names(groups.flags())
	for _, name := range Names(cmd.AllFlags()) {
		if !c.IsSet(name) {
			continue
		}
		uses, holds := cmd.usesOf(c, name)
		switch {
		case holds:
		case cmd.Idle(c, name):
			return &idleError{name, Usagef("%s has no effect here: it is for %s", dashed(name), strings.Join(uses, ", "))}
		case slices.Contains(own, name) && cmd.Uses != nil:
			return Usagef("%s has no effect: the program declares no use of it", dashed(name))
		case !slices.Contains(own, name) && !slices.Contains(effective, name):
			return &idleError{name, Usagef("%s has no effect on a table", dashed(name))}
		}
	}
	return nil
}

// usesOf lists the conditions under which the program reads a flag, and reports
// whether one holds.
func (cmd Command) usesOf(c *ucli.Context, name string) (uses []string, holds bool) {
	for _, u := range cmd.Uses {
		if slices.Contains(u.Flags, name) {
			uses = append(uses, u.For)
			holds = holds || u.If == nil || u.If(c)
		}
	}
	return uses, holds
}

// Idle reports whether the program would refuse the flag, because it has no effect
// with the other flags of c.
func (cmd Command) Idle(c *ucli.Context, name string) bool {
	uses, holds := cmd.usesOf(c, name)
	return uses != nil && !holds
}

// dashed returns a flag as it is written on a command line.
func dashed(name string) string { return "--"[:min(2, len(name))] + name } // -k, --show
