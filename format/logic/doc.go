// Package logic defines propositional and first-order formulas: the syntax
// tree, a parser for what people and language models write, a printer in the
// notation of the AutoEval paper, and measures of complexity.
//
// Parse turns a text into a tree of Formula nodes or returns a *SyntaxError with
// a column. String prints a tree; Parse reads the printed text as the same tree,
// whatever the scope of quantifiers (Options.Scope) is. Package verify decides whether
// two trees are equivalent.
//
// # Syntax
//
// Every text has one reading or none. In order of precedence, tightest first:
//
//	¬        ¬ - ~ ! not ∼ \lnot \neg \sim
//	∀ ∃      ∀ all forall \forall, ∃ some exists \exists, ∄ \nexists for ¬∃
//	∧        ∧ & && and ^ /\ \land \wedge
//	∨        ∨ | || or v \/ \lor \vee
//	⊕        ⊕ xor ⊻ <~> \oplus
//	→        → -> --> => ==> implies ⇒ ⊃ \to \rightarrow \implies
//	↔        ↔ <-> <=> iff ⇔ ⟷ ≡ \leftrightarrow \iff \equiv
//
// → and ↔ are right-associative. ∧, ∨ and ⊕ are associative: a chain of one of
// them is one node, whatever brackets divide it. Terms are compared with = == and
// ≠ != \neq; a ≠ b is the negation of a = b. The constants are ⊤ ⊥ true false
// \top \bot, the brackets ( ) [ ] { }. Keywords may be in any case.
//
// A quantifier takes one or more variables, separated by spaces or commas, and
// then a dot, a colon, a comma or nothing. The quantifier with its variables is its
// head. Brackets around the head, (∀x)(P(x)), or around the variables, ∀(x, y),
// change nothing. With punctuation, the scope of the quantifier reaches as far to the
// right as possible. Without punctuation, its scope is one operand. Options.Scope
// can choose one of these two scopes for all quantifiers.
//
// A name consists of letters of any script, digits and underscores. It may begin
// with a digit, contain hyphens and apostrophes, and end in apostrophes or plus
// signs: Risk-averse, Companies'Stocks, x', c++. A term's name may also contain
// dots, mr.smith, and consist of digits only. A term's name in the scope of a
// quantifier that binds this name is a variable. The tree spells it as the quantifier
// does. Any other name of a term is a constant, so free variables are read as
// constants. With Options.Universal, the free names that look like variables are
// bound by ∀ in front of the formula instead. Options.Variables says which names
// look like variables: those of Prover9 or those of NLTK. A quantifier binds names
// in upper and in lower case, unless Options.CaseSensitive is set.
//
// LaTeX's $ $, \( \), \left, \right, and spacing, font and Greek commands are
// understood, and p_{1} is p1. In a text that contains LaTeX, p_1 is p1 as well,
// since the underscore sets a subscript there. Full-width forms, unusual spaces,
// dashes and apostrophes, subscript digits and mathematical letters are read as
// their plain forms. Zero-width characters are ignored. A full stop may end the
// text. With Options.Strict, Parse accepts only the symbols of the packaged
// prompts.
//
// # Ambiguity
//
// If a text could mean two things, the parser decides as follows.
//
//   - v is an operator in the place of an operator and a name in the place of an
//     operand: p1 v(p2) is a disjunction, love(v) and v(p2) are atoms.
//   - Among terms, the words "not", "all", "some", "and" and "or" are names.
//   - In the place of an operand, "all" and "some" are names unless a variable
//     follows, and "true" and "false" are names if arguments follow. The words
//     "not", "and", "or", "xor", "implies", "iff", "forall" and "exists" are never
//     names in the place of an operand.
//   - A hyphen between letters is part of a name in the place of an operand. After
//     an operator a hyphen negates: p v-q is p ∨ ¬q. A dot after a variable ends the
//     quantifier's head, ∀x.P(x). Elsewhere a dot joins only names of terms.
//   - If several names follow a quantifier, the last name is a variable if an
//     operand follows it. Otherwise the last name begins the body. Examples are y
//     in ∀x y = z, and p in ∀x p. If a bracket follows the last name, the content
//     of the bracket decides. If the content is a list of terms, the name is a
//     predicate, as in ∀x Drinks (x) and ∀x y P(x, y). If the content is a
//     formula, the name is a variable, as in ∀x y (P(x) ∧ Q(y)). If the content is
//     a single application, such as f(x), it could be a term or a formula. Then
//     the name is a variable if it occurs in the bracket, as y in ∀x y (P(x, y)),
//     or if it looks like a variable and a space or [ follows it, as x2 in ∀x1 x2
//     (P(x1)). Otherwise the name is a predicate, as in ∀x Happy(father(x)). A
//     comma after variables is punctuation like the dot.
//   - If a quantifier is a word and has no punctuation, its variables must occur in
//     its body; otherwise "Some dogs bark" would be a formula.
//   - P() is P.
//
// # Other notations and repairs
//
// docs/notation.md has an example of each notation and of each repair. ∃!x, ∀x ∈ D,
// TPTP's ![X]: and the calls And(p, q) and ForAll(x, p) of Python begin where no formula
// of the syntax above does, so one parser reads them all. If this parser fails, Parse
// tries to read predicates without brackets, Px, and then SMT-LIB. It also tries to read
// predicates without brackets if the parser succeeds, but a quantifier binds nothing, or
// a proposition may be such a predicate with its variables.
//
// Parse refuses a text if a repair would have to change it. With Options.Lenient, it
// repairs a text that no notation reads, if one reading is sensible, and Read lists the
// repairs. Each repair is made at the place where the parser would fail, so the time
// stays linear. Only a bracket may belong in several places; a text of up to 2,000 bytes
// is read with each of them, and refused if the readings differ. Rejected: edits of the
// text until it parses, since the nearest formula may have another meaning. Of the 2,210
// different formulas of FOLIO v0.0, 2,194 are read, and 11 more with repairs; tests list
// why the others are not, and damage formulas to see that a repair restores them.
//
// # Method
//
// The parser climbs precedences (Pratt, Top down operator precedence, POPL 1973;
// Clarke, The top-down parsing of expressions, 1986) directly over the text. The
// meaning of a sign or word depends on whether an operand or an operator is
// expected, so a separate lexer would have to ask the parser at each step.
// Operands of a chain stay on a stack until the chain ends, so that each of them is
// moved only once into the node of the chain. Only the names after a quantifier are
// read twice, so the time is linear in the length of the text. Options.MaxDepth and
// Options.MaxSize limit the stack and the memory.
//
// Rejected: a parser generator, since its error texts are less clear and v has two
// meanings; backtracking, since hostile texts make it exponential; one node for
// ∀x y, since every user of the tree would have to split it.
package logic
