// Package regex reads, prints and measures regular expressions.
//
// The input of Parse is a text in one of two dialects. The output is a syntax tree, or a
// *syntax.Error with the place and the reason. Text prints a tree in a dialect. Package
// format/regex/automata decides questions about the languages of trees.
//
// # The dialect Paper
//
// The notation of the AutoEval paper consists of symbols, juxtaposition, * and
// parentheses. With Options.Strict, Parse accepts only this notation, in which symbols
// are letters and digits. Without Options.Strict, Parse also reads what people and
// language models write:
//
//	r|s  r∪s            alternation; an empty side is the empty string: (|0)
//	r+  r?              one or more; zero or one
//	r{n} r{n,} r{,m} r{n,m}  counted repetition, n and m at most MaxCount
//	r*? r+? r?? r*+     lazy and possessive marks, which are ignored
//	.                   any one rune
//	[a-z_] [^a-z]       one rune of a class, or one rune outside it
//	\d \w \s \D \W \S   digits, word characters and white space of ASCII
//	\n \t \xHH \x{H} \uHHHH \u{H}  runes by escape; \* and similar, the rune itself
//	^ $                 the empty string, only at the start or end of the matched string
//	(?:r)               a group
//	() ε ϵ λ            the empty string; \λ is the letter
//	∅                   no string at all
//	∗ ⋆ ＊ （ ）          typographic and full-width forms of the operators
//	\epsilon \cup r^*   LaTeX's forms; ^ directly before *, +, ? or { is a superscript
//
// White space outside classes is ignored, and so are the dots · and ⋅ of explicit
// concatenation, also with Options.Strict. Without Options.Strict, any other character
// stands for itself.
//
// In some textbooks, + is union. Parse always reads it as repetition: 0+1 is one or more
// 0 and then 1.
//
// # The dialect Brics
//
// This is the notation of the Java library dk.brics.automaton (Møller 2001-2017),
// extended by \b for a word boundary. Datasets such as NL-RX (Locascio et al., EMNLP
// 2016) are written in this dialect. The constant Brics describes it.
//
// # The alphabet
//
// In both dialects, the alphabet is all of Unicode: . and [^a] range over every scalar
// value, including the line feed.
//
// An alphabet of only the symbols that occur in the two compared expressions was rejected:
// the meaning of an expression would then depend on the other expression. For example,
// .* would be equivalent to (0|1)*, since the alphabet would be 0 and 1.
//
// # The tree
//
// Trees are immutable and built by Parse or by the constructors (Symbol, Concat,
// Star and so on). The constructors flatten concatenations and alternations and
// simplify nothing else: (a*)* keeps both stars, since complexity is measured on the
// tree. Parentheses are not nodes.
package regex
