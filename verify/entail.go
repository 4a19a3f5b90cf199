package verify

import (
	"context"
	"fmt"
	"slices"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/stopwatch"
	"github.com/truthloop/truthloop/verify/answer"
	"github.com/truthloop/truthloop/verify/fol"
)

// ReasonInconsistent is the reason of the verdict true if the premises contradict
// each other. They then entail every conclusion.
const ReasonInconsistent = "inconsistent_premises"

// Entailment decides whether the premises entail the conclusion (true), its
// negation (false), or neither (uncertain). The premises may be empty. If the
// conclusion does not parse, the verdict is noncompliant; with Strict, also if a
// predicate has two arities. If a premise does not parse, the verdict is error.
func (v *Verifier) Entailment(ctx context.Context, premises []string, conclusion string) (r Result) {
	ctx, cancel := stopwatch.WithTimeout(ctx, v.o.Timeout)
	defer cancel()
	defer recovered(&r)
	defer v.Beside(record.FirstOrder, append(premises[:len(premises):len(premises)], conclusion)...)()
	p, c, read, err := argument(premises, conclusion, v.o.Formula)
	switch {
	case p == nil:
		return Result{Verdict: record.Unverifiable, Reason: err.Error()}
	case err != nil:
		return Result{Verdict: record.Noncompliant, Reason: err.Error()}
	}
	r = v.entails(ctx, p, c)
	if v.o.Formula.Strict && len(r.Warnings) > 0 {
		return Result{Verdict: record.Noncompliant, Reason: r.Warnings[0]}
	}
	r.Leniencies = leniencies(logic.Reading{}, read)
	r.Surprises = v.surprises(p, c, read.Vacuous, read.Unsure, len(r.Warnings) > 0)
	if op, oc := v.otherReading(p, c, func(o logic.Options) (p, c *logic.Formula, err error) {
		p, c, _, err = argument(premises, conclusion, o)
		return p, c, err
	}); op != nil {
		r.FreeVariableSensitive = v.entails(ctx, op, oc).Verdict != r.Verdict
	}
	o := v.o.Formula
	for scope := logic.ScopeDotWide; scope <= logic.ScopeWide && !r.ScopeSensitive; scope++ {
		o.Scope = scope
		op, oc, _, err := argument(premises, conclusion, o)
		if err == nil && !(logic.Same(p, op) && logic.Same(c, oc)) {
			r.ScopeSensitive = v.entails(ctx, op, oc).Verdict != r.Verdict
		}
	}
	return r
}

// argument parses premises and conclusion. all is nil if a premise does not parse. If
// o.Universal is set, each premise is closed by itself. of combines the leniencies and
// the flags of all texts; its Formulas are empty.
func argument(premises []string, conclusion string, o logic.Options) (all, c *logic.Formula, of logic.Reading, err error) {
	read := func(text string) (*logic.Formula, error) {
		r, err := logic.Read(text, o)
		if err != nil {
			return nil, err
		}
		of.Leniencies = append(of.Leniencies, r.Leniencies...)
		of.Vacuous = of.Vacuous || r.Vacuous
		of.Unsure = of.Unsure || r.Unsure
		return r.Formulas[0], nil
	}
	ps := make([]*logic.Formula, len(premises))
	for i, text := range premises {
		if ps[i], err = read(text); err != nil {
			return nil, nil, of, fmt.Errorf("premise %d does not parse: %w", i+1, err)
		}
	}
	all = logic.And(ps...)
	if c, err = read(conclusion); err != nil {
		return all, nil, of, fmt.Errorf("conclusion: %w", err)
	}
	slices.Sort(of.Leniencies)
	of.Leniencies = slices.Compact(of.Leniencies)
	return all, c, of, nil
}

// Entails does the same as Entailment for parsed formulas; the premises are one
// conjunction.
func (v *Verifier) Entails(ctx context.Context, premises, conclusion *logic.Formula) (r Result) {
	ctx, cancel := stopwatch.WithTimeout(ctx, v.o.Timeout)
	defer cancel()
	defer recovered(&r)
	return v.entails(ctx, premises, conclusion)
}

// entails does the work of Entails, without a time limit of its own.
func (v *Verifier) entails(ctx context.Context, premises, conclusion *logic.Formula) (r Result) {
	negated := logic.Not(conclusion)
	yes := v.implies(ctx, premises, conclusion)
	not := v.implies(ctx, premises, negated)
	w := &Witness{Kind: KindModels, False: yes.LeftOnly, True: not.LeftOnly}
	r = Result{Warnings: arities(premises, conclusion, v.o.Formula.CaseSensitive)}
	switch {
	case yes.Forward == answer.Yes:
		r.Verdict = record.Entailed
		r.Certificate = &yes.ForwardProof
		r.Engine = r.Certificate.Engine()
		if not.Forward == answer.Yes {
			r.Reason = ReasonInconsistent
			return r
		}
	case not.Forward == answer.Yes:
		r.Verdict = record.Refuted
		r.Certificate = &not.ForwardProof
		r.Engine = r.Certificate.Engine()
	case yes.Forward == answer.No && not.Forward == answer.No:
		r.Verdict = record.Uncertain
		r.Engine = yes.Found
	default:
		reason := yes.Reason
		if yes.Forward != answer.Unknown {
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
