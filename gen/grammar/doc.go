// Package grammar reads the context-free grammars that formulas are generated
// from, and checks them.
//
// A grammar is a text file, one rule a line:
//
//	# Propositional formulas.
//	S -> '(' S '∧' S ')' | '(' '¬' S ')'
//	   | '¬' v | v
//
// A bare name is a nonterminal; the first rule's is the start symbol. Text in
// single or double quotes is a terminal and stands for itself. Alternatives are
// parted by |, a line that begins with | goes on with the rule above, several
// rules may share a left side, ε is the empty string, and # begins a
// comment. The arrow may be written ->, → or ::=. Four names are placeholders,
// terminals that the generator fills from the vocabulary:
//
//	v  a proposition
//	p  a predicate applied to objects and to variables in scope
//	f  a new variable; a quantifier's, so its scope is the rest of the production
//	Σ  a symbol of the alphabet
//
// Parse refuses what cannot be read and what would make the generator fail or
// waste its time: a symbol without a rule, a symbol that the start symbol never
// leads to, a symbol that derives no finite string, and an alternative written
// twice. It reports all of these at once, each with file, line and column.
//
// Beside the rules a Grammar holds what the generator asks of every symbol.
// Productions that hold a nonterminal are called branching, the others
// terminal. For every nonterminal the fewest branching steps to a string and
// the most, if they are bounded, follow by fixed-point iteration over the
// rules, as Knuth generalizes Dijkstra's shortest paths to grammars (Information
// Processing Letters 6, 1977, 1-5); the rules are so few that his priority queue
// would not pay.
//
// Extended notations with repetition operators were rejected: every EBNF
// operator is a hidden nonterminal, and depth is counted in productions.
package grammar
