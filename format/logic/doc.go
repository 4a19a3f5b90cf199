// Package logic holds propositional and first-order formulas: their syntax
// tree, a parser that takes what people and language models write, a printer
// in the notation of the AutoEval paper, and the counts of their complexity.
package logic
