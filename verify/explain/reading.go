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
}

// eachText visits the texts of the case, with their names.
func (c *Case) eachText(visit func(name, text string)) {
	if c.Premises == nil {
		visit(c.LeftName, c.Left)
	}
	for i, p := range c.Premises {
		visit(fmt.Sprintf("premise %d", i+1), p)
	}
	visit(c.RightName, c.Right)
}

// repaired writes how the texts that do not parse are read, and with which repairs.
func (c *Case) repaired(b *strings.Builder) {
	if !c.Formula.Lenient || !formalism.Logical(c.formalism()) {
		return
	}
	c.eachText(func(name, text string) {
		r, err := logic.Read(text, c.Formula)
		if err != nil || len(r.Leniencies) == 0 {
			return
		}
		var kinds []string
		for _, l := range r.Leniencies {
			kinds = append(kinds, l.String())
		}
		section(b, "Repaired "+name+" ("+strings.Join(kinds, ", ")+")", "read as "+r.Formulas[0].String())
	})
}

// closed writes the free names that are read as bound by universal quantifiers.
func (c *Case) closed(b *strings.Builder) {
	if !c.Formula.Universal || !formalism.Logical(c.formalism()) {
		return
	}
	open := c.Formula
	open.Universal = false
	var texts []string
	note := func(name, text string) {
		f, err := logic.Parse(text, c.Formula)
		if err != nil {
			return
		}
		g, err := logic.Parse(text, open)
		if err != nil {
			return
		}
		all := leading(f)
		if names := all[:len(all)-len(leading(g))]; len(names) > 0 {
			texts = append(texts, name+" for all "+strings.Join(names, ", "))
		}
	}
	if c.eachText(note); len(texts) > 0 {
		b.WriteString("\nRead " + printable(strings.Join(texts, "; ")) + ".\n")
	}
}

// leading lists the variables of the universal quantifiers that f begins with.
func leading(f *logic.Formula) (names []string) {
	for ; f.Op == logic.OpForall; f = f.Args[0] {
		names = append(names, f.Name)
	}
	return names
}

// otherReading describes the reading of free names that the verdict does not use.
func (c *Case) otherReading() string {
	if c.Formula.Universal {
		return "as constants"
	}
	return "as bound by ∀"
}
