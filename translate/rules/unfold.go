package rules

import (
	"strconv"

	"github.com/truthloop/truthloop/format/logic"
)

// unfold replaces each mention of a claim by what the claim says. The claim's
// names mean what they mean at the mention, so a variable in it is bound by the
// quantifier around the mention. A short text can say a formula too long to
// write down, so the size is bounded.
func (r *logicReader) unfold(f *logic.Formula) *logic.Formula {
	if len(r.mentions) == 0 && len(r.claims) == 0 && !r.shared {
		return f
	}
	mentioned := make(map[string]bool, len(r.mentions))
	for _, t := range r.mentions {
		if mentioned[lower(t.text)] = true; r.claims[lower(t.text)].f == nil {
			r.failAt(t, "a claim that is defined")
		}
	}
	var idle *token // the first claim that is defined and never mentioned
	for l, d := range r.claims {
		if !mentioned[l] && (idle == nil || d.at.off < idle.off) {
			idle = d.at
		}
	}
	if idle != nil {
		r.failAt(idle, "a claim that is mentioned")
	}
	u := unfolder{r: r, open: make(map[string]bool)}
	return u.formula(f, 0)
}

type unfolder struct {
	r     *logicReader
	open  map[string]bool // the claims that are being unfolded
	nodes int
}

func (u *unfolder) formula(f *logic.Formula, depth int) *logic.Formula {
	if u.nodes++; u.nodes > maxNodes || depth > maxDepth {
		u.r.fail("a formula of at most " + strconv.Itoa(maxNodes) + " parts and " + strconv.Itoa(maxDepth) + " levels")
	}
	if f.Op == opMention {
		d := u.r.claims[f.Name]
		if u.open[f.Name] {
			u.r.failAt(d.at, "a claim that does not depend on itself")
		}
		u.open[f.Name] = true
		defer delete(u.open, f.Name)
		return u.formula(d.f, depth+1)
	}
	if len(f.Args) == 0 {
		return f
	}
	args := make([]*logic.Formula, len(f.Args))
	for i, g := range f.Args {
		args[i] = u.formula(g, depth+1)
	}
	switch f.Op {
	case logic.OpAnd:
		return logic.And(args...)
	case logic.OpOr:
		return logic.Or(args...)
	case logic.OpXor:
		return logic.Xor(args...)
	}
	return &logic.Formula{Op: f.Op, Name: f.Name, Args: args}
}
