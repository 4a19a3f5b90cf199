// Package temporal defines formulas of linear temporal logic (LTL) without past
// operators: the syntax tree, a parser for what people, language models and other
// programs write, a printer, and measures of complexity.
//
// Parse turns a text into a tree of Formula nodes or returns a *SyntaxError with a
// column. String prints a tree in ASCII; Parse reads the printed text as the same tree.
// Package verify/temporal decides how two trees are related.
//
// # Syntax
//
// Every text has one reading or none. In order of precedence, tightest first:
//
//	!            ! ~ ¬ not \lnot \neg
//	X F G        X () ○ next \bigcirc \circ, F <> ◇ eventually finally sometime \Diamond,
//	             G [] □ always globally henceforth \Box
//	U R W M      U until, R V release(s), W weak until, unless, M strong release(s)
//	&            & && /\ * ∧ and \land \wedge
//	xor          xor ⊕ \oplus
//	|            | || \/ + ∨ or \lor \vee
//	-> <->       -> => --> ==> → ⇒ implies, <-> <=> <--> <==> ↔ ⇔ iff, and LaTeX's
//	             commands for these arrows
//
// Operators in the first two lines are prefixes. U, R, W and M have one precedence and
// are right-associative, and so are -> and <->: a -> b <-> c is a -> (b <-> c). &, xor
// and | are associative: a chain of one of them is one node, whatever brackets divide
// it. These precedences are those of Spot (Duret-Lutz, Spot's Temporal Logic Formulas,
// section 3.1 "Operator precedence", and the grammar spot/parsetl/parsetl.yy). Other
// programs differ, so texts for several programs should have brackets.
//
// The constants are true, false, 1, 0, ⊤ and ⊥, and the brackets are ( ) [ ] { }.
// Keywords may be in any case; letters that are operators are capital. V is the release
// of NuSMV and Spot.
//
// The syntactic sugar of Spot (section 2.4.2 of the same document) and NuSMV's bounded
// operators are read: X[3] a is X X X a, F[1:2] a is X (a | X a), G[1:2] a is
// X (a & X a), and F[2:] a is X X F a. The colon may be a comma or two dots. X[!], the
// strong next of Spot, is X.
//
// A name begins with a letter of any script or an underscore, and goes on with
// letters, digits, underscores and inner dots. Any other name is in double quotes, in
// which \" and \\ are escapes, as in Spot.
//
// LaTeX's $ $, \( \), subscripts and font commands are understood, and full-width forms
// and mathematical letters are read as their plain forms. A full stop may end the text.
// With Options.Strict, Parse accepts only the operators, constants and names that String
// writes, and parentheses, which may also be redundant.
//
// # Ambiguity
//
// If a text could mean two things, the parser decides as follows.
//
//   - Spot reads GFa as G F a, and Green as G reen. This parser reads the letters X, F
//     and G at the beginning of a word as operators if the rest of the word is empty, as
//     in XX a; if the rest is a single letter, perhaps with a number, as in GFa and Xp1;
//     or if the rest is itself a word of the text, as in grant | Fgrant. In all other
//     cases, the word is a name, such as Green. A letter with a number, such as X1, is a
//     name, as in Spot; so GX1 is G X1. String writes Green in quotes, as Spot does.
//   - ^ is refused, since it is xor in Spot and "and" elsewhere. ∪ is refused, since it
//     is "or" in Spot and a typographic U elsewhere; so is its counterpart ∩. The letter
//     v, which can look like ∨, is a name.
//   - Y, H, O, S and T, the past operators of NuSMV, are names.
//
// # Method
//
// The lexer needs one pass, since no token depends on what the parser expects. The
// parser climbs precedences (Clarke, The top-down parsing of expressions, 1986). Chains
// become flat in a last pass over the tree, so the time is linear in the length of the
// text. Options.MaxDepth and Options.MaxSize limit the stack and the memory.
package temporal
