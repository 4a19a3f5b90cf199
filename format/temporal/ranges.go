package temporal

import (
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/syntax"
)

// bounded returns op applied to args within the steps from lo to hi: F[0:1] a is a | X a,
// and a U[0:1] b is b | a & X b. If hi is -1, there is no last step. X[3] has lo 3 and hi 0.
func (p *parser) bounded(op Op, lo, hi int, args ...*Formula) *Formula {
	if p.err != nil {
		return nil
	}
	last := args[len(args)-1]
	f := last
	if hi < 0 {
		f = p.node(op, args...)
	}
	step := func() bool { // one step further; the first operand of U must hold until then
		f = p.node(op.Step(), f)
		if len(args) > 1 {
			f = p.node(op.Join().Dual(), p.again(args[0]), f)
		}
		return p.enter(0)
	}
	for range hi - lo {
		if step(); p.err != nil {
			return nil
		}
		f = p.node(op.Join(), p.again(last), f)
	}
	for range lo {
		if !step() {
			return nil
		}
	}
	return f
}

// again counts the nodes of an operand that occurs once more.
func (p *parser) again(f *Formula) *Formula {
	p.size += syntax.CountTo(f.Subformulas(), p.MaxSize-p.size)
	return f
}

// steps reads a range, or [!] behind X. Without a range, or without an upper bound, hi is
// -1. For X[n], lo is n and hi is 0.
func (p *parser) steps(op Op) (lo, hi int, ok bool) {
	if p.tok.kind != tokOpen || p.tok.closer != ']' || op.Step() == 0 {
		return 0, -1, true
	}
	text := p.text[p.tok.off:min(len(p.text), p.tok.off+40)]
	if op == OpNext && strings.HasPrefix(text, "[!]") {
		p.strong = true
		p.tok = p.next(p.skip(p.tok.off + len("[!]")))
		return 0, -1, true
	}
	m := stepRange.FindStringSubmatch(text)
	single := op.Step() == op
	if m == nil || single != (m[5] != "") {
		return 0, -1, true
	}
	end := p.tok.off + len(m[0])
	number := func(s string) uint64 {
		n, err := strconv.ParseUint("0"+s, 10, 32)
		if err != nil {
			n = 1 << 32
		}
		return n
	}
	low, high, open := number(m[1]), number(m[2]), m[2] == ""
	switch n := number(m[4]); m[3] {
	case "<=", "≤":
		low, high, open = 0, n, false
	case "<":
		if open = false; n > 0 {
			high = n - 1
		} else {
			low = 1 // no step is before this one
		}
	case ">=", "≥":
		low = n
	case ">":
		low = n + 1
	}
	if single {
		return p.bounds(end, number(m[5]), 0)
	}
	if !open && high < low {
		p.fail("a range of steps such as [2:5]")
		return 0, 0, false
	}
	lo, hi, ok = p.bounds(end, low, high)
	if open {
		hi = -1
	}
	return lo, hi, ok
}

// bounds checks lo and hi against MaxDepth and moves behind the range, which ends at end.
func (p *parser) bounds(end int, lo, hi uint64) (int, int, bool) {
	if most := uint64(p.MaxDepth); lo > most || hi > most {
		p.failFound("at most "+strconv.Itoa(p.MaxDepth)+" levels of nesting", "more")
		return 0, 0, false
	}
	p.tok = p.next(p.skip(end))
	return int(lo), int(hi), true
}
