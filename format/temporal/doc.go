// Package temporal defines formulas of linear temporal logic (LTL) with operators about the
// future and the past: the syntax tree, a parser for what people, language models and other
// programs write, a printer, and measures of complexity.
//
// Parse turns a text into a tree of Formula nodes, or returns a *syntax.Error with the
// column of the fault. String prints a tree in ASCII. Parse reads the printed text as the
// same tree. Package verify/temporal decides how two trees are related.
//
// # Syntax
//
// Every text has one reading, or it is refused. docs/reference/formulas.md lists the operators with
// their spellings and precedences.
//
// U, R, W, M, S, T, -> and <-> are right-associative: a -> b <-> c is a -> (b <-> c). a & b & c
// is one node, and so are chains of xor and of |. The precedences are those of Spot
// (Duret-Lutz, Spot's Temporal Logic Formulas, section 3.1 "Operator precedence", and the
// grammar spot/parsetl/parsetl.yy). Other programs differ.
//
// The constants are true, false, 1, 0, ⊤ and ⊥, and the brackets are ( ) [ ] { }. Words
// such as until may be in any case; operators of one letter such as U are capital.
//
// Parse also reads the bounded operators of Spot (section 2.4.2 of the same document) and
// NuSMV: F[1:2] a is X (a | X a). In a text with X[!], the strong next of Spot, X is the weak
// next WX. A text that does not parse may have all operators before their operands, as
// Lang2LTL writes them: F & a b.
//
// A name begins with a letter of any script or an underscore, and goes on with letters,
// digits, underscores and inner dots. Arguments and a comparison may follow: photo(car_3),
// x > 5. Any other name is in double quotes. Some words, such as O and since, are operators
// only where a name cannot stand. If both are possible, as in O(a), the text is refused. docs/reference/formulas.md
// has the rule for words such as GFa and Green, which may be operators or a name.
//
// With Options.Strict, Parse accepts only the notation that String writes. Superfluous
// parentheses are allowed in it.
//
// # Method
//
// A lexer, and a parser that climbs precedences (Clarke, The top-down parsing of
// expressions, 1986), read the text in linear time. Options.MaxDepth and Options.MaxSize
// limit the stack and the memory.
package temporal
