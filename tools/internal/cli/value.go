package cli

import (
	"fmt"

	ucli "github.com/urfave/cli/v2"
)

// Parse sets *to to the value of a flag, as parse reads it. A flag that is not set and
// has no default leaves *to as it is. The error is one of usage and names the flag.
func Parse[T any](c *ucli.Context, flag string, parse func(string) (T, error), to *T) error {
	text := c.String(flag)
	if text == "" && !c.IsSet(flag) {
		return nil
	}
	v, err := parse(text)
	if err != nil {
		return Usagef("%s: %w", dashed(flag), err)
	}
	*to = v
	return nil
}

// Nearest is a sentence that suggests the nearest of some names, or "".
func Nearest(name string, names []string) string {
	commands := make([]*ucli.Command, len(names))
	for i, n := range names {
		commands[i] = &ucli.Command{Name: n}
	}
	return ucli.SuggestCommand(commands, name)
}

// Settings returns the values of flags, for a manifest.
func Settings(c *ucli.Context, flags []ucli.Flag) map[string]string {
	settings := map[string]string{}
	for _, f := range flags {
		name := f.Names()[0]
		settings[name] = fmt.Sprint(c.Value(name))
	}
	return settings
}
