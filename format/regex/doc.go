// Package regex holds regular expressions: their syntax tree, a parser that
// takes what people and language models write, a printer in the notation of
// the AutoEval paper, and the counts of their complexity. Their automata are
// in package automata below it.
//
// # What is read
//
// The paper's notation is symbols, juxtaposition, * and parentheses; with
// Options.Strict that is all that Parse takes. Without it Parse also reads:
//
//	r|s  r∪s            either; an empty side is the empty string: (|0)
//	r+  r?              one or more; zero or one
//	r{n} r{n,} r{,m} r{n,m}  counted repetition, n and m at most MaxCount
//	r*? r+? r?? r*+     lazy and possessive marks, which change no language
//	.                   any one rune
//	[a-z_] [^a-z]       one rune of a class, or one rune that is not in it
//	\d \w \s \D \W \S   digits, word characters and white space of ASCII
//	\n \t \xHH \x{H} \uHHHH \u{H}  runes by name; \* and the like, a rune itself
//	^ $ \A \z \Z        the empty string, only at the start or end of the text
//	(?:r) (?<x>r) (?P<x>r)  groups
//	() ε ϵ λ            the empty string
//	∅                   no string at all
//	∗ ⋆ ＊ （ ）          typographic and full-width forms of the operators
//	\epsilon \cup r^*   LaTeX's forms
//
// White space outside classes is ignored, and so are the dots · and ⋅ of
// explicit concatenation. Any other character stands for itself.
//
// Four readings were chosen where notations differ. λ is the empty string, as
// in textbooks (the letter is \λ). + is repetition and never union: 0+1 is one
// or more 0 and then 1. A caret directly before *, +, ? or { is the
// superscript of LaTeX, so 0^*1 is 0*1; every other caret is the assertion. A
// mark of possession is dropped: it says how a backtracking matcher searches,
// and the expressions compared here denote languages.
//
// What is refused, with a *SyntaxError that says why: backreferences,
// lookaround, word boundaries and atomic groups; a repetition of nothing; a
// missing or surplus parenthesis; { } and ] that close or open nothing; an
// unknown escape; a raw control character; … for a part left out; and an
// expression wrapped in /…/, quotes or backticks: taking an answer out of its
// packaging is the business of whoever knows how it was asked for, and read as
// symbols the packaging would turn a right answer into a wrong one.
//
// # The alphabet
//
// The alphabet is all of Unicode, so . and [^a] range over every scalar value,
// a line feed included, whatever symbols the expression names. The usual
// alternative, the alphabet of the symbols that occur, would make the meaning
// of an expression depend on the one it is compared with: over {0,1} the
// expressions (0|1)* and .* are equivalent, beside a third that mentions 2 they
// are not. Surrogates are not scalar values: no class holds them.
//
// # The tree
//
// Trees are immutable and built by Parse or by the constructors (Symbol,
// Concat, Star and so on), which flatten concatenations and alternations and
// simplify nothing else: (a*)* keeps both stars, since an expression's
// complexity is measured on its tree. Parentheses leave no node. String writes
// the fewest parentheses that keep the tree, and Parse reads it back to the
// same tree.
package regex
