package ontology

import (
	"strings"

	"github.com/truthloop/truthloop/format/logic"
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

// plain returns a text without differences that do not matter to a reader.
func plain(text string) string {
	return strings.Trim(strings.Join(strings.Fields(logic.Fold(text)), " "), " .,;!")
}
