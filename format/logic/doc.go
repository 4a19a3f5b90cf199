// Package logic defines propositional and first-order formulas: the syntax tree, a parser
// for what people and language models write, a printer in the notation of the AutoEval
// paper (Karia et al., ICLR 2025), and measures of complexity.
//
// Parse turns a text into a tree of Formula nodes, or returns a *syntax.Error with a
// column. String prints a tree. Parse reads the printed text as the same tree, with any
// value of Options.Scope. Package verify decides whether two trees are equivalent.
//
// # Syntax
//
// Every text has one reading or none. docs/reference/formulas.md lists the operators with their
// spellings and precedences, and all notations with examples. → and ↔ are
// right-associative. A chain of one operator, ∧, ∨ or ⊕, is one node, whatever its
// brackets; a ≠ b is the negation of a = b.
//
// If a dot, a colon or a comma follows the variables of a quantifier, its scope reaches as
// far to the right as possible. Otherwise, its scope is one operand. Options.Scope can
// choose one of these two scopes for all quantifiers.
//
// The name of a term is a variable if a quantifier binds it. ∀x binds x and X; with
// Options.CaseSensitive, it binds only x. Any other name of a term is a constant. But with
// Options.Universal, Parse adds a ∀ in front of the formula for each unbound name that
// looks like a variable (Options.Variables).
//
// # Other notations and repairs
//
// A part such as P(a) == Q(a) may be about formulas or terms: the uses of its names in the
// text and in Options.Beside decide, and Reading.Unsure says if they do not. With
// Options.Strict, Parse accepts only the symbols of the packaged prompts. With
// Options.Lenient, Parse repairs a text that no notation reads, if exactly one reading is
// sensible. The function Read returns the repairs.
//
// FOLIO v0.0 has 2,210 different formulas. Parse reads 2,194 of them, and 6 more with
// repairs.
//
// # Method
//
// The parser climbs precedences (Pratt, Top down operator precedence, POPL 1973; Clarke,
// The top-down parsing of expressions, 1986). The time is linear in the length of the
// text, except for repairs of brackets. Options.MaxDepth and Options.MaxSize limit the
// stack and the memory.
//
// # Rejected alternatives
//
// A parser generator has less clear messages about errors. A parser that backtracks takes
// exponential time on hostile texts. A program that changes a text until it parses can
// change its meaning.
package logic
