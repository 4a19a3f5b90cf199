package language

import "github.com/truthloop/truthloop/format/logic"

// Reads reports whether a text that names no formalism is a formula, beside the other text
// of its pair.
func (l *Language) Reads(text, beside string) bool {
	f, err := logic.Parse(text, logic.Options{Beside: []string{text, beside}})
	return err == nil && (l == FirstOrder || f.IsPropositional())
}
