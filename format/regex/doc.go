// Package regex defines regular expressions: the syntax tree, a parser for what
// people and language models write, a printer in the notation of the AutoEval
// paper, and measures of complexity. Package format/regex/automata decides questions
// about the languages of the expressions.
//
// # Syntax
//
// The notation of the AutoEval paper consists of symbols, juxtaposition, * and
// parentheses. With Options.Strict, Parse accepts only this notation, in which symbols
// are letters and digits. Without Options.Strict, Parse also reads:
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
// concatenation, also with Options.Strict. Any other character stands for itself.
//
// Other notations read four signs differently. Parse reads them as follows:
//
//   - λ is the empty string, as in textbooks. \λ is the letter.
//   - + is repetition and never union: 0+1 is one or more 0 and then 1.
//   - ^ directly before *, +, ? or { is a superscript of LaTeX: 0^*1 is 0*1. Any other ^
//     is the start of the text.
//   - A possessive mark, such as the + of 0*+, has no effect. In a backtracking matcher,
//     it forbids steps of the search. Here, an expression denotes a language, and there
//     is no search.
//
// Parse refuses the following with a *SyntaxError, which gives the reason:
//
//   - backreferences, lookaround, word boundaries and atomic groups
//   - a repetition of nothing
//   - a missing or surplus parenthesis; { } and ] without a counterpart
//   - an unknown escape; a raw control character
//   - the ellipsis character (U+2026), which marks an omitted part
//   - an expression in slashes, quotes or backticks. If Parse read these marks as symbols,
//     right answers of models would count as wrong. The caller knows the format of an
//     answer, and removes the marks
//
// # The dialect of dk.brics.automaton
//
// With Options.Dialect Brics, Parse reads the notation of the Java library
// dk.brics.automaton (Møller 2001-2017), by the grammar in the documentation of its
// class RegExp with all optional syntax. Datasets such as NL-RX (Locascio et al., EMNLP
// 2016) are written in this notation. In the table, operators that bind more tightly
// come first:
//
//	[a-z] [^a-z] .      classes, and any one rune
//	@ # ()              any string (read as .*), no string at all, the empty string
//	"a.b"               the runes between the quotation marks, none of which is special
//	<n-m>               the decimal numbers from n to m. If n and m have k digits each,
//	                    all numbers have k digits: <01-12> contains 02, not 2.
//	                    Otherwise a number may have any number of leading zeros
//	\b                  a word boundary; an addition, see below
//	~r                  every string that r does not match
//	r* r+ r? r{n} r{n,} r{n,m}  repetition; ~r* is (~r)*, and r+? is (r+)?
//	rs r&s r|s          concatenation, intersection, alternation
//
// Any other character stands for itself, white space too. A backslash makes the
// character after it stand for itself; letters and digits are an exception, see below.
// There are no anchors, since an expression describes whole strings. The tree has no
// nodes for "a.b" and <n-m>: they become trees of the other operators.
//
// For dk.brics.automaton, \b is the letter b. But in the regexes of Kushman and
// Barzilay (NAACL 2013) and of NL-RX, \b means a word boundary: "lines that contain
// the word 'dance'" is .*\bdance\b.*. So Parse reads \b as a word boundary, as Java,
// ECMAScript and RE2 do. A word character is a letter or a digit of ASCII, or _. \b
// matches the empty string at a place of the text with a word character on exactly one
// side.
//
// \b is a condition on a place of the text. So the meaning of an expression with \b is
// not a set of strings. It is a set of spans; a span is a text and two places in it. &
// and ~ are the intersection and the complement of sets of spans, as in RE# (Varatalu,
// Veanes and Ernits, POPL 2025). For example, the complement ~(\b) in r~(\b)s matches
// the empty string at a place without a boundary, and every string that is not empty.
//
// Parse refuses three forms that dk.brics.automaton and other notations read
// differently:
//
//   - \ before a letter or a digit, except \b. For dk.brics.automaton, \d is the letter d.
//   - ^ and $ as anchors. For dk.brics.automaton, they are the characters themselves.
//   - [:alpha:] and similar names within a class.
//
// Parse also refuses named automata, such as <name>, and an empty side of | or &: the
// empty string is written (). With Options.Strict, a reserved character within a class
// needs a backslash. The documentation of dk.brics.automaton demands this backslash, and
// its parser does not.
//
// # The alphabet
//
// The alphabet is all of Unicode: . and [^a] range over every scalar value,
// including the line feed, whatever symbols the expression contains. Surrogates are not
// scalar values; no class contains them.
//
// Rejected: an alphabet of only the symbols that occur in the two compared expressions.
// The meaning of an expression would then depend on the other expression. For example,
// .* would be equivalent to (0|1)*, since the alphabet would be 0 and 1. Compared with
// (0|2)*, the same .* would also match 2.
//
// # The tree
//
// Trees are immutable and built by Parse or by the constructors (Symbol, Concat,
// Star and so on). The constructors flatten concatenations and alternations and
// simplify nothing else: (a*)* keeps both stars, since complexity is measured on the
// tree. Parentheses are not nodes. String writes the fewest parentheses that keep
// the tree, and Parse reads its output as the same tree.
package regex
