package prompt

import (
	"fmt"

	"github.com/truthloop/truthloop/format/record"
)

// Direction is which way a stage translates. Its text is also the stage's
// name in rows.
type Direction string

// The directions.
const (
	Informalize   Direction = "informalize"   // formal syntax to natural language
	Autoformalize Direction = "autoformalize" // natural language to formal syntax
)

func (d Direction) String() string { return string(d) }

// Task is which prompt of a direction is used.
type Task string

// The tasks.
const (
	// Translation tells of the vocabulary what its Context says, in the user's
	// message with all else.
	Translation Task = ""

	// LogicalTranslation, of autoformalize and of formulas of logic, puts the
	// task and the ontology Ω into the system's message, and nothing but the
	// sentence into the user's. It goes with ContextOntology.
	LogicalTranslation Task = "logical-translation"
)

// ParseTask reads a task; the error lists those there are.
func ParseTask(s string) (Task, error) {
	switch t := Task(s); t {
	case Translation, LogicalTranslation:
		return t, nil
	}
	return "", fmt.Errorf("task %q: expected %s, or none", s, LogicalTranslation)
}

// A Case is what one prompt is about.
type Case struct {
	Task       Task
	Direction  Direction
	Formalism  record.Formalism
	Text       string     // the formula to describe, or the description to formalize
	Vocabulary Vocabulary // what is listed of the symbols
	English    bool       // the names of predicates are English words; of first-order logic only
	Shots      int        // examples: none or two
}

// Context is how much of a formula's vocabulary is told when a description is
// to be formalized.
type Context string

// The contexts.
const (
	// ContextAuto tells what the description cannot be expected to say: the
	// predicates' names and arities where they are English words (the
	// description inflects them), all where the vocabulary has meanings (the
	// description has only those), a regular expression's alphabet, and
	// otherwise nothing, since names such as p1 and pred1 stand in the text.
	ContextAuto Context = "auto"

	ContextNone       Context = "none"
	ContextPredicates Context = "predicates" // names and arities; the propositions of propositional logic
	ContextFull       Context = "full"       // all symbols of the formula and their meanings

	// ContextOntology tells the row's whole vocabulary, whatever of it the
	// formula uses: which symbols to choose is then part of the task.
	ContextOntology Context = "ontology"
)

// ParseContext reads a context; the error lists those there are.
func ParseContext(s string) (Context, error) {
	switch c := Context(s); c {
	case ContextAuto, ContextNone, ContextPredicates, ContextFull, ContextOntology:
		return c, nil
	}
	return "", fmt.Errorf("context %q: expected auto, none, predicates, full or ontology", s)
}

func (c Context) String() string { return string(c) }

// NewInformalization is the case of describing the row's formula. All symbols
// of the formula are listed.
func NewInformalization(row *record.Row, shots int) Case {
	v := vocabularyOf(row)
	return Case{
		Direction: Informalize, Formalism: row.Formalism, Text: row.FS,
		Vocabulary: v, English: row.Formalism == record.FirstOrder && v.english(), Shots: shots,
	}
}

// NewAutoformalization is the case of formalizing the row's description. Of
// the row's formula it takes no more than the symbols that c asks for, sorted;
// of ContextOntology nothing.
func NewAutoformalization(row *record.Row, c Context, shots int) Case {
	v := vocabularyOf(row)
	if c == ContextOntology {
		v = Vocabulary{}
		if row.Vocabulary != nil {
			v.Vocabulary = *row.Vocabulary
			v.Variables = nil // those are of the formula
			v.sort()
		}
	}
	english := row.Formalism == record.FirstOrder && v.english()
	return Case{
		Direction: Autoformalize, Formalism: row.Formalism, Text: row.NL,
		Vocabulary: v.within(c, row.Formalism), English: english, Shots: shots,
	}
}
