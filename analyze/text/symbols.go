package text

import (
	"regexp"

	"github.com/truthloop/truthloop/format/logic"
)

// written matches the symbols of a formula as it is written.
var written = regexp.MustCompile(`[∀∃]\s*[\pL\pN_]+|[\pL\pN_]+|\S`)

// WrittenSymbols lists the names, operators and brackets of a formula as it is written.
// A quantifier and its variable are one symbol. With these tokens, BLEU is 0.18 in the
// example "BLEU score does not capture the logical semantic" of Brunello et al., AAAI
// 2026, as in the paper.
func WrittenSymbols(formula string) []string {
	return written.FindAllString(formula, -1)
}

var symbol = regexp.MustCompile(`[\pL\pN_'-]+|\S`)

// Symbols lists the names, operators and brackets of the printed formula, as
// tokens for BLEU.
func Symbols(f *logic.Formula) []string { return symbol.FindAllString(f.String(), -1) }
