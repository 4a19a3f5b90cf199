package rules

import (
	"strconv"

	"github.com/truthloop/truthloop/format/logic"
)

// unfold puts what each claim says in the place of its mentions. A claim's
// names mean what they mean where it is mentioned, so a variable in it is bound
// by the quantifier around the mention. A short text can say a formula too long
// to write down, so the size is bounded.
func (r *logicReader) unfold(f *logic.Formula) (*logic.Formula, error) {
	if len(r.mentions) == 0 && len(r.claims) == 0 && !r.shared {
		return f, nil
	}
	mentioned := make(map[string]bool, len(r.mentions))
	for _, t := range r.mentions {
		if mentioned[lower(t.text)] = true; r.claims[lower(t.text)].f == nil {
			return nil, r.failAt(t, "a claim that a sentence tells")
		}
	}
	var idle *token // the first definition of a claim that nothing mentions
	for l, d := range r.claims {
		if !mentioned[l] && (idle == nil || d.at.off < idle.off) {
			idle = d.at
		}
	}
	if idle != nil {
		return nil, r.failAt(idle, "a claim that is mentioned")
	}
	u := unfolder{r: r, open: make(map[string]bool)}
	return u.formula(f, 0)
}

type unfolder struct {
	r     *logicReader
	open  map[string]bool // the claims that are being unfolded
	nodes int
}

func (u *unfolder) formula(f *logic.Formula, depth int) (*logic.Formula, error) {
	if u.nodes++; u.nodes > maxNodes || depth > maxDepth {
		return nil, u.r.fail("a formula of at most " + strconv.Itoa(maxNodes) + " parts and " +
			strconv.Itoa(maxDepth) + " levels")
	}
	if f.Op == opMention {
		return u.claim(f.Name, depth)
	}
	if len(f.Args) == 0 {
		return f, nil
	}
	args := make([]*logic.Formula, len(f.Args))
	for i, g := range f.Args {
		h, err := u.formula(g, depth+1)
		if err != nil {
			return nil, err
		}
		args[i] = h
	}
	switch f.Op {
	case logic.OpAnd:
		return logic.And(args...), nil
	case logic.OpOr:
		return logic.Or(args...), nil
	case logic.OpXor:
		return logic.Xor(args...), nil
	}
	return &logic.Formula{Op: f.Op, Name: f.Name, Args: args}, nil
}

func (u *unfolder) claim(letter string, depth int) (*logic.Formula, error) {
	d := u.r.claims[letter]
	if u.open[letter] {
		return nil, u.r.failAt(d.at, "a claim that does not rest on itself")
	}
	u.open[letter] = true
	defer delete(u.open, letter)
	return u.formula(d.f, depth+1)
}
