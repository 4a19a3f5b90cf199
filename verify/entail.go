package verify

import (
	"context"
	"fmt"
	"slices"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/fol"
)

// ReasonInconsistent is the reason of the verdict true if the premises contradict
// each other. They then entail every conclusion.
const ReasonInconsistent = "inconsistent_premises"

// Entailment decides whether the premises entail the conclusion (true), its
// negation (false), or neither (uncertain). The premises may be empty. If the
// conclusion does not parse, the verdict is noncompliant; with Strict, also if a
// predicate has two arities. If a premise does not parse, the verdict is error.
func (v *Verifier) Entailment(ctx context.Context, premises []string, conclusion string) Result {
	return v.Decide(ctx, v.o.ReadArgument(premises, conclusion))
}

// ReadArgument reads premises and a conclusion. With Formula.Universal, each premise is
// closed by itself.
func (o Options) ReadArgument(premises []string, conclusion string) *Pair {
	p := &Pair{Argument: true, Formalism: record.FirstOrder, semantics: formulas{}}
	defer recovered(&p.failed)
	o.Formula.Beside = append(slices.Clone(premises), conclusion)
	p.o = o
	p.readArgument(premises, conclusion)
	if p.failed.Verdict != "" {
		return p
	}
	p.inspect()
	for p.o.Formula.Scope = logic.ScopeDotWide; p.o.Formula.Scope <= logic.ScopeWide; p.o.Formula.Scope++ {
		q := Pair{o: p.o}
		q.readArgument(premises, conclusion)
		if q.failed.Verdict == "" && !(logic.Same(formula(p.Left.Tree), formula(q.Left.Tree)) && logic.Same(formula(p.Right.Tree), formula(q.Right.Tree))) {
			p.scopes = append(p.scopes, [2]formalism.Tree{q.Left.Tree, q.Right.Tree})
		}
	}
	p.o = o
	return p
}

// readArgument sets the texts of an argument, and failed if one of them does not parse.
func (p *Pair) readArgument(premises []string, conclusion string) {
	trees, open := make([]*logic.Formula, len(premises)), make([]*logic.Formula, len(premises))
	closes := true
	p.Premises, p.Left = make([]Text, len(premises)), Text{}
	for i, written := range premises {
		t := formulas{}.Read(written, &p.o)
		if t.Err != nil {
			p.Left.Err = fmt.Errorf("premise %d does not parse: %w", i+1, t.Err)
			p.failed = Result{Verdict: record.Unverifiable, Reason: p.Left.Err.Error()}
			return
		}
		p.Premises[i], trees[i] = t, formula(t.Tree)
		if closes = closes && t.Open != nil; closes {
			open[i] = formula(t.Open)
		}
		p.Left.vacuous, p.Left.unsure = p.Left.vacuous || t.vacuous, p.Left.unsure || t.unsure
		p.Left.Leniencies = append(p.Left.Leniencies, t.Leniencies...)
	}
	p.Left.Tree = logic.And(trees...)
	if closes {
		p.Left.Open = logic.And(open...)
	}
	if p.Right = (formulas{}).Read(conclusion, &p.o); p.Right.Err != nil {
		p.failed = Result{Verdict: record.Noncompliant, Reason: "conclusion: " + p.Right.Err.Error()}
	}
	made := slices.Concat(p.Left.Leniencies, p.Right.Leniencies)
	slices.Sort(made)
	p.leniencies = leniencies(Text{}, Text{Leniencies: slices.Compact(made)})
}

// entails decides whether the premises, one conjunction, entail the conclusion.
func (v *Verifier) entails(ctx context.Context, premises, conclusion *logic.Formula) (r Result) {
	negated := logic.Not(conclusion)
	yes := v.implies(ctx, premises, conclusion)
	not := v.implies(ctx, premises, negated)
	w := &Witness{Kind: KindModels, False: yes.Only[0], True: not.Only[0]}
	switch {
	case yes.Implies[0] == check.Yes:
		r.Verdict = record.Entailed
		r.Certificate = &yes.Proof[0]
		r.Engine = r.Certificate.Engine()
		if not.Implies[0] == check.Yes {
			r.Reason = ReasonInconsistent
			return r
		}
	case not.Implies[0] == check.Yes:
		r.Verdict = record.Refuted
		r.Certificate = &not.Proof[0]
		r.Engine = r.Certificate.Engine()
	case yes.Implies[0] == check.No && not.Implies[0] == check.No:
		r.Verdict = record.Uncertain
		r.Engine = yes.Found
	default:
		reason := yes.Reason
		if yes.Implies[0] != check.Unknown {
			reason = not.Reason
		}
		r.Verdict, r.Reason = record.Unknown, v.open(ctx, reason)
		return r
	}
	if w.True == nil && w.False == nil {
		return r // the consistency of the premises is unknown
	}
	r.Witness = w
	if err := checkModels(w, premises, conclusion, v.o.fold()); err != nil {
		return rejected(r, err)
	}
	return r
}

func (v *Verifier) implies(ctx context.Context, a, b *logic.Formula) fol.Comparison {
	o := v.folOptions()
	o.ForwardOnly = true
	return fol.Compare(ctx, a, b, o)
}
