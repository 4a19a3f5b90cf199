// Package regex defines regular expressions: the syntax tree, a parser for what
// people and language models write, a printer in the notation of the AutoEval
// paper, and measures of complexity. Package format/regex/automata decides questions
// about the languages of the expressions.
//
// # Syntax
//
// The paper's notation consists of symbols, juxtaposition, * and parentheses. With
// Options.Strict, Parse accepts only this notation, in which symbols are letters and
// digits. Without Options.Strict, Parse also reads:
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
// control character; the ellipsis character (U+2026), which marks an omitted part; and
// an expression wrapped in slashes, quotes or backticks. The caller knows the format of
// an answer and removes this wrapping. If Parse read the wrapping as symbols, right
// answers would become wrong.
//
// # The dialect of dk.brics.automaton
//
// With Options.Dialect Brics, Parse reads the notation of the Java library
// dk.brics.automaton (Møller 2001-2017), by the grammar in the documentation of its
// class RegExp with all optional syntax. Datasets such as NL-RX (Locascio et al., EMNLP
// 2016) are written in it. From the tightest:
//
//	[a-z] [^a-z] .      classes, and any one rune
//	@ # ()              any string (read as .*), no string at all, the empty string
//	"a.b"               the runes between the marks, none of which is special
//	<n-m>               the decimal numbers from n to m. If n and m have equally many
//	                    digits, the numbers have as many: <01-12> contains 02, not 2.
//	                    Otherwise a number may have any number of leading zeros
//	\b                  a word boundary; an addition, see below
//	~r                  every string that r does not match
//	r* r+ r? r{n} r{n,} r{n,m}  repetition; ~r* is (~r)*, and r+? is (r+)?
//	rs r&s r|s          concatenation, intersection, alternation
//
// Any other character stands for itself, white space too. A backslash makes any
// character stand for itself. There are no anchors, since an expression describes whole
// strings. A quotation and an interval become trees of the other operators.
//
// For dk.brics.automaton, \b is the letter b. But in the regexes of Kushman and
// Barzilay (NAACL 2013) and of NL-RX, \b means a word boundary: "lines that contain
// the word 'dance'" is .*\bdance\b.*. So Parse reads \b as a word boundary. It matches
// the empty string between a word character (a letter or a digit of ASCII, or _) and
// another character, or an end of the text, as in Java, ECMAScript and RE2. It is a
// condition on a place of the text, so the meaning of an expression is a set of spans:
// a text and two places in it. The intersection and the complement are those of sets
// of spans, as in RE# (Varatalu, Veanes and Ernits, POPL 2025). So the laws of De
// Morgan hold, and ~(\b) between two expressions matches the empty string at a place
// without a boundary, and every string that is not empty.
//
// Parse refuses three notations that dk.brics.automaton and other notations read
// differently: an escape of a letter or a digit other than \b (for dk.brics.automaton, \d
// is the letter d), the anchors ^ and $ (for dk.brics.automaton, the characters
// themselves), and [:alpha:] within a class. Parse also refuses named automata, such as
// <name>, and an empty side of | or &, since the empty string is (). Options.Strict also
// demands the backslash before a reserved character within a class, which the
// documentation demands and the parser of dk.brics.automaton does not.
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
