// Package logic holds propositional and first-order formulas: their syntax
// tree, a parser that takes what people and language models write, a printer
// in the notation of the AutoEval paper, and the counts of their complexity.
//
// A text flows in through Parse and comes out as a tree of Formula nodes or as
// a *SyntaxError with its column; a tree flows out through String. What String
// writes, Parse reads as the same tree under every Scope. Whether two trees
// mean the same is for package verify to say.
//
// # What is read
//
// Every text has one reading, or none. In order of precedence, tightest first:
//
//	¬        ¬ - ~ ! not ∼ \lnot \neg \sim
//	∀ ∃      ∀ all forall \forall, ∃ some exists \exists, ∄ \nexists for ¬∃
//	∧        ∧ & && and ^ /\ \land \wedge
//	∨        ∨ | || or v \/ \lor \vee
//	⊕        ⊕ xor ⊻ \oplus
//	→        → -> --> => ==> implies ⇒ ⊃ \to \rightarrow \implies
//	↔        ↔ <-> <=> iff ⇔ ⟷ ≡ \leftrightarrow \iff \equiv
//
// → and ↔ group to the right. ∧, ∨ and ⊕ are associative, and a chain of one
// of them is one node whatever brackets divide it. Beside them stand = == and
// ≠ != \neq between terms, a ≠ b being the negation of a = b; ⊤ ⊥ true false
// \top \bot; and the brackets ( ) [ ] { }. Keywords may be in any case.
//
// A quantifier takes one variable or several, with spaces or commas between
// them, and then a dot, a colon, a comma or nothing. Brackets around its head,
// (∀x)(P(x)), or around its variables, ∀(x, y), change nothing. After
// punctuation it reaches as far to the right as it can, without it over one
// operand; Scope says otherwise.
//
// A name consists of letters of any script, digits and underscores. It may
// begin with a digit, and hold hyphens and apostrophes, or end in apostrophes
// or plus signs: Risk-averse, Companies'Stocks, x', c++. Among the terms it
// may also hold dots, mr.smith, and consist of digits. A name under a
// quantifier of the same name is a variable there (and is spelled in the tree
// as the quantifier spells it); any other is a constant, which is also how
// free variables are read. Names bind without regard to case unless
// Options.CaseSensitive.
//
// LaTeX's $ $, \( \), \left, \right, spacing, font and Greek commands are
// understood, and p_{1} is p1; so is p_1 in a text that holds LaTeX, where an
// underscore sets lower, and only there. Full-width forms, unusual spaces,
// dashes and apostrophes, subscript digits and mathematical letters are read
// as their plain forms, zero-width characters as nothing. A full stop may end
// the text. Options.Strict refuses all of this but the symbols of the paper.
//
// # What is decided
//
// Where a text could mean two things, the parser decides as follows.
//
//   - v is an operator where one is due and a name where an operand is:
//     p1 v(p2) is a disjunction, love(v) and v(p2) are atoms. So are not, all,
//     some, and and or names among terms; as operands, all and some are names
//     unless a variable follows, true and false are unless arguments follow,
//     and not, and, or, xor, implies, iff, forall and exists never are.
//   - A hyphen between letters joins a name where an operand stands, and
//     negates after an operator: p v-q is p ∨ ¬q. A dot after a variable ends
//     the quantifier's head, ∀x.P(x); elsewhere it joins names of terms only.
//   - Of the names behind a quantifier, the last is the body's first if no
//     operand follows it: ∀x y P(x, y), ∀x y = z, ∀x p. Before a bracket it is
//     a predicate if that holds a list of terms, as in ∀x Drinks (x), and a
//     variable if it holds a formula, as in ∀x y (P(x) ∧ Q(y)). One
//     application could be both: ∀x Happy(father(x)) is an atom, but in
//     ∀x y (P(x, y)), where y occurs, and in ∀x1 x2 (P(x1)), where it looks
//     like one, the name is a variable. A comma behind variables is
//     punctuation like the dot.
//   - A quantifier that is a word, and has no punctuation, must be used: else
//     "Some dogs bark" would be a formula.
//   - P() is P.
//
// What could be repaired only by changing or guessing the meaning is refused
// instead: a bracket too many or too few, a comma for ∧, a space within a
// name, connectives among terms, a variable as a formula, in LaTeX ^ (a
// superscript) and ~ where it may be a space, as in \forall x~P(x), chained
// equalities, ∃!, quoted names, any prose around the formula. Of FOLIO v0.0's
// 2,210 different formulas 2,194 are read; a test lists why the others are not.
//
// # How
//
// The parser climbs precedences (Pratt, Top down operator precedence, POPL
// 1973; Clarke, The top-down parsing of expressions, 1986) directly over the
// text: what a sign or word is depends on whether an operand or an operator is
// due, so a separate lexer would have to ask the parser at each step. Operands
// of a chain stay on a stack until the chain's end is known, so that flattening
// moves each of them once. Nothing is read twice but
// the names behind a quantifier, which bounds the time for any text by its
// length; Options.MaxDepth and Options.MaxSize bound stack and memory.
//
// Rejected were a parser generator, for the sake of the error texts and of v;
// backtracking, which hostile texts make exponential; and one tree for ∀x y,
// which every consumer would have to take apart again.
package logic
