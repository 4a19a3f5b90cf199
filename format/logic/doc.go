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
// Every text has one reading or none. These are the operators, from the one that binds
// tightest to the one that binds least, each with its spellings:
//
//	¬        ¬ - ~ ! not ∼ \lnot \neg \sim
//	∀ ∃      ∀ all forall \forall, ∃ some exists \exists, ∄ \nexists for ¬∃
//	∧        ∧ & && and ^ /\ \land \wedge
//	∨        ∨ | || or v \/ \lor \vee
//	⊕        ⊕ xor ⊻ <~> \oplus
//	→        → -> --> => ==> implies ⇒ ⊃ \to \rightarrow \implies
//	↔        ↔ <-> <=> iff ⇔ ⟷ ≡ \leftrightarrow \iff \equiv
//
// → and ↔ are right-associative. ∧, ∨ and ⊕ are associative: p ∧ q ∧ r, (p ∧ q) ∧ r
// and p ∧ (q ∧ r) are the same node with three operands. Terms are compared with = ==
// and ≠ != \neq; a ≠ b is the negation of a = b. The truth constants are ⊤ true \top and
// ⊥ false \bot. The brackets are ( ) [ ] { }. Keywords may be in any case.
//
// A quantifier takes one or more variables, separated by spaces or commas, and
// then a dot, a colon, a comma or nothing. The quantifier with its variables is its
// head. Brackets around the head, (∀x)(P(x)), or around the variables, ∀(x, y),
// change nothing. If the head ends with punctuation, the scope of the quantifier reaches
// as far to the right as possible. If it does not, the scope is one operand. Options.Scope
// can choose one of these two scopes for all quantifiers.
//
// A name consists of letters of any script, digits and underscores. It may begin
// with a digit, contain hyphens and apostrophes, and end in apostrophes or plus
// signs: Risk-averse, Companies'Stocks, x', c++. A term's name may also contain
// dots, as in mr.smith. It may also consist of digits only.
//
// The name of a term is a variable if it is in the scope of a quantifier that binds it.
// ∀x binds x and X; the tree spells both as the quantifier does. With
// Options.CaseSensitive, ∀x binds only x. Any other name of a term is a constant, so
// free variables are read as constants. With Options.Universal, a name that no quantifier
// binds and that looks like a variable is bound by a ∀ in front of the formula.
// Options.Variables says which names look like variables: those of Prover9 or of NLTK.
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
//   - Where a term is expected, the words "not", "all", "some", "and" and "or" are names.
//   - In the place of an operand, "all" and "some" are names unless a variable
//     follows, and "true" and "false" are names if arguments follow. The words
//     "not", "and", "or", "xor", "implies", "iff", "forall" and "exists" are never
//     names in the place of an operand.
//   - A hyphen between letters is part of a name in the place of an operand. After
//     an operator a hyphen negates: p v-q is p ∨ ¬q. A dot after a variable ends the
//     quantifier's head, ∀x.P(x). Elsewhere a dot joins only names of terms.
//   - If several names follow a quantifier, the last name is a variable or begins the
//     body. If an operand other than a bracket follows the last name, the name is a
//     variable, as y in ∀x y ¬R(x, y). If no operand follows, the name begins the body, as
//     y in ∀x y = z, and p in ∀x p.
//   - If a bracket follows the last name, the content of the bracket decides. Before a
//     list of terms, the name is a predicate, as in ∀x Drinks (x) and ∀x y R(x, y).
//     Before a formula, the name is a variable, as y in ∀x y (P(x) ∧ Q(y)).
//   - A single application in the bracket, such as f(x), could be a term or a formula.
//     The name before the bracket is a variable if it occurs in the bracket, as y in
//     ∀x y (P(x, y)), or if it looks like a variable and a space or [ follows it, as
//     x2 in ∀x1 x2 (P(x1)). Otherwise it is a predicate, as in ∀x Happy(father(x)).
//   - A comma after the variables of a quantifier is punctuation like the dot.
//   - If a quantifier is a word and has no punctuation, its variables must occur in
//     its body; otherwise "Some dogs bark" would be a formula.
//   - P() is P.
//
// # Other notations and repairs
//
// docs/notation.md has an example of each notation and of each repair. The same parser
// also reads ∃!x, ∀x ∈ D, TPTP's ![X]: and the calls And(p, q) and ForAll(x, p) of
// Python. If this parser fails, Parse tries to read predicates without brackets, such as
// Px, and then SMT-LIB. In two cases, Parse tries predicates without brackets although
// the parser succeeds: a quantifier binds nothing, or a proposition such as Px could be a
// predicate with its variables.
//
// Without Options.Lenient, Parse refuses every text that no notation reads. With
// Options.Lenient, it repairs such a text if one reading is sensible, and Read lists the
// repairs. Each repair is made at the place where the parser would fail, so the time
// stays linear. Only a missing or a surplus bracket can be repaired at several places. If
// a bracket is missing or surplus, the text is read once for each of these places, with
// the repair at this place. The text is refused if these readings differ, or if it is
// longer than 2,000 bytes. Rejected: editing the text until it parses, since the nearest
// formula may have another meaning.
//
// FOLIO v0.0 has 2,210 different formulas. Parse reads 2,194 of them, and 11 more with
// repairs. The tests list why it refuses the others. Other tests damage formulas, and
// check that a repair restores them.
//
// # Method
//
// The parser climbs precedences (Pratt, Top down operator precedence, POPL 1973;
// Clarke, The top-down parsing of expressions, 1986) directly over the text. The
// meaning of a sign or word depends on whether an operand or an operator is
// expected, so a separate lexer would have to ask the parser at each step.
// The operands of a chain stay on a stack until the chain ends, so each operand is
// moved only once into the node of the chain. Only the names after a quantifier are
// read twice, so the time is linear in the length of the text. Options.MaxDepth and
// Options.MaxSize limit the stack and the memory.
//
// Rejected: a parser generator, since its error texts are less clear and v has two
// meanings; backtracking, since hostile texts make it exponential; one node for
// ∀x y, since every user of the tree would have to split it.
package logic
