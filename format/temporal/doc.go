// Package temporal defines formulas of linear temporal logic (LTL) with operators about the
// future and the past: the syntax tree, a parser for what people, language models and other
// programs write, a printer, measures of complexity, and the evaluation of formulas on many
// words at once.
//
// Parse turns a text into a tree of Formula nodes, or returns a *syntax.Error with the
// column of the fault. String prints a tree in ASCII. Parse reads the printed text as the
// same tree. Package verify/temporal decides how two trees are related, and package verify/check evaluates one
// formula on one word, with code of its own.
//
// # Syntax
//
// Every text has one reading, or it is refused. docs/reference/temporal.md lists the
// operators with their spellings, the notations of other programs, and the names. The
// precedences are those of Spot (Duret-Lutz, Spot's Temporal Logic Formulas, section 3.1
// "Operator precedence", and the grammar spot/parsetl/parsetl.yy). Chains of &, xor and |
// are one node each. With Options.Strict, Parse accepts only the notation that String
// writes, and superfluous parentheses.
//
// # Method
//
// A lexer, and a parser that climbs precedences (Clarke, The top-down parsing of
// expressions, 1986), read the text in linear time. Options.MaxDepth and Options.MaxSize
// limit the stack and the memory.
package temporal
