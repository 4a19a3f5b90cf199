package explain

import (
	"fmt"
	"strings"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify"
)

// surprises maps the surprises of a row to words.
var surprises = map[string]string{
	verify.SurpriseVacuous:  "the variable of a quantifier does not occur in its body",
	verify.SurpriseDisjoint: "the two sides have no symbol in common",
	verify.SurpriseArities:  "a predicate has several numbers of arguments; each number makes a separate predicate",
	verify.SurpriseReadings: "the name of a connective, as in Equivalent(a, b), or == has two readings: its sides may be formulas or terms",
	verify.SurpriseNotation: "names of the two sides differ only in notation, such as p_1 and p1",
	verify.SurpriseCompared: "comparisons with a common variable, such as x > 5 and x >= 6, are compared as if they were independent",
}

// eachText visits the texts of the row, with their names.
func (c *account) eachText(visit func(name string, t *verify.Text)) {
	for i := range c.pair.Premises {
		visit(fmt.Sprintf("premise %d", i+1), &c.pair.Premises[i])
	}
	if !c.pair.Argument && !c.pair.ByExamples() {
		visit(c.left, &c.pair.Left)
	}
	visit(c.right, &c.pair.Right)
}

// repaired writes how the texts that do not parse are read, and with which repairs.
func (c *account) repaired() {
	c.eachText(func(name string, t *verify.Text) {
		if len(t.Leniencies) == 0 {
			return
		}
		var kinds []string
		for _, l := range t.Leniencies {
			kinds = append(kinds, l.String())
		}
		c.section("Repaired "+name+" ("+strings.Join(kinds, ", ")+")", "read as "+t.Tree.String())
	})
}

// closed writes the free names that are read as bound by universal quantifiers.
func (c *account) closed() {
	if !c.pair.Reading().Universal {
		return
	}
	var texts []string
	c.eachText(func(name string, t *verify.Text) {
		all, open := leading(t.Tree), leading(t.Open)
		if names := all[:max(0, len(all)-len(open))]; t.Open != nil && len(names) > 0 {
			texts = append(texts, name+" for all "+strings.Join(names, ", "))
		}
	})
	if len(texts) > 0 {
		c.WriteString("\nRead " + printable(strings.Join(texts, "; ")) + ".\n")
	}
}

// leading lists the variables of the universal quantifiers that a formula of logic begins
// with.
func leading(t formalism.Tree) (names []string) {
	f, _ := t.(*logic.Formula)
	for ; f != nil && f.Op == logic.OpForall; f = f.Args[0] {
		names = append(names, f.Name)
	}
	return names
}

// otherReading describes the reading of free names that the verdict does not use.
func (c *account) otherReading() string {
	if c.pair.Reading().Universal {
		return "as constants"
	}
	return "as bound by ∀"
}
