package ontology

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

// FaultKind is the kind of a fault.
type FaultKind string

// The kinds of faults.
const (
	Missing   FaultKind = "missing"   // a symbol of the formulas is not in the ontology
	Arity     FaultKind = "arity"     // a predicate's arity is below 1 or differs from the formulas
	Template  FaultKind = "template"  // a predicate lacks a template or has a template with a wrong number of holes
	Meaning   FaultKind = "meaning"   // a constant or a proposition has no meaning
	Duplicate FaultKind = "duplicate" // a symbol occurs twice
	Ambiguous FaultKind = "ambiguous" // two symbols have the same English, or a symbol has two meanings
	Unnamed   FaultKind = "unnamed"   // a symbol has no name
	Document  FaultKind = "document"  // another part of the file is wrong
)

// A Fault is a fault of an ontology.
type Fault struct {
	Kind    FaultKind `json:"kind"`
	Symbol  string    `json:"symbol,omitempty"` // such as Larger/2 or a
	Message string    `json:"message"`
}

// Covers returns an error that lists the symbols of f that the ontology lacks or has
// with another arity; nil if there are none. Ontologies have no functions.
func (o *Ontology) Covers(f *logic.Formula) error {
	var missing []error
	for _, fault := range o.gaps(f.Signature(true)) {
		missing = append(missing, errors.New(fault.Message))
	}
	return errors.Join(missing...)
}

// Faults lists the faults of o for formulas with the signature s. Symbols that the
// formulas do not use are not faults.
func (o *Ontology) Faults(s logic.Signature) []Fault {
	l := append(append(o.flaws(), o.gaps(s)...), o.Ambiguities()...)
	for _, p := range o.Predicates {
		for name, template := range map[string]string{"positive": p.Positive, "negative": p.Negative} {
			if strings.TrimSpace(template) == "" {
				l.add(Template, symbol(p), "predicate %s: found no %s template", symbol(p), name)
			}
		}
	}
	for _, c := range o.constants() {
		if strings.TrimSpace(c.Meaning) == "" && c.Name != "" {
			l.add(Meaning, c.Name, "%s %s: found no meaning", c.kind, c.Name)
		}
	}
	slices.SortStableFunc(l, func(a, b Fault) int { return cmp.Compare(a.Message, b.Message) })
	return l
}

type faults []Fault

func (l *faults) add(kind FaultKind, symbol, format string, a ...any) {
	*l = append(*l, Fault{kind, symbol, fmt.Sprintf(format, a...)})
}

func symbol(p record.Predicate) string { return fmt.Sprintf("%s/%d", p.Name, p.Arity) }

// gaps lists the symbols of s that o lacks or has with another arity.
func (o *Ontology) gaps(s logic.Signature) (l faults) {
	for _, p := range s.Predicates {
		g := Find(o.Predicates, p.Name, func(q record.Predicate) (string, bool) { return q.Name, q.Arity == int64(p.Arity) })
		if g != nil {
			continue
		}
		name := fmt.Sprintf("%s/%d", p.Name, p.Arity)
		other := Find(o.Predicates, p.Name, func(q record.Predicate) (string, bool) { return q.Name, true })
		if other == nil {
			l.add(Missing, name, "predicate %s: not in the ontology", name)
		} else {
			l.add(Arity, name, "predicate %s: found %d arguments, expected %d", p.Name, p.Arity, other.Arity)
		}
	}
	missing := func(kind string, names []string, symbols []Constant) {
		for _, name := range names {
			if Find(symbols, name, func(c Constant) (string, bool) { return c.Name, true }) == nil {
				l.add(Missing, name, "%s %s: not in the ontology", kind, name)
			}
		}
	}
	missing("constant", s.Constants, o.Constants)
	missing("proposition", s.Propositions, o.Propositions)
	for _, g := range s.Functions {
		l.add(Missing, fmt.Sprintf("%s/%d", g.Name, g.Arity), "function %s/%d: ontologies have no functions", g.Name, g.Arity)
	}
	return l
}

// flaws lists the faults that make an ontology unusable for any formulas.
func (o *Ontology) flaws() (l faults) {
	if k := o.StoryID.Kind(); len(o.StoryID) > 0 && k != '"' && k != '0' && k != 'n' {
		l.add(Document, "", "story_id: expected a string or a number")
	}
	seen := map[string]bool{}
	for _, p := range o.Predicates {
		switch {
		case p.Name == "":
			l.add(Unnamed, "", "predicates: found one without a name")
		case p.Arity < 1:
			l.add(Arity, symbol(p), "predicate %s: found arity %d, expected at least 1", p.Name, p.Arity)
		case seen[symbol(p)]:
			l.add(Duplicate, symbol(p), "predicate %s: found twice", symbol(p))
		}
		seen[symbol(p)] = true
		for _, template := range []string{p.Positive, p.Negative} {
			if n := strings.Count(template, Hole); template != "" && p.Arity > 0 && int64(n) != p.Arity {
				l.add(Template, symbol(p), "predicate %s: template %q: found %d of %s, expected %d, one for each argument", p.Name, template, n, Hole, p.Arity)
			}
		}
	}
	named := map[[2]string]bool{}
	for _, c := range o.constants() {
		key := [2]string{c.kind, c.Name}
		switch {
		case c.Name == "":
			l.add(Unnamed, "", "%ss: found one without a name", c.kind)
		case named[key]:
			l.add(Duplicate, c.Name, "%s %s: found twice", c.kind, c.Name)
		}
		named[key] = true
	}
	return l
}

// A named is a constant or a proposition with its kind.
type named struct {
	Constant
	kind string
}

func (o *Ontology) constants() []named {
	var all []named
	for _, c := range o.Constants {
		all = append(all, named{c, "constant"})
	}
	for _, p := range o.Propositions {
		all = append(all, named{p, "proposition"})
	}
	return all
}
