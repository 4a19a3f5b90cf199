package cli

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"
	"github.com/xrash/smetrics"
)

// Parse sets *to to the value of a flag, as parse reads it. A flag that is not set and
// has no default leaves *to unchanged. The error is an error of usage and names the flag.
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

// OneOf sets *to to the value of a flag, which must be one of the values. The error is an
// error of usage.
func OneOf[T ~string](c *ucli.Context, flag string, to *T, values ...T) error {
	if *to = T(c.String(flag)); slices.Contains(values, *to) {
		return nil
	}
	expected := ""
	for i, v := range values {
		switch i {
		case 0:
		case len(values) - 1:
			expected += " or "
		default:
			expected += ", "
		}
		expected += string(v)
	}
	return Usagef("%s: found %q, expected %s", dashed(flag), *to, expected)
}

// Nearest returns the end of an error that suggests the nearest of some names, or "".
func Nearest(name string, names []string) string {
	if nearest := Similar(name, names); nearest != "" {
		return fmt.Sprintf(". Did you mean %q?", nearest)
	}
	return ""
}

// Similar returns the name with the greatest Jaro-Winkler similarity or, if no name is
// similar, one that differs from name by a single typing error. It returns "" if there is
// none.
func Similar(name string, names []string) string {
	nearest, best := "", 0.75
	for _, n := range names {
		if s := smetrics.JaroWinkler(strings.ToLower(name), strings.ToLower(n), 0.7, 4); s > best {
			nearest, best = n, s
		}
	}
	if nearest == "" && len(name) > 1 && len(names) > 0 {
		if n := closest(name, names); smetrics.WagnerFischer(name, n, 1, 1, 1) == 1 {
			nearest = n
		}
	}
	return nearest
}

// suggest adds the nearest value to an error of usage that lists the values of a flag.
func suggest(err error) error {
	if !isUsage(err) || strings.Contains(strings.ToLower(err.Error()), "did you mean") {
		return err
	}
	m := enumerated.FindStringSubmatch(err.Error())
	if m == nil {
		return err
	}
	values := slices.DeleteFunc(between.Split(m[2], -1), func(v string) bool { return strings.Contains(v, " ") })
	if nearest := Nearest(m[1], values); nearest != "" {
		return Usagef("%w%s", err, nearest)
	}
	return err
}

// enumerated matches an error that contains the value found and the values expected;
// between separates the values.
var (
	enumerated = regexp.MustCompile(`"?([^\s"]+)"?[:,] expected (?:one of |some of )?([^;]*)`)
	between    = regexp.MustCompile(`,? (?:or|and) (?:some of )?|, `)
)

// Settings returns the values of flags, for a manifest.
func Settings(c *ucli.Context, flags []ucli.Flag) map[string]string {
	settings := map[string]string{}
	for _, f := range flags {
		name := f.Names()[0]
		settings[name] = fmt.Sprint(c.Value(name))
	}
	return settings
}
