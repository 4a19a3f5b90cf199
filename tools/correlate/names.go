package correlate

import (
	"fmt"
	"strings"
)

// aliases maps names of models, in lower case, to the names for which they stand.
type aliases map[string]string

// readAliases reads the embedded aliases, and those of a file if file is not empty. A line
// of the file replaces an embedded one. A line with two equal names removes it.
func readAliases(file string) (aliases, error) {
	all := aliases{}
	embedded, err := embeddedSheet("scores/aliases.csv")
	if err != nil {
		return nil, err
	}
	if err := all.add(embedded); err != nil || file == "" {
		return all, err
	}
	own, err := open(file)
	if err == nil {
		err = all.add(own)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return all, nil
}

// add adds the lines of a table with the columns alias and model.
func (a aliases) add(s *sheet) error {
	if !s.has("alias") || !s.has("model") {
		return fmt.Errorf("found columns %s, expected alias and model", strings.Join(s.columns, ", "))
	}
	added := map[string]bool{}
	for _, l := range s.lines {
		name, model := strings.ToLower(l.cells["alias"]), strings.ToLower(l.cells["model"])
		switch {
		case name == "" || model == "":
			return fmt.Errorf("%s: found alias %q and model %q, expected two names", l.at, name, model)
		case added[name]:
			return fmt.Errorf("%s: second line of alias %q", l.at, name)
		}
		added[name], a[name] = true, model
	}
	return nil
}

// model returns the name of the model for which a name stands.
func (a aliases) model(name string) string {
	name = strings.ToLower(name)
	for range a { // ends also if aliases lead in a circle
		if to, found := a[name]; found {
			name = to
		}
	}
	return name
}
