package ontology

import (
	"strings"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

// Ambiguities lists the symbols that share their English with another symbol. A sentence
// with these words does not determine the formula: if both Tall and High are "{} is tall",
// "a is tall" can be Tall(a) or High(a). The same holds for a template that is the
// negation of another predicate. Upper case, spaces and a full stop make no difference.
func (o *Ontology) Ambiguities() []Fault {
	var l faults
	type clause struct{ symbol, what string }
	clauses := map[string]clause{}
	check := func(words string, c clause) {
		key := plain(words)
		old, taken := clauses[key]
		switch {
		case key == "":
		case !taken:
			clauses[key] = c
		case old != c: // the symbol itself may occur twice, which is another fault
			l.add(Ambiguous, c.symbol, "%s: %q is also the English of %s", c.what, words, old.what)
		}
	}
	for _, p := range o.Predicates {
		check(p.Positive, clause{symbol(p), "predicate " + symbol(p)})
		check(p.Negative, clause{symbol(p), "the negation of predicate " + symbol(p)})
	}
	for _, c := range o.constants() {
		check(c.Meaning, clause{c.Name, c.kind + " " + c.Name})
	}
	return l
}

// Conflicts lists the symbols to which p gives another meaning than o: symbols with two
// meanings.
func (o *Ontology) Conflicts(p *Ontology) []Fault {
	var l faults
	for _, q := range p.Predicates {
		r := Find(o.Predicates, q.Name, func(r record.Predicate) (string, bool) { return r.Name, r.Arity == q.Arity })
		if r != nil && r.Name == q.Name && plain(r.Positive) != plain(q.Positive) {
			l.add(Ambiguous, symbol(q), "predicate %s: found %q, and %q in another draft", symbol(q), r.Positive, q.Positive)
		}
	}
	both := func(kind string, old, more []Constant) {
		for _, c := range more {
			if d := Find(old, c.Name, byName); d != nil && d.Name == c.Name && plain(d.Meaning) != plain(c.Meaning) {
				l.add(Ambiguous, c.Name, "%s %s: found %q, and %q in another draft", kind, c.Name, d.Meaning, c.Meaning)
			}
		}
	}
	both("constant", o.Constants, p.Constants)
	both("proposition", o.Propositions, p.Propositions)
	return l
}

// plain returns a text without differences that do not matter to a reader.
func plain(text string) string {
	return strings.Trim(strings.Join(strings.Fields(logic.Fold(text)), " "), " .,;!")
}
