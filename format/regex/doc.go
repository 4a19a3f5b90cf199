// Package regex holds regular expressions: their syntax tree, a parser that
// takes what people and language models write, and a printer in the notation
// of the AutoEval paper. Their automata are in package automata below it.
package regex
