package correlate

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/xrash/smetrics"

	"github.com/truthloop/truthloop/data"
)

// embeddedAliases is the embedded file of aliases.
const embeddedAliases = "scores/aliases.csv"

// A relation is the relation of an alias to the name of a model.
type relation string

const (
	same    relation = "same"    // another name of the same model
	version relation = "version" // a dated version of the model
)

// An alias gives the model of a name. An alias PREFIX* with the model * removes the
// prefix.
type alias struct {
	model string
	is    relation
}

// aliases maps names, in lower case, to their aliases.
type aliases map[string]alias

// readAliases reads the embedded aliases, and the aliases of a file if file is not empty.
// A line of the file replaces an embedded one. A line with two equal names removes it.
func readAliases(file string) (aliases, error) {
	content, err := data.FS.ReadFile(embeddedAliases)
	if err != nil {
		return nil, err
	}
	all := aliases{}
	if err := all.add(bytes.NewReader(content)); err != nil || file == "" {
		return all, err
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close() // the file was only read
	if err := all.add(f); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return all, nil
}

// add adds the lines of a table with the columns alias, model and, optionally, relation.
func (a aliases) add(r io.Reader) error {
	in, err := readCSV(r)
	if err != nil {
		return err
	}
	if !in.has("alias") || !in.has("model") {
		return fmt.Errorf("found columns %s, expected alias, model and, optionally, relation", strings.Join(in.columns, ", "))
	}
	added := map[string]bool{}
	for _, l := range in.lines {
		name, to := strings.ToLower(l.text("alias")), alias{strings.ToLower(l.text("model")), relation(l.text("relation"))}
		if to.is == "" {
			to.is = same
		}
		prefix, isPattern := strings.CutSuffix(name, "*")
		switch {
		case name == "" || to.model == "":
			return fmt.Errorf("%s: found alias %q and model %q, expected two names", l.at, name, to.model)
		case to.is != same && to.is != version:
			return fmt.Errorf("%s: relation: found %q, expected same or version", l.at, to.is)
		case isPattern != (to.model == "*") || isPattern && to.is != same || strings.Contains(prefix, "*"):
			return fmt.Errorf("%s: found alias %q, model %q and relation %s, expected two names, or PREFIX*, * and same", l.at, name, to.model, to.is)
		case added[name]:
			return fmt.Errorf("%s: second line of alias %q", l.at, name)
		}
		added[name], a[name] = true, to
	}
	for name := range added {
		if _, err := a.walk(name); err != nil {
			return err
		}
	}
	return nil
}

// step looks up an alias. For a name that is not listed, the longest prefix applies.
func (a aliases) step(name string) (alias, bool) {
	if to, ok := a[name]; ok {
		return to, to.model != name
	}
	for i := len(name) - 1; i > 0; i-- {
		if _, ok := a[name[:i]+"*"]; ok {
			return alias{name[i:], same}, true
		}
	}
	return alias{}, false
}

// An identity is what the aliases say about a name.
type identity struct {
	model  string // the name without aliases of the same model
	family string // the family, if the model is a version of it; else empty
}

// walk follows the aliases of a name.
func (a aliases) walk(name string) (identity, error) {
	id := identity{model: name}
	for at, seen := name, map[string]bool{}; ; {
		seen[at] = true
		to, ok := a.step(at)
		if !ok {
			return id, nil
		}
		if at = to.model; seen[at] {
			return id, fmt.Errorf("the aliases of %q lead back to %q", name, at)
		}
		if to.is == version || id.family != "" {
			id.family = at
		} else {
			id.model = at
		}
	}
}

func (a aliases) identify(name string) identity {
	id, _ := a.walk(name) // add rejects cycles
	return id
}

// partners pairs the names of two scores. Equal names come first, then names of the
// same model, and then a version with its family. Two versions are never paired.
// If several names of one score have the same partner in the other, none of them is
// paired, because it is not clear which one is meant.
func (a aliases) partners(xs, ys []string) map[string]string {
	pairs := map[string]string{}
	free := func(names []string, taken func(string) bool) (left []string) {
		return slices.DeleteFunc(slices.Clone(names), taken)
	}
	pair := func(key func(name string, x bool) string) {
		used := map[string]bool{}
		for _, y := range pairs {
			used[y] = true
		}
		xBy, yBy := map[string][]string{}, map[string][]string{}
		for _, x := range free(xs, func(x string) bool { return pairs[x] != "" }) {
			xBy[key(x, true)] = append(xBy[key(x, true)], x)
		}
		for _, y := range free(ys, func(y string) bool { return used[y] }) {
			yBy[key(y, false)] = append(yBy[key(y, false)], y)
		}
		for k, x := range xBy {
			if y := yBy[k]; k != "" && len(x) == 1 && len(y) == 1 {
				pairs[x[0]] = y[0]
			}
		}
	}
	family := func(versions bool) func(string, bool) string {
		return func(name string, x bool) string {
			id := a.identify(name)
			switch {
			case x == versions:
				return id.family
			case id.family != "":
				return ""
			}
			return id.model
		}
	}
	pair(func(name string, _ bool) string { return name })
	pair(func(name string, _ bool) string { return a.identify(name).model })
	pair(family(true))
	pair(family(false))
	return pairs
}

// nearest returns the most similar of names by the Jaro-Winkler similarity, or "" if none
// is similar. It ignores the prefixes of providers.
func nearest(name string, names []string) string {
	const least = 0.8
	best, most := "", least
	for _, other := range names {
		if s := smetrics.JaroWinkler(path.Base(name), path.Base(other), 0.7, 4); s > most {
			best, most = other, s
		}
	}
	return best
}
