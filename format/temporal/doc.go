// Package temporal defines formulas of linear temporal logic (LTL) without past
// operators: the syntax tree, a parser for what people, language models and other
// programs write, a printer, and measures of complexity.
//
// Parse turns a text into a tree of Formula nodes, or returns a *SyntaxError with the
// column of the fault. String prints a tree in ASCII; Parse reads the printed text as the same tree.
// Package verify/temporal decides how two trees are related.
//
// # Syntax
//
// Every text has one reading, or it is refused. This table lists the operators, tightest
// first. The operators of one line have the same precedence; so have all prefixes (!, X,
// F and G). On the left is what String writes; on the right are all spellings that Parse
// accepts.
//
//	!            ! ~ ¬ not \lnot \neg
//	X F G        X () ○ next \bigcirc \circ; F <> ◇ eventually finally sometime \Diamond;
//	             G [] □ always globally henceforth \Box
//	U R W M      U until; R V release(s); W weak until, unless; M strong release(s)
//	&            & && /\ * ∧ and \land \wedge
//	xor          xor ⊕ \oplus
//	|            | || \/ + ∨ or \lor \vee
//	-> <->       -> => --> ==> → ⇒ implies; <-> <=> <--> <==> ↔ ⇔ iff; and LaTeX's
//	             commands for these arrows
//
// U, R, W and M are right-associative. So are -> and <->: a -> b <-> c is a -> (b <-> c). &, xor and
// | are associative: a chain of one of them is one node, even if brackets divide the
// chain. These precedences are those of Spot (Duret-Lutz, Spot's Temporal Logic
// Formulas, section 3.1 "Operator precedence", and the grammar
// spot/parsetl/parsetl.yy). Other programs differ, so texts for several programs should
// have brackets.
//
// The constants are true, false, 1, 0, ⊤ and ⊥, and the brackets are ( ) [ ] { }.
// Words such as until may be in any case; operators of one letter such as U are
// capital. V is the operator release of NuSMV and Spot, which is R here.
//
// Parse also reads the syntactic sugar of Spot (section 2.4.2 of the same document) and
// NuSMV's bounded operators: X[3] a is X X X a, F[1:2] a is X (a | X a), G[1:2] a is
// X (a & X a), and F[2:] a is X X F a. A comma or two dots may replace the colon. X[!],
// the strong next of Spot, is X.
//
// A name begins with a letter of any script or an underscore, and goes on with
// letters, digits, underscores and inner dots. Any other name is in double quotes, in
// which \" and \\ are escapes, as in Spot.
//
// Parse reads LaTeX's $ $, \( \), subscripts and font commands. It reads full-width
// forms and mathematical letters as their plain forms. A full stop may end the text.
// With Options.Strict, Parse accepts only the operators, constants and names that String
// writes. It also accepts parentheses, even redundant ones.
//
// # Ambiguity
//
// If a text could mean two things, the parser decides as follows.
//
//   - Spot reads GFa as G F a, and Green as G reen. If a word begins with letters X, F
//     or G, this parser looks at the rest of the word. The letters are operators in
//     three cases: the rest is empty, as in XX a; the rest is a single letter, perhaps
//     with a number, as in GFa and Xp1; or the rest is itself a word of the text, as in
//     grant | Fgrant. If the rest is a number, the last letter belongs to a name, as in
//     Spot: X1 is a name, and GX1 is the operator G before the name X1. In all other
//     cases, the whole word is a name, such as Green. String writes Green in quotes,
//     since Spot would otherwise read it as G reen.
//   - ^ is refused, since it means xor in Spot and "and" elsewhere. ∪ is refused, since
//     it means "or" in Spot and the operator U elsewhere. Its counterpart ∩ is refused,
//     too. The letter v, which can look like ∨, is a name.
//   - Y, H, O, S and T are names, although NuSMV uses them as past operators.
//
// # Method
//
// The lexer runs once, before the parser, since no token depends on what the parser
// expects. The parser uses precedence climbing (Clarke, The top-down parsing of
// expressions, 1986). A last pass over the tree makes one node of each chain. So the
// time is linear in the length of the text. Options.MaxDepth and Options.MaxSize limit
// the stack and the memory.
package temporal
