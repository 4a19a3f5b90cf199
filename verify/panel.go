package verify

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

// A Portfolio is a set of engines that run in turn; an empty one means all.
type Portfolio []Engine

// String joins the engines by +.
func (p Portfolio) String() string {
	if len(p) == 0 {
		return "all"
	}
	names := make([]string, len(p))
	for i, e := range p {
		names[i] = string(e)
	}
	return strings.Join(names, "+")
}

// ParsePortfolios reads portfolios separated by commas, each with engines joined
// by +, such as "truth_table+forms+sample,z3"; "all" means all engines. The error
// lists the known engines.
func ParsePortfolios(s string) ([]Portfolio, error) {
	var out []Portfolio
	for text := range strings.SplitSeq(s, ",") {
		if strings.TrimSpace(text) == "all" {
			out = append(out, nil)
			continue
		}
		p, err := ParseEngines(strings.ReplaceAll(text, "+", ","), true)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// A Panel decides each pair with several portfolios independently and compares
// their results. This finds errors that no witness shows, such as a wrong proof.
// One goroutine uses a Panel at a time.
type Panel struct {
	members []*Verifier
	names   []string
}

// NewPanel makes a Panel with a Verifier for each portfolio, which replaces
// o.Engines. Without portfolios it has one member, with o.Engines.
func NewPanel(o Options, portfolios []Portfolio) *Panel {
	if len(portfolios) == 0 {
		portfolios = []Portfolio{o.Engines}
	}
	p := &Panel{}
	for _, members := range portfolios {
		o.Engines = members
		p.members = append(p.members, New(o))
		p.names = append(p.names, members.String())
	}
	return p
}

// Decide calls Verifier.Decide of every member. If the formalism has a checker, the
// checker alone decides.
func (p *Panel) Decide(ctx context.Context, pair *Pair) Result {
	if first := p.members[0]; first.o.Checkers.Of(pair.Formalism) != nil {
		return first.Decide(ctx, pair)
	}
	return p.ask(func(v *Verifier) Result { return v.Decide(ctx, pair) })
}

// Formulas calls Verifier.Formulas of every member.
func (p *Panel) Formulas(ctx context.Context, a, b *logic.Formula) Result {
	return p.ask(func(v *Verifier) Result { return v.Formulas(ctx, a, b) })
}

// ask calls one for every member. All members use the same parser, so it stops if the
// verdict of the first member is noncompliant or error.
func (p *Panel) ask(one func(*Verifier) Result) Result {
	if len(p.members) == 1 {
		return one(p.members[0])
	}
	rs := make([]Result, len(p.members))
	for i, v := range p.members {
		rs[i] = one(v)
		if i == 0 && (rs[i].Verdict == record.Noncompliant || rs[i].Verdict == record.Unverifiable) {
			return rs[i]
		}
	}
	if d := p.dispute(rs); d != "" {
		return disputed(rs, d)
	}
	return agreed(rs)
}

// dispute describes the conflicting results, or returns "".
func (p *Panel) dispute(rs []Result) string {
	for i := range rs {
		for j := range i {
			if contradict(rs[i], rs[j]) || contradict(rs[j], rs[i]) {
				var says []string
				for k, r := range rs {
					says = append(says, fmt.Sprintf("%s says %s", p.names[k], claim(r)))
				}
				return strings.Join(says, ", ")
			}
		}
	}
	return ""
}

func claim(r Result) string {
	out := string(r.Verdict)
	for _, more := range []string{string(r.Relation), r.Reason} {
		if more != "" && more != out {
			out += " (" + more + ")"
		}
	}
	return out
}

// contradict reports whether r and s cannot both be right. If r has a rejected
// witness, its verdict is unknown. But its engine claimed that the two sides differ,
// which contradicts a proof that they are equivalent.
func contradict(r, s Result) bool {
	if !decided(r) {
		return strings.Contains(r.Reason, ReasonWitnessRejected) && s.Verdict == record.Equivalent
	}
	return decided(s) && (r.Verdict != s.Verdict || r.Relation != "" && s.Relation != "" && r.Relation != s.Relation)
}

func decided(r Result) bool { return r.Verdict != record.Unknown }

// disputed returns the result of a pair on which engines contradict each other. It
// keeps the conflicting witness and certificate.
func disputed(rs []Result, says string) Result {
	out := Result{Verdict: record.Unknown, Reason: ReasonDisagreement}
	for _, r := range rs {
		out = with(out, r)
	}
	out.Warnings = append([]string{says}, out.Warnings...)
	return out
}

// agreed returns the first decided result, with the details of the others and the
// names of all engines that agree. If none is decided, it returns the first
// result.
func agreed(rs []Result) Result {
	first := max(0, slices.IndexFunc(rs, decided))
	out := rs[first]
	engines := []string{out.Engine}
	for i, r := range rs {
		if i == first {
			continue
		}
		if decided(r) {
			if out.Relation == "" {
				out.Relation = r.Relation
			}
			if !slices.Contains(engines, r.Engine) {
				engines = append(engines, r.Engine)
			}
		}
		out.ScopeSensitive = out.ScopeSensitive || r.ScopeSensitive
		out.FreeVariableSensitive = out.FreeVariableSensitive || r.FreeVariableSensitive
	}
	out.Engine = strings.Join(engines, ",")
	return out
}

// with returns out with those details of r that out lacks.
func with(out, r Result) Result {
	if out.Witness == nil {
		out.Witness = r.Witness
	}
	if out.Certificate == nil {
		out.Certificate = r.Certificate
	}
	if out.Disagreement == nil {
		out.Disagreement = r.Disagreement
	}
	for _, w := range r.Warnings {
		if !slices.Contains(out.Warnings, w) {
			out.Warnings = append(out.Warnings, w)
		}
	}
	out.ScopeSensitive = out.ScopeSensitive || r.ScopeSensitive
	out.FreeVariableSensitive = out.FreeVariableSensitive || r.FreeVariableSensitive
	return out
}
