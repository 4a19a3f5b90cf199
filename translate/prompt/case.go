package prompt

import (
	"strings"

	"github.com/truthloop/truthloop/format/record"
)

// Direction is a direction of translation and the name of its stage in rows.
type Direction string

// The directions.
const (
	Informalize   Direction = "informalize"   // formal syntax to natural language
	Autoformalize Direction = "autoformalize" // natural language to formal syntax
)

// Task selects a prompt of a direction.
type Task string

// The tasks.
const (
	// Translation puts everything, including the part of the vocabulary that
	// the Context allows, into the user's message.
	Translation Task = ""

	// LogicalTranslation, for autoformalizing formulas of logic, puts the task
	// and the ontology Ω into the system message and only the sentence into the
	// user's. It is used with ContextOntology.
	LogicalTranslation Task = "logical-translation"
)

// A Case is the content of one translation prompt.
type Case struct {
	Task       Task
	Direction  Direction
	Formalism  record.Formalism
	Text       string     // the formula to describe, or the description to formalize
	Vocabulary Vocabulary // the symbols that the prompt lists
	English    bool       // a predicate is named by an English word
	Shots      int        // number of examples
	Examples   []Example  // of the row, at most Shots
	Language   string     // English name of the language that Read found; "" for English
	Fields     Fields     // the row's columns
}

// Context is the part of a formula's vocabulary that a prompt for autoformalizing
// lists.
type Context string

// The contexts.
const (
	// ContextAuto lists what a description does not contain. If predicates are
	// English words, it lists their names and arities, since descriptions inflect
	// words. If the vocabulary has meanings, it lists everything, since
	// descriptions contain only the meanings. For regular expressions it lists
	// the alphabet of the row's vocabulary. Otherwise it lists nothing, since names
	// such as p1 and pred1 are in the text.
	ContextAuto Context = "auto"

	ContextNone       Context = "none"
	ContextPredicates Context = "predicates" // names with arities, and propositions
	ContextFull       Context = "full"       // all symbols of the formula and their meanings

	// ContextOntology lists the row's whole vocabulary, whether the formula uses
	// it or not: choosing the symbols is then part of the task.
	ContextOntology Context = "ontology"
)

// NewInformalization returns the Case for describing the row's formula. It lists all
// symbols of the formula.
func NewInformalization(row *record.Row, shots int) Case {
	v := vocabularyOf(row)
	return Case{
		Direction: Informalize, Formalism: row.Formalism, Text: row.FS,
		Vocabulary: v, English: v.english(),
		Shots: shots, Examples: examplesOf(row, shots), Fields: FieldsOf(row),
	}
}

// NewAutoformalization returns the Case for formalizing the row's description. From the
// row's formula, it uses only the symbols that c allows, sorted. With ContextOntology, it
// uses nothing from the formula. With ContextAuto, the alphabet is not that of the
// formula: it would reveal which symbols occur.
func NewAutoformalization(row *record.Row, c Context, shots int) Case {
	v := vocabularyOf(row)
	given := Vocabulary{}
	if row.Vocabulary != nil {
		given.Vocabulary = *row.Vocabulary
		given.Variables = nil // they belong to the formula
		given.sort()
	}
	switch c {
	case ContextOntology:
		v = given
	case ContextAuto:
		v.Alphabet = given.Alphabet
	}
	english := v.english()
	return Case{
		Direction: Autoformalize, Formalism: row.Formalism, Text: row.NL,
		Vocabulary: v.within(c), English: english,
		Shots: shots, Examples: examplesOf(row, shots), Fields: Fields{row, strings.TrimSpace(row.FS)},
	}
}
