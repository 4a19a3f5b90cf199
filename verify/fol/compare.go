package fol

import (
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

// A Comparison is the result of Compare.
type Comparison struct {
	Forward, Back           check.Status // whether a implies b, and b implies a
	ForwardProof, BackProof check.Certificate
	// LeftOnly is a structure in which a is true and b is false. RightOnly is the
	// reverse. Each is nil if no such structure is known.
	LeftOnly, RightOnly *check.Structure
	// Found is the engine that found the first of these structures: sample,
	// finite or grounding.
	Found string
	// Reason says why a direction is unknown.
	Reason string
}

// Equivalent answers whether a and b are equivalent.
func (c *Comparison) Equivalent() check.Status { return check.Equivalent(c.Forward, c.Back) }

// Compare decides whether a implies b and b implies a, for closed formulas, within the
// limits of the options. Free names are constants.
func Compare(ctx context.Context, a, b *logic.Formula, o Options) Comparison {
	if o.Effort < 1 {
		o.Effort = 1
	}
	p := &pair{t: newTheory(o.Fold), a: a, b: b, o: o}
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
	a, b    *logic.Formula
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
type built struct{ a, b prop.Lit }

// done reports whether all directions that were asked for are decided.
func (p *pair) done() bool {
	if !p.open(true) && !p.open(false) {
		return true
	}
	return !p.o.Relation && p.c.Equivalent() == check.No
}

// open reports whether a direction is asked for and undecided.
func (p *pair) open(forward bool) bool {
	if forward {
		return p.c.Forward == check.Unknown
	}
	return p.c.Back == check.Unknown && !p.o.ForwardOnly
}

// build returns the pair in a form, or nil if a limit was reached.
func (p *pair) build(ctx context.Context, f form) *built {
	if p.forms[f] != nil {
		return p.forms[f]
	}
	b := p.builder(ctx, f)
	var ls [2]prop.Lit
	for i, g := range [2]*logic.Formula{p.a, p.b} {
		n := blockForm(work{ctx: ctx, left: formSteps * p.o.Effort}, g, p.t.name, f)
		if n == nil {
			return nil
		}
		var err error
		if ls[i], err = b.node(n); err != nil {
			return nil
		}
	}
	if p.working == nil { // there are no Skolem functions yet
		p.t.written = len(p.t.functions)
	}
	p.forms[f] = &built{ls[0], ls[1]}
	return p.forms[f]
}

func (p *pair) builder(ctx context.Context, f form) *builder {
	return &builder{
		theory: p.t, form: f, limit: p.t.graph.Size() + formNodes*p.o.Effort,
		work: work{ctx: ctx, left: formSteps * p.o.Effort},
	}
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
			if f == asWritten && !p.o.NoForms && logic.Same(p.a, p.b) {
				p.prove(true, true, check.Certificate{Kind: "normal_form", Form: f.String()})
			}
			return
		}
		if p.working == nil || f == miniscoped {
			p.working = x
		}
		c := p.t.graph.Compare(ctx, x.a, x.b, prop.Options{Relation: true, Conflicts: skeletonConflicts * int64(p.o.Effort)})
		proof := check.Certificate{Kind: "skeleton", Form: f.String(), Atoms: c.Leaves}
		if c.Method == prop.Identity {
			proof.Kind = "normal_form"
		}
		if !p.o.NoForms {
			p.prove(c.Forward == check.Yes, c.Back == check.Yes, proof)
		}
	}
}

// prove records the directions that were proved.
func (p *pair) prove(forward, back bool, proof check.Certificate) {
	if forward && p.c.Forward == check.Unknown {
		p.c.Forward, p.c.ForwardProof = check.Yes, proof
	}
	if back && p.c.Back == check.Unknown {
		p.c.Back, p.c.BackProof = check.Yes, proof
	}
}

// refute records the countermodels that were found.
func (p *pair) refute(d difference, engine string) {
	if d.left != nil && p.c.LeftOnly == nil {
		p.c.LeftOnly, p.c.Forward = d.left, check.No
	}
	if d.right != nil && p.c.RightOnly == nil {
		p.c.RightOnly, p.c.Back = d.right, check.No
	}
	if p.c.Found == "" && (d.left != nil || d.right != nil) {
		p.c.Found = engine
	}
}

// stageSample tries batches of random structures.
func (p *pair) stageSample(from, to int) func(context.Context) {
	return func(ctx context.Context) {
		if p.working == nil || p.o.NoSample {
			return
		}
		var d difference
		p.t.sample(ctx, p.working.a, p.working.b, from, to, sampleSteps*p.o.Effort, &d, func() bool {
			left := d.left != nil || !p.open(true)
			right := d.right != nil || !p.open(false)
			return left && right || !p.o.Relation && (d.left != nil || d.right != nil)
		})
		p.refute(d, "sample")
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
		for i, forward := range [2]bool{true, false} {
			if p.done() || !p.open(forward) || ctx.Err() != nil {
				continue
			}
			a := p.ask(ctx, prover, forward)
			claimed[i] = claimed[i] || a.Claimed
			if a.Reason != "" {
				reasons[i] = append(reasons[i], a.Reason)
			}
		}
	}
	for i, forward := range [2]bool{true, false} {
		if p.open(forward) && claimed[i] {
			p.patient(ctx)
		}
		if p.open(forward) && len(reasons[i]) > 0 {
			p.c.Reason = strings.Join(reasons[i], "; ")
		}
	}
}

// ask asks a prover about one direction.
func (p *pair) ask(ctx context.Context, prover check.Prover, forward bool) check.Answer {
	x, y := p.a, p.b
	if !forward {
		x, y = y, x
	}
	a := prover.Entails(ctx, x, y)
	if a.Status == check.Yes {
		p.prove(forward, !forward, a.Proof)
	}
	return a
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
		for _, forward := range [2]bool{true, false} {
			if p.o.NoInstances || !p.open(forward) || p.working == nil {
				continue
			}
			x := p.clauses(ctx, forward)
			if x.err != nil {
				p.c.Reason = check.ReasonResource
				continue
			}
			r := p.t.newRefuter(ctx, limits)
			ok := r.run(x.clauses)
			p.prove(ok && forward, ok && !forward, check.Certificate{Kind: "instances", Clauses: len(x.clauses), Instances: len(r.clauses)})
		}
	}
}

// clauses returns the clauses of a direction in the form in which they have the fewest
// literals in total.
func (p *pair) clauses(ctx context.Context, forward bool) *problem {
	at := &p.problems[0]
	if !forward {
		at = &p.problems[1]
	}
	if *at != nil {
		return *at
	}
	least := math.MaxInt
	for _, x := range p.forms {
		if x == nil || *at != nil && *x == *p.forms[asWritten] {
			continue
		}
		a, b := x.a, x.b
		if !forward {
			a, b = b, a
		}
		var q problem
		q.clauses, q.err = p.builder(ctx, miniscoped).clausify(a, b.Not())
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
