package repair

import (
	"slices"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

// formulaEdits goes through the single edits of a formula that may make it mean
// what a, the formula it was to be, means: names and parts that it puts in are
// those of a.
type formulaEdits struct {
	names    logic.Signature // of a
	literals []*logic.Formula
	fold     func(string) string
	kinds    []record.Diagnosis // that are wanted in this round
	emit     func(record.Diagnosis, *logic.Formula) bool
	done     bool
}

// maxLiterals bounds the atoms of a that may be put into a formula.
const maxLiterals = 24

func newFormulaEdits(a *logic.Formula, fold func(string) string) *formulaEdits {
	e := &formulaEdits{names: a.Signature(false), fold: fold}
	seen := map[string]bool{}
	a.Walk(func(f *logic.Formula) bool {
		g := f
		if f.Op == logic.OpNot {
			g = f.Args[0]
		}
		if (g.Op == logic.OpAtom || g.Op == logic.OpEqual) && !seen[f.String()] && len(e.literals) < maxLiterals {
			seen[f.String()] = true
			e.literals = append(e.literals, f)
		}
		return true
	})
	return e
}

// place is a node of the formula: bound are the variables around it, and up
// gives the whole formula with another node in its place.
type place struct {
	bound  []string
	negate bool // a negation stands right above it
	up     func(*logic.Formula) *logic.Formula
}

// visit edits f and all below it.
func (e *formulaEdits) visit(f *logic.Formula, p place) {
	if e.done {
		return
	}
	e.local(f, p)
	below := p
	if isQuantifier(f) {
		below.bound = append(slices.Clone(p.bound), f.Name)
	}
	below.negate = f.Op == logic.OpNot
	for i, g := range f.Args {
		below.up = func(h *logic.Formula) *logic.Formula { return p.up(with(f, i, h)) }
		e.visit(g, below)
	}
}

// local makes all edits of one node.
func (e *formulaEdits) local(f *logic.Formula, p place) {
	for _, edit := range []func(*logic.Formula, place, func(record.Diagnosis, *logic.Formula)){
		e.negations, e.operators, e.quantifiers, e.symbols, e.arguments, e.negationsMoved, e.groups, e.scopes, e.parts,
	} {
		edit(f, p, func(d record.Diagnosis, g *logic.Formula) {
			if !e.done && slices.Contains(e.kinds, d) {
				e.done = !e.emit(d, p.up(g))
			}
		})
	}
}

type found = func(record.Diagnosis, *logic.Formula)

func (e *formulaEdits) negations(f *logic.Formula, p place, out found) {
	if f.Op == logic.OpNot {
		out(record.NegationAdded, f.Args[0])
	} else if !p.negate {
		out(record.NegationDropped, logic.Not(f))
	}
	if isChain(f.Op) && len(f.Args) <= maxRegrouped {
		segments(len(f.Args), func(i, j int) { // ¬(p ∧ q) ∧ r without its ¬ became p ∧ q ∧ r
			if j-i < len(f.Args) {
				out(record.NegationDropped, grouped(f.Op, f.Args, i, j, logic.Not(join(f.Op, f.Args[i:j]))))
			}
		})
	}
}

// connectives are those of two operands.
var connectives = []logic.Op{logic.OpAnd, logic.OpOr, logic.OpImplies, logic.OpIff, logic.OpXor}

// operators puts another connective in f's place, also between some operands of
// a chain: (p ∨ q) ∧ r with a wrong ∨ became p ∧ q ∧ r.
func (e *formulaEdits) operators(f *logic.Formula, _ place, out found) {
	if !isConnective(f) {
		return
	}
	for _, op := range connectives {
		if op == f.Op {
			continue
		}
		if len(f.Args) == 2 || isChain(op) {
			out(record.OperatorSwapped, join(op, f.Args))
		}
		if !isChain(f.Op) {
			continue
		}
		segments(len(f.Args), func(i, j int) {
			if j-i < len(f.Args) && (j-i == 2 || isChain(op)) {
				out(record.OperatorSwapped, grouped(f.Op, f.Args, i, j, join(op, f.Args[i:j])))
			}
			if len(f.Args) > maxRegrouped || !isChain(op) {
				return
			}
			segments(j-i, func(k, l int) { // and what was a group in it had flowed into f, too
				if l-k < j-i {
					inner := grouped(op, f.Args[i:j], k, l, join(f.Op, f.Args[i+k:i+l]))
					out(record.OperatorSwapped, grouped(f.Op, f.Args, i, j, inner))
				}
			})
		})
	}
	if f.Op == logic.OpImplies {
		out(record.ArgumentOrder, logic.Implies(f.Args[1], f.Args[0]))
	}
}

// maxRegrouped is the number of operands up to which groups in groups are put
// into a chain.
const maxRegrouped = 8

// segments goes through the stretches of two or more of n operands.
func segments(n int, each func(i, j int)) {
	for length := 2; length <= n; length++ {
		for i := 0; i+length <= n; i++ {
			each(i, i+length)
		}
	}
}

// grouped is a chain with a group for its operands from i to before j.
func grouped(op logic.Op, args []*logic.Formula, i, j int, group *logic.Formula) *logic.Formula {
	return join(op, slices.Concat(args[:i], []*logic.Formula{group}, args[j:]))
}

// quantifiers puts ∀ for ∃ and the reverse, and swaps two that follow each
// other.
func (e *formulaEdits) quantifiers(f *logic.Formula, _ place, out found) {
	if !isQuantifier(f) {
		return
	}
	out(record.QuantifierSwapped, &logic.Formula{Op: logic.OpForall + logic.OpExists - f.Op, Name: f.Name, Args: f.Args})
	if g := f.Args[0]; isQuantifier(g) && e.fold(f.Name) != e.fold(g.Name) {
		out(record.QuantifierSwapped, with(g, 0, with(f, 0, g.Args[0])))
	}
}

// symbols puts a name of a, or another variable, in place of one name.
func (e *formulaEdits) symbols(f *logic.Formula, p place, out found) {
	if f.Op == logic.OpAtom {
		for _, name := range e.peers(len(f.Terms)) {
			if e.fold(name) != e.fold(f.Name) {
				out(record.SymbolRenamed, logic.Atom(name, f.Terms...))
			}
		}
	}
	for i, t := range f.Terms {
		if len(t.Args) > 0 {
			continue
		}
		for _, other := range e.terms(p.bound) {
			if other.Var == t.Var && e.fold(other.Name) == e.fold(t.Name) {
				continue
			}
			d := record.SymbolRenamed
			if other.Var != t.Var {
				d = record.ConstantVariable
			}
			out(d, withTerms(f, slices.Concat(f.Terms[:i], []logic.Term{other}, f.Terms[i+1:])))
		}
	}
}

// peers are a's predicates of an arity, or its propositions.
func (e *formulaEdits) peers(arity int) []string {
	if arity == 0 {
		return e.names.Propositions
	}
	var out []string
	for _, p := range e.names.Predicates {
		if p.Arity == arity {
			out = append(out, p.Name)
		}
	}
	return out
}

// terms are those that an argument may be: the variables around it, and a's
// constants.
func (e *formulaEdits) terms(bound []string) []logic.Term {
	var out []logic.Term
	for _, name := range bound {
		out = append(out, logic.Variable(name))
	}
	for _, name := range e.names.Constants {
		if !slices.Contains(bound, name) {
			out = append(out, logic.Constant(name))
		}
	}
	return out
}

// arguments swaps two arguments, leaves one out, or puts one in where a's
// predicate has more.
func (e *formulaEdits) arguments(f *logic.Formula, p place, out found) {
	if f.Op != logic.OpAtom {
		return
	}
	n := len(f.Terms)
	for i := range n {
		for j := range i {
			ts := slices.Clone(f.Terms)
			ts[i], ts[j] = ts[j], ts[i]
			out(record.ArgumentOrder, withTerms(f, ts))
		}
	}
	has := func(arity int) bool {
		return slices.ContainsFunc(e.peers(arity), func(s string) bool { return e.fold(s) == e.fold(f.Name) })
	}
	if n > 0 && has(n-1) {
		for i := range n {
			out(record.Arity, withTerms(f, slices.Concat(f.Terms[:i], f.Terms[i+1:])))
		}
	}
	if has(n + 1) {
		for i := range n + 1 {
			for _, t := range e.terms(p.bound) {
				out(record.Arity, withTerms(f, slices.Concat(f.Terms[:i], []logic.Term{t}, f.Terms[i:])))
			}
		}
	}
}

// negationsMoved moves a negation into or out of a group or a quantifier, or to
// a neighbour.
func (e *formulaEdits) negationsMoved(f *logic.Formula, _ place, out found) {
	if f.Op == logic.OpNot {
		for i, g := range f.Args[0].Args {
			out(record.NegationMisplaced, with(f.Args[0], i, logic.Not(g)))
		}
		return
	}
	for i, g := range f.Args {
		if g.Op != logic.OpNot {
			continue
		}
		plain := with(f, i, g.Args[0])
		out(record.NegationMisplaced, logic.Not(plain))
		for j, h := range f.Args {
			if j != i {
				args := slices.Clone(f.Args)
				args[i], args[j] = g.Args[0], logic.Not(h)
				out(record.NegationMisplaced, like(f, args))
			}
		}
	}
}

// parts leaves an operand of a chain out, or puts a literal of a in.
func (e *formulaEdits) parts(f *logic.Formula, p place, out found) {
	if isChain(f.Op) {
		for i := range f.Args {
			out(record.PartAdded, like(f, slices.Concat(f.Args[:i], f.Args[i+1:])))
		}
	}
	for _, l := range e.literals {
		if slices.ContainsFunc(l.FreeVariables(), func(x string) bool { return !slices.Contains(p.bound, x) }) {
			continue
		}
		for _, op := range connectives[:2] {
			out(record.PartLost, join(op, []*logic.Formula{f, l}))
		}
		out(record.PartLost, logic.Implies(l, f))
		out(record.PartLost, logic.Implies(f, l))
	}
}

// renameAll gives a symbol of b that a has not the name of one of a that b has
// not, wherever it occurs.
func (e *formulaEdits) renameAll(b *logic.Formula) {
	names := b.Signature(false)
	try := func(have, want []string, rename func(old, new string) *logic.Formula) {
		for _, old := range e.without(have, want) {
			for _, name := range e.without(want, have) {
				if !e.done {
					e.done = !e.emit(record.SymbolRenamed, rename(old, name))
				}
			}
		}
	}
	try(names.Propositions, e.names.Propositions, func(old, name string) *logic.Formula { return e.renamed(b, old, name, 0) })
	for _, p := range names.Predicates {
		try([]string{p.Name}, e.peers(p.Arity), func(old, name string) *logic.Formula { return e.renamed(b, old, name, p.Arity) })
	}
	try(names.Constants, e.names.Constants, func(old, name string) *logic.Formula { return e.renamed(b, old, name, -1) })
}

// without lists the names of as that are not among bs.
func (e *formulaEdits) without(as, bs []string) []string {
	return slices.DeleteFunc(slices.Clone(as), func(a string) bool {
		return slices.ContainsFunc(bs, func(b string) bool { return e.fold(a) == e.fold(b) })
	})
}

// renamed is f with another name for a predicate of an arity, or, where that is
// -1, for a constant.
func (e *formulaEdits) renamed(f *logic.Formula, old, name string, arity int) *logic.Formula {
	g := &logic.Formula{Op: f.Op, Name: f.Name, Terms: slices.Clone(f.Terms)}
	if f.Op == logic.OpAtom && len(f.Terms) == arity && e.fold(f.Name) == e.fold(old) {
		g.Name = name
	}
	for i, t := range g.Terms {
		if arity < 0 && !t.Var && len(t.Args) == 0 && e.fold(t.Name) == e.fold(old) {
			g.Terms[i].Name = name
		}
	}
	for _, arg := range f.Args {
		g.Args = append(g.Args, e.renamed(arg, old, name, arity))
	}
	return g
}
