package formattest

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/truthloop/truthloop/format/logic"
	"pgregory.net/rapid"
)

// A FormulaConfig describes what may occur in a formula. The zero value is
// propositional logic over four propositions with all five binary connectives, without
// ⊤ and ⊥.
type FormulaConfig struct {
	FirstOrder bool // predicates, terms and quantifiers instead of propositions
	Equality   bool // with FirstOrder: a = b, a ≠ b
	Functions  bool // with FirstOrder: function terms
	Mixed      bool // with FirstOrder: also propositions
	Truth      bool // ⊤ and ⊥
	WideNames  bool // names with hyphens, primes, accents and dots, and keywords that may be names

	// Connectives are the binary connectives to draw from; none means all.
	Connectives []logic.Op

	// Free lists variables that may occur free, as in the body of a quantifier.
	// Without them formulas are closed.
	Free []string

	// Size bounds the number of connectives, quantifiers and negations; 0
	// means 12.
	Size int

	// Propositions, Predicates, Constants and Variables are the numbers of
	// names to draw from; 0 means 4, 3, 3 and 3. Predicate i and function i have
	// 1 + i mod 2 arguments.
	Propositions, Predicates, Constants, Variables int
}

// Formula draws a formula that logic.Parse could have returned: chains are flat,
// every variable is bound except those of cfg.Free, and no name is both a
// variable and a constant in one place. Printing and parsing give the same tree.
// It shrinks to few and simple nodes.
func Formula(t *rapid.T, cfg FormulaConfig) *logic.Formula {
	d := drawer{t: t, FormulaConfig: cfg, bound: slices.Clone(cfg.Free)}
	d.Size = cmp.Or(cfg.Size, 12)
	d.Propositions = cmp.Or(cfg.Propositions, 4)
	d.Predicates = cmp.Or(cfg.Predicates, 3)
	d.Constants = cmp.Or(cfg.Constants, 3)
	d.Variables = cmp.Or(cfg.Variables, 3)
	if len(cfg.Connectives) == 0 {
		d.Connectives = []logic.Op{logic.OpAnd, logic.OpOr, logic.OpImplies, logic.OpIff, logic.OpXor}
	}
	return d.formula(rapid.IntRange(0, d.Size).Draw(t, "size"))
}

// A drawer draws one formula.
type drawer struct {
	t *rapid.T
	FormulaConfig
	bound []string
}

func (d *drawer) below(n int, label string) int {
	return rapid.IntRange(0, n-1).Draw(d.t, label)
}

// formula draws a formula with size connectives, quantifiers and negations; flattened
// chains have fewer.
func (d *drawer) formula(size int) *logic.Formula {
	if size == 0 {
		return d.atom()
	}
	kinds := 2
	if d.FirstOrder {
		kinds = 4
	}
	switch d.below(kinds, "kind") {
	case 0:
		return logic.Not(d.formula(size - 1))
	case 1:
		return d.connective(size)
	default:
		return d.quantifier(size)
	}
}

func (d *drawer) connective(size int) *logic.Formula {
	op := d.Connectives[d.below(len(d.Connectives), "connective")]
	left := d.below(size, "left")
	args := []*logic.Formula{d.formula(left), d.formula(size - 1 - left)}
	if op != logic.OpImplies && op != logic.OpIff {
		for range d.below(3, "more operands") {
			args = append(args, d.formula(0))
		}
	}
	return logic.Connect(op, args...)
}

func (d *drawer) quantifier(size int) *logic.Formula {
	name := d.name("x", d.below(d.Variables, "variable"), wideVariables)
	d.bound = append(d.bound, name)
	body := d.formula(size - 1)
	d.bound = d.bound[:len(d.bound)-1]
	if d.below(2, "quantifier") == 0 {
		return logic.Forall(name, body)
	}
	return logic.Exists(name, body)
}

func (d *drawer) atom() *logic.Formula {
	if d.Truth && d.below(8, "constant") == 7 {
		if d.below(2, "truth") == 0 {
			return logic.Top()
		}
		return logic.Bottom()
	}
	if !d.FirstOrder || d.Mixed && d.below(4, "proposition") == 3 {
		return logic.Atom(d.name("p", d.below(d.Propositions, "name"), widePropositions))
	}
	if d.Equality && d.below(4, "equality") == 3 {
		f := logic.Equal(d.leftTerm(), d.term(2))
		if d.below(2, "sign") == 1 {
			f = logic.Not(f)
		}
		return f
	}
	i := d.below(d.Predicates, "predicate")
	return logic.Atom(d.name("pred", i, widePredicates), d.terms(1+i%2, 2)...)
}

// leftTerm draws the left side of an equality, which allows fewer names.
func (d *drawer) leftTerm() logic.Term {
	wide := d.WideNames
	d.WideNames = false
	defer func() { d.WideNames = wide }()
	return d.term(2)
}

func (d *drawer) terms(n, depth int) []logic.Term {
	terms := make([]logic.Term, n)
	for i := range terms {
		terms[i] = d.term(depth)
	}
	return terms
}

func (d *drawer) term(depth int) logic.Term {
	if d.Functions && depth > 0 && d.below(4, "function") == 3 {
		i := d.below(2, "function name")
		return logic.Apply(fmt.Sprintf("f%d", i+1), d.terms(1+i%2, depth-1)...)
	}
	if n := len(d.bound); n > 0 && d.below(3, "bound") < 2 {
		return logic.Variable(d.bound[d.below(n, "which")])
	}
	return logic.Constant(d.name("c", d.below(d.Constants, "constant"), wideConstants))
}

// name returns the i-th name of a kind.
func (d *drawer) name(prefix string, i int, wide []string) string {
	if d.WideNames {
		return wide[i%len(wide)]
	}
	return fmt.Sprintf("%s%d", prefix, i+1)
}

// Names that the parser accepts in each place. No name is in two lists.
var (
	widePropositions = []string{"rain-2", "v", "all", "Été", "q'"}
	widePredicates   = []string{"Risk-averse", "Eco", "some", "1stPlace", "True"}
	wideConstants    = []string{"mr.smith", "c++", "2000", "not", "łódź", "gpt-3"}
	wideVariables    = []string{"x'", "V", "ψ", "some", "y_2"}
)

// Holds returns the truth value of a propositional formula, by the definition.
func Holds(f *logic.Formula, value func(name string) bool) bool {
	n := 0 // number of operands that are true
	for _, a := range f.Args {
		if Holds(a, value) {
			n++
		}
	}
	switch f.Op {
	case logic.OpTrue:
		return true
	case logic.OpAtom:
		return value(f.Name)
	case logic.OpNot:
		return n == 0
	case logic.OpAnd:
		return n == len(f.Args)
	case logic.OpOr:
		return n > 0
	case logic.OpXor:
		return n%2 == 1
	case logic.OpIff:
		return n != 1
	case logic.OpImplies:
		return !Holds(f.Args[0], value) || Holds(f.Args[1], value)
	}
	return false
}
