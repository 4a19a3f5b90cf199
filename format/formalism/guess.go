package formalism

import "github.com/truthloop/truthloop/format/record"

// Guess returns the formalism of a pair of texts that name none: the first known one that
// reads both. If none does, it is first_order, whose parser names the mistake.
func Guess(left, right string) record.Formalism {
	for _, l := range all {
		reader, ok := l.(interface {
			Reads(text, beside string) bool
		})
		if ok && reader.Reads(left, right) && reader.Reads(right, left) {
			return l.Name()
		}
	}
	return record.FirstOrder
}
