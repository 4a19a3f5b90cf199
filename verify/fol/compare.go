package fol

import (
	"cmp"
	"context"
	"math"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/prop"
)

// Options govern Compare.
type Options struct {
	// Fold maps names that count as equal to one name; nil keeps names apart.
	Fold func(string) string
	// Relation asks for both directions, even if a and b differ.
	Relation bool
	// Effort is a factor on the limits of work; 0 is 1.
	Effort int
	// ForwardOnly asks only whether a implies b.
	ForwardOnly bool
	// Provers are asked in turn about directions that all stages leave open. Their proofs
	// are accepted. If one claims a countermodel, stageFinite searches for it.
	Provers []check.Prover

	NoForms, NoSample, NoInstances, NoFinite, NoGrounding bool // skip these stages
}

// A Comparison is the result of Compare. In each array, index 0 is about whether a implies
// b, and index 1 about whether b implies a.
type Comparison struct {
	Implies [2]check.Status
	Proof   [2]check.Certificate // of the answer yes
	// Only[0] is a structure in which a is true and b is false, Only[1] the reverse. Each
	// is nil if no such structure is known.
	Only [2]*check.Structure
	// Found is the engine that found the first of these structures: sample,
	// finite or grounding.
	Found string
	// Reason says why a direction is unknown.
	Reason string
}

// Equivalent answers whether a and b are equivalent.
func (c *Comparison) Equivalent() check.Status { return check.Equivalent(c.Implies[0], c.Implies[1]) }

// Compare decides whether a implies b and b implies a, for closed formulas, within the
// limits of the options. Free names are constants.
func Compare(ctx context.Context, a, b *logic.Formula, o Options) Comparison {
	if o.Effort < 1 {
		o.Effort = 1
	}
	p := &pair{t: newTheory(), sides: [2]*logic.Formula{a, b}, o: o}
	for _, stage := range []func(context.Context){
		p.stageForm(asWritten), p.stageSample(0, 6),
		p.stageForm(miniscoped),
		p.stageRefute(300, 4, 200_000), p.stageSample(6, len(sampleSizes)),
		p.stageFinite(1, 2), p.stageGround, p.stageRefute(3_000, 6, 2_000_000),
		p.stageFinite(3, 4), p.stageRefute(20_000, 10, 5_000_000), p.stageFinite(5, 6),
		p.stageProvers,
	} {
		if p.done() {
			break
		}
		if ctx.Err() != nil {
			p.c.Reason = check.ReasonTimeout
			break
		}
		stage(ctx)
	}
	if !p.done() && p.c.Reason == "" {
		p.c.Reason = check.ReasonIncomplete
	}
	return p.c
}

// pair is the state of a comparison.
type pair struct {
	t       *theory
	sides   [2]*logic.Formula
	o       Options
	c       Comparison
	forms   [miniscoped + 1]*built
	working *built // the form that later stages use

	problems [2]*problem // by direction
}

// problem is one direction of a pair in clauses.
type problem struct {
	clauses [][]literal
	err     error
}

// built is a pair in one form.
type built [2]prop.Lit

// done reports whether all directions that were asked for are decided.
func (p *pair) done() bool {
	return !p.open(0) && !p.open(1) || !p.o.Relation && p.c.Equivalent() == check.No
}

// open reports whether a direction is asked for and undecided.
func (p *pair) open(way int) bool {
	return p.c.Implies[way] == check.Unknown && (way == 0 || !p.o.ForwardOnly)
}

// build returns the pair in a form, or nil if a limit was reached.
func (p *pair) build(ctx context.Context, f form) *built {
	if p.forms[f] != nil {
		return p.forms[f]
	}
	b := p.builder(ctx, f)
	x := new(built)
	for i, g := range p.sides {
		n := blockForm(work{ctx: ctx, left: formSteps * p.o.Effort}, g, logic.Folding(p.o.Fold), f)
		if n == nil {
			return nil
		}
		var err error
		if x[i], err = b.node(n); err != nil {
			return nil
		}
	}
	if p.working == nil { // there are no Skolem functions yet
		p.t.written = len(p.t.functions)
	}
	p.forms[f] = x
	return x
}

func (p *pair) builder(ctx context.Context, f form) *builder {
	return &builder{theory: p.t, form: f, work: work{
		ctx: ctx, left: formSteps * p.o.Effort,
		built: &p.t.graph, limit: p.t.graph.Size() + formNodes*p.o.Effort,
	}}
}

// The limits of work at effort 1.
const (
	formNodes         = 100_000 // added to the graph by a form
	formSteps         = 2_000_000
	sampleSteps       = 1_000_000
	skeletonConflicts = 10_000
	refuterConflicts  = 10_000 // of one round
	finiteNodes       = 100_000
	finiteConflicts   = 5_000
)

// stageForm compares the pair as Boolean functions of the leaves of a form. If one
// function implies the other, so do the formulas; the converse does not hold.
func (p *pair) stageForm(f form) func(context.Context) {
	return func(ctx context.Context) {
		x := p.build(ctx, f)
		if x == nil {
			p.c.Reason = check.ReasonResource
			if f == asWritten && !p.o.NoForms && logic.Same(p.sides[0], p.sides[1]) {
				p.prove([2]check.Status{check.Yes, check.Yes}, check.Certificate{Kind: "normal_form", Form: f.String()})
			}
			return
		}
		if p.working == nil || f == miniscoped {
			p.working = x
		}
		c := p.t.graph.Compare(ctx, x[0], x[1], prop.Options{Relation: true, Conflicts: skeletonConflicts * int64(p.o.Effort)})
		proof := check.Certificate{Kind: "skeleton", Form: f.String(), Atoms: c.Leaves}
		if c.Method == prop.Identity {
			proof.Kind = "normal_form"
		}
		if !p.o.NoForms {
			p.prove(c.Implies, proof)
		}
	}
}

// prove records the directions that were proved.
func (p *pair) prove(implies [2]check.Status, proof check.Certificate) {
	for way, s := range implies {
		if s == check.Yes && p.c.Implies[way] == check.Unknown {
			p.c.Implies[way], p.c.Proof[way] = s, proof
		}
	}
}

// refute records the countermodels that were found.
func (p *pair) refute(only [2]*check.Structure, engine string) {
	for way, s := range only {
		if s != nil && p.c.Only[way] == nil {
			p.c.Implies[way], p.c.Only[way], p.c.Found = check.No, s, cmp.Or(p.c.Found, engine)
		}
	}
}

// stageFinite searches for countermodels with from, ..., to elements.
func (p *pair) stageFinite(from, to int) func(context.Context) {
	return func(ctx context.Context) {
		if p.working == nil || p.o.NoFinite {
			return
		}
		for size := from; size <= to && !p.done() && ctx.Err() == nil; size++ {
			p.refute(p.t.finite(ctx, p.working, size, finiteNodes*p.o.Effort, finiteConflicts*int64(p.o.Effort)), "finite")
		}
	}
}

// stageProvers asks the provers. If one claims a countermodel, the finite search for it
// runs again with higher limits, also with NoFinite.
func (p *pair) stageProvers(ctx context.Context) {
	var claimed [2]bool
	var reasons [2][]string
	for _, prover := range p.o.Provers {
		for way, side := range p.sides {
			if p.done() || !p.open(way) || ctx.Err() != nil {
				continue
			}
			a := prover.Entails(ctx, side, p.sides[1-way])
			if a.Status == check.Yes {
				p.c.Implies[way], p.c.Proof[way] = check.Yes, a.Proof
			}
			claimed[way] = claimed[way] || a.Claimed
			if a.Reason != "" {
				reasons[way] = append(reasons[way], a.Reason)
			}
		}
	}
	for way, said := range reasons {
		if p.open(way) && claimed[way] {
			p.patient(ctx)
		}
		if p.open(way) && len(said) > 0 {
			p.c.Reason = strings.Join(said, "; ")
		}
	}
}

// The limits of the search for a claimed countermodel.
const (
	patientSize   = 8
	patientFactor = 8 // on the limits of work
)

func (p *pair) patient(ctx context.Context) {
	o := p.o
	p.o.Effort, p.o.NoFinite = o.Effort*patientFactor, false
	p.stageFinite(1, patientSize)(ctx)
	p.o = o
}

// stageRefute tries to refute a ∧ ¬b and b ∧ ¬a by instances.
func (p *pair) stageRefute(instances, depth, steps int) func(context.Context) {
	return func(ctx context.Context) {
		limits := refuterLimits{instances: instances * p.o.Effort, steps: steps * p.o.Effort, depth: depth, conflicts: refuterConflicts * int64(p.o.Effort)}
		for way := range p.sides {
			if p.o.NoInstances || !p.open(way) || p.working == nil {
				continue
			}
			x := p.clauses(ctx, way)
			if x.err != nil {
				p.c.Reason = check.ReasonResource
				continue
			}
			if r := p.t.newRefuter(ctx, limits); r.run(x.clauses) {
				p.c.Implies[way], p.c.Proof[way] = check.Yes, check.Certificate{Kind: "instances", Clauses: len(x.clauses), Instances: len(r.clauses)}
			}
		}
	}
}

// clauses returns the clauses of a direction in the form in which they have the fewest
// literals in total.
func (p *pair) clauses(ctx context.Context, way int) *problem {
	at := &p.problems[way]
	if *at != nil {
		return *at
	}
	least := math.MaxInt
	for _, x := range p.forms {
		if x == nil || *at != nil && *x == *p.forms[asWritten] {
			continue
		}
		var q problem
		q.clauses, q.err = p.builder(ctx, miniscoped).clausify(x[way], x[1-way].Not())
		literals := 0
		for _, c := range q.clauses {
			literals += len(c)
		}
		if *at == nil || q.err == nil && literals < least {
			*at = &q
		}
		if q.err == nil {
			least = min(least, literals)
		}
	}
	return *at
}
