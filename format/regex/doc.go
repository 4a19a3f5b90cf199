// Package regex defines regular expressions: the syntax tree, a parser for what
// people and language models write, a printer in the notation of the AutoEval
// paper, and measures of complexity. Package format/regex/automata decides questions
// about the languages of the expressions.
//
// # Syntax
//
// The paper's notation consists of symbols, juxtaposition, * and parentheses;
// Options.Strict accepts nothing else. Otherwise Parse also reads:
//
//	r|s  r∪s            alternation; an empty side is the empty string: (|0)
//	r+  r?              one or more; zero or one
//	r{n} r{n,} r{,m} r{n,m}  counted repetition, n and m at most MaxCount
//	r*? r+? r?? r*+     lazy and possessive marks, which do not change the language
//	.                   any one rune
//	[a-z_] [^a-z]       one rune of a class, or one rune outside it
//	\d \w \s \D \W \S   digits, word characters and white space of ASCII
//	\n \t \xHH \x{H} \uHHHH \u{H}  runes by escape; \* and similar, the rune itself
//	^ $ \A \z \Z        the empty string, only at the start or the end of the text
//	(?:r) (?<x>r) (?P<x>r)  groups
//	() ε ϵ λ            the empty string
//	∅                   no string at all
//	∗ ⋆ ＊ （ ）          typographic and full-width forms of the operators
//	\epsilon \cup r^*   LaTeX's forms
//
// White space outside classes is ignored, and so are the dots · and ⋅ of explicit
// concatenation. Any other character stands for itself.
//
// Notations differ in four places; Parse reads them as follows. λ is the empty
// string, as in textbooks (the letter is \λ). + is repetition and never union: 0+1
// is one or more 0 and then 1. A caret directly before *, +, ? or { is a
// superscript of LaTeX, so that 0^*1 is 0*1; any other caret is the start of the
// text. A possessive mark is dropped: it controls the search of a backtracking
// matcher, and expressions here denote languages.
//
// Parse refuses, with a *SyntaxError that gives the reason: backreferences,
// lookaround, word boundaries and atomic groups; a repetition of nothing; a missing
// or surplus parenthesis; { } and ] without a counterpart; an unknown escape; a raw
// control character; the ellipsis character (U+2026), which marks an omitted part; and an
// expression wrapped in slashes, quotes or backticks. The caller knows the format of an answer and removes this
// wrapping. If Parse read the wrapping as symbols, right answers would become
// wrong.
//
// # The alphabet
//
// The alphabet is all of Unicode: . and [^a] range over every scalar value,
// including the line feed, whatever symbols the expression contains. If the
// alphabet were the set of symbols that occur, the meaning of an expression would
// depend on the expression with which it is compared. For example, .* would be
// equivalent to (0|1)*, since the two expressions contain only 0 and 1. Compared with
// an expression that contains 2, .* would also match 2.
// Surrogates are not scalar values; no class contains them.
//
// # The tree
//
// Trees are immutable and built by Parse or by the constructors (Symbol, Concat,
// Star and so on). The constructors flatten concatenations and alternations and
// simplify nothing else: (a*)* keeps both stars, since complexity is measured on the
// tree. Parentheses are not nodes. String writes the fewest parentheses that keep
// the tree, and Parse reads its output as the same tree.
package regex
