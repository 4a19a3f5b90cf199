package language

import "github.com/truthloop/truthloop/format/temporal"

// Reads reports whether a text that names no formalism is a formula, beside the other text
// of its pair.
func (*Language) Reads(text, beside string) bool {
	_, err := temporal.Parse(text, temporal.Options{Beside: []string{text, beside}})
	return err == nil
}
