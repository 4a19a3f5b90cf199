package formalism

import (
	logic "github.com/truthloop/truthloop/format/logic/language"
	"github.com/truthloop/truthloop/format/record"
	regex "github.com/truthloop/truthloop/format/regex/language"
	temporal "github.com/truthloop/truthloop/format/temporal/language"
)

// guessed lists the languages from the one that reads the fewest texts to the one that
// reads the most: almost any word is a regular expression.
var guessed = []Language{logic.Propositional, logic.FirstOrder, temporal.Linear, regex.Paper, regex.Brics}

// Guess returns the formalism of a pair of texts that name none: the first of guessed that
// reads both. If none does, it is first_order, whose parser names the mistake.
func Guess(left, right string) record.Formalism {
	for _, l := range guessed {
		reader, ok := l.(interface {
			Reads(text, beside string) bool
		})
		if ok && reader.Reads(left, right) && reader.Reads(right, left) {
			return l.Name()
		}
	}
	return record.FirstOrder
}
