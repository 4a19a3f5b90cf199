package cli

import (
	"fmt"
	"strings"

	ucli "github.com/urfave/cli/v2"
	"github.com/xrash/smetrics"
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

// similar is the least similarity of names that differ by a slip, from 0 to 1.
const similar = 0.75

// Nearest is the end of an error that suggests the nearest of some names by their
// similarity after Jaro and Winkler, or "" if none is similar.
func Nearest(name string, names []string) string {
	nearest, best := "", similar
	for _, n := range names {
		if s := smetrics.JaroWinkler(strings.ToLower(name), strings.ToLower(n), 0.7, 4); s > best {
			nearest, best = n, s
		}
	}
	if nearest == "" {
		return ""
	}
	return fmt.Sprintf(". Did you mean %q?", nearest)
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
