package verify

import (
	"context"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/fol"
	"github.com/truthloop/truthloop/verify/prop"
	"github.com/truthloop/truthloop/verify/prover"
	"github.com/truthloop/truthloop/verify/z3"
)

// A Prover says whether a closed first-order formula is satisfiable.
// *z3.Pool is one.
type Prover interface {
	Check(ctx context.Context, f *logic.Formula) (z3.Answer, error)
}

// An External says whether one closed first-order formula entails another. It
// is a program of its own, as a *prover.Prover is; its name is that of an
// Engine.
type External interface {
	Name() string
	Version() string
	Entails(ctx context.Context, axiom, conjecture *logic.Formula) prover.Answer
}

// prove asks the prover for one direction: whether a ∧ ¬b, or b ∧ ¬a, has a
// model.
func (v *Verifier) prove(a, b *logic.Formula) fol.Prover {
	return func(ctx context.Context, forward bool) fol.Answer {
		x, y := a, b
		if !forward {
			x, y = b, a
		}
		answer, err := v.o.Prover.Check(ctx, logic.And(x, logic.Not(y)))
		switch {
		case err != nil:
			return fol.Answer{Reason: ReasonProver + ": " + err.Error()}
		case answer.Status == z3.Unsat:
			return fol.Answer{Status: prop.Yes, Proof: fol.Proof{Engine: string(EngineZ3), Resource: answer.ResourceUsed}}
		case answer.Status == z3.Sat && answer.Model != nil:
			return fol.Answer{Status: prop.No, Engine: string(EngineZ3), Model: answer.Model}
		case answer.Status == z3.Sat:
			return fol.Answer{Reason: ReasonIncomplete} // a model too large to write out is no witness
		}
		return fol.Answer{Reason: answer.Reason}
	}
}

// external asks an external prover for one direction. Its model is checked here
// already: one that is none leaves the direction to those that come after it.
func (v *Verifier) external(p External, a, b *logic.Formula) fol.Prover {
	return func(ctx context.Context, forward bool) fol.Answer {
		x, y := a, b
		if !forward {
			x, y = b, a
		}
		said := p.Entails(ctx, x, y)
		if said.Status == prover.Proved {
			return fol.Answer{Status: prop.Yes, Proof: fol.Proof{Engine: p.Name(), Version: p.Version(), Said: said.Words}}
		}
		reason := ReasonIncomplete
		if said.Failed {
			reason = ReasonProver
		}
		out := fol.Answer{
			Engine: p.Name(), Reason: reason + ": " + p.Name() + ": " + said.Words,
			Claimed: said.Claimed || said.Status == prover.Refuted,
		}
		if said.Model == nil {
			return out
		}
		switch holds, err := check.In(said.Model, logic.And(x, logic.Not(y)), v.o.fold()); {
		case err == nil && holds:
			out.Status, out.Model = prop.No, said.Model
		case said.Status == prover.Refuted:
			out.Reason += ", with a model that is none"
		}
		return out
	}
}

// incomplete is the reason of what is left open: that there was no prover to
// ask, where that is so.
func (v *Verifier) incomplete(reason string) string {
	if reason == ReasonIncomplete && v.o.Prover == nil && len(v.o.Externals) == 0 {
		return ReasonNoProver
	}
	return reason
}
