package gen

import (
	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/syntax"
)

// A language is a formalism whose formulas can be counted and listed with their symbols.
type language interface {
	formalism.Language
	Measure(*record.Row, formalism.Tree) error // sets the columns
	Columns() []string                         // the counts, except depth
	Vocabulary(formalism.Tree) *record.Vocabulary
	Symbols(formalism.Tree, record.Vocabulary) syntax.Symbols

	// Signs lists the terminals that count as operators, in addition to those of logic.
	Signs() []string

	// Tight reports whether symbols are written without spaces between them. The texts
	// of such a language are kept as the grammar derives them.
	Tight() bool
}

// A filter is a language that recognizes trivial formulas, for example tautologies. The
// error is an exceeded limit.
type filter interface {
	Trivial(formalism.Tree) (bool, error)
}

// columns lists the metrics of a language, except depth. The only metric of an unknown
// formalism is the number of the operators that Config.Operators lists.
func columns(l language) []Metric {
	if l == nil {
		return []Metric{NumOperators}
	}
	var all []Metric
	for _, name := range l.Columns() {
		all = append(all, Metric(name))
	}
	return all
}

// languageOf returns the language of a formalism, or nil.
func languageOf(f record.Formalism) language {
	l, _ := formalism.Of(f).(language)
	return l
}

// TrivialRow reports whether the formula of a row is known to be trivial. If the row
// names no formalism, the formula is read as a formula of logic.
func TrivialRow(row *record.Row) bool {
	if s, e := row.DFAStates, row.DFAEdges; s != nil && e != nil { // no need to build the automaton again
		return *s == 0 || *s == 1 && *e > 0
	}
	f := formalism.OrLogic(row)
	l, ok := formalism.Of(f).(filter)
	if !ok {
		return false
	}
	t, err := formalism.Parse(f, row.FS)
	if err != nil {
		return false
	}
	trivial, err := l.Trivial(t)
	return err == nil && trivial
}
