package temporal

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/syntax"
)

// Precedences, loosest first, as in Spot; see the package comment.
const (
	precImplies = 1 + iota // -> and <->; right-associative
	precOr
	precXor
	precAnd
	precUntil // U, R, W, M, S and T; right-associative
	precUnary
)

// An operator has everything about an operator but its meaning, which Evaluate has.
type operator struct {
	letter     string // as String writes it
	precedence int
	boolean    syntax.Boolean // the operator of all languages
	dual       Op             // negation exchanges the two, over infinite words
	step       Op             // leads one step further; G[0:1] a is about those steps of a finite word that exist
	join       Op             // A U B is B | A & X (A U B), and A R B is B & (A | X (A R B))
	weak       bool           // true of the steps that a word lacks, and of an endless wait

	// The signs, words and LaTeX commands, besides the words and commands that all languages
	// have. Signs that begin with the same text come longest first.
	signs, words, commands string

	// Words that are operators before an operand or between two operands, and otherwise
	// names. Words of several letters are read in any case.
	contextual string
}

var operators = [opEnd]operator{
	OpTrue:          {letter: "true", precedence: precUnary, boolean: syntax.True, dual: OpFalse, signs: "⊤ 1"},
	OpFalse:         {letter: "false", precedence: precUnary, boolean: syntax.False, dual: OpTrue, signs: "⊥ 0"},
	OpAtom:          {precedence: precUnary},
	OpNot:           {letter: "!", precedence: precUnary, boolean: syntax.Not, signs: "! ~ ¬ ∼", contextual: "negation"},
	OpAnd:           {letter: "&", precedence: precAnd, boolean: syntax.And, dual: OpOr, signs: `&& & /\ ∧ ⋀ *`, contextual: "conjunction"},
	OpOr:            {letter: "|", precedence: precOr, boolean: syntax.Or, dual: OpAnd, signs: `|| | \/ ∨ ⋁ +`, contextual: "disjunction"},
	OpXor:           {letter: "xor", precedence: precXor, boolean: syntax.Xor, signs: "⊕ ⊻ ↮ ≢"},
	OpImplies:       {letter: "->", precedence: precImplies, boolean: syntax.Implies, signs: "--> -> ==> => → ⇒ ⟶ ⟹ ⊃", contextual: "imply"},
	OpIff:           {letter: "<->", precedence: precImplies, boolean: syntax.Iff, signs: "<--> <-> <==> <=> ↔ ⇔ ⟷ ⟺ ≡", contextual: "equal equals double_implies"},
	OpNext:          {letter: "X", precedence: precUnary, dual: OpNext, step: OpNext, signs: "() ○ ◯ ◦ ⃝", words: "next", commands: "bigcirc circ ocircle medcirc"},
	OpWeakNext:      {letter: "WX", precedence: precUnary, dual: OpWeakNext, step: OpWeakNext, weak: true, contextual: "WX wx"},
	OpFinally:       {letter: "F", precedence: precUnary, dual: OpGlobally, step: OpNext, join: OpOr, signs: "<> ◇ ⋄ ♢ ◊ ⬦", words: "eventually finally sometime", commands: "Diamond diamond lozenge"},
	OpGlobally:      {letter: "G", precedence: precUnary, dual: OpFinally, step: OpWeakNext, join: OpAnd, weak: true, signs: "[] □ ◻ ⬜ ☐", words: "always globally henceforth", commands: "Box square"},
	OpUntil:         {letter: "U", precedence: precUntil, dual: OpRelease, step: OpNext, join: OpOr, words: "until"},
	OpRelease:       {letter: "R", precedence: precUntil, dual: OpUntil, step: OpWeakNext, join: OpAnd, weak: true, words: "release releases"},
	OpWeakUntil:     {letter: "W", precedence: precUntil, dual: OpStrongRelease, join: OpOr, weak: true, words: "unless waitfor"},
	OpStrongRelease: {letter: "M", precedence: precUntil, dual: OpWeakUntil, join: OpAnd},
	OpYesterday:     {letter: "Y", precedence: precUnary, dual: OpWeakYesterday, step: OpYesterday, contextual: "Y yesterday previously previous"},
	OpWeakYesterday: {letter: "Z", precedence: precUnary, dual: OpYesterday, step: OpWeakYesterday, weak: true, contextual: "Z"},
	OpOnce:          {letter: "O", precedence: precUnary, dual: OpHistorically, step: OpYesterday, join: OpOr, contextual: "O once"},
	OpHistorically:  {letter: "H", precedence: precUnary, dual: OpOnce, step: OpWeakYesterday, join: OpAnd, weak: true, contextual: "H historically"},
	OpSince:         {letter: "S", precedence: precUntil, dual: OpTriggered, step: OpYesterday, join: OpOr, contextual: "S since"},
	OpTriggered:     {letter: "T", precedence: precUntil, dual: OpSince, step: OpWeakYesterday, join: OpAnd, weak: true, contextual: "T triggered"},
}

// Letter returns the operator as String writes it: "X", "U", "&", "->"; "" for an atom.
func (op Op) Letter() string { return operators[op].letter }

// Dual returns the operator that negation exchanges with op, such as R for U; 0: none.
func (op Op) Dual() Op { return operators[op].dual }

// Step returns the operator that leads one step further in the direction of op: X or WX for
// the operators about later steps, Y or Z for the others.
func (op Op) Step() Op { return operators[op].step }

// Join returns the operator of the expansion law of op: | for F A = A | X F A and
// A U B = B | A & X (A U B), & for G, R and the like; 0: none.
func (op Op) Join() Op { return operators[op].join }

// IsWeak reports whether op is true of the steps that a word lacks, and of an endless wait.
func (op Op) IsWeak() bool { return operators[op].weak }

// IsTemporal reports whether op is about other steps: neither a connective nor a constant.
func (op Op) IsTemporal() bool { return op >= OpNext && op < opEnd }

// IsPast reports whether op is about earlier steps.
func (op Op) IsPast() bool { return op >= OpYesterday && op < opEnd }

// IsUnary reports whether op is temporal and has one operand.
func (op Op) IsUnary() bool { return op.IsTemporal() && operators[op].precedence == precUnary }

func precedence(op Op) int { return operators[op].precedence }

// Boolean returns Op as an operator of all languages.
func (f *Formula) Boolean() syntax.Boolean { return operators[f.Op].boolean }

// Build returns an operator of all languages applied to args.
func (*Formula) Build(op syntax.Boolean, args ...*Formula) *Formula {
	return Connect(Op(slices.IndexFunc(operators[:], func(o operator) bool { return o.boolean == op })), args...)
}

// letterOps are the operators that are one capital letter; V is NuSMV's release.
var letterOps = map[byte]Op{
	'X': OpNext, 'F': OpFinally, 'G': OpGlobally,
	'U': OpUntil, 'R': OpRelease, 'V': OpRelease, 'W': OpWeakUntil, 'M': OpStrongRelease,
}

// phrases are the operators of two words, by the first word and then by the second.
var phrases = map[string]map[string]Op{
	"weak":     {"until": OpWeakUntil, "next": OpWeakNext, "previous": OpWeakYesterday, "yesterday": OpWeakYesterday},
	"weakly":   {"until": OpWeakUntil},
	"strong":   {"until": OpUntil, "release": OpStrongRelease, "releases": OpStrongRelease},
	"strongly": {"release": OpStrongRelease, "releases": OpStrongRelease},
}

// The operators by their signs, with the first rune of the sign, by their words and by their
// commands.
var (
	signs                       = map[rune][]sign{}
	words, contextual, commands = map[string]Op{}, map[string]Op{}, map[string]Op{}
)

type sign struct {
	text string
	op   Op
}

func init() {
	add := func(to map[string]Op, names string, op Op) {
		for _, name := range strings.Fields(names) {
			to[name] = op
		}
	}
	for i, o := range operators {
		for _, s := range strings.Fields(o.signs) {
			r, _ := utf8.DecodeRuneInString(s)
			signs[r] = append(signs[r], sign{s, Op(i)})
		}
		all := syntax.Spellings[o.boolean]
		add(words, all.Words+" "+o.words, Op(i))
		add(commands, all.Commands+" "+o.commands, Op(i))
		add(contextual, o.contextual, Op(i))
	}
}
