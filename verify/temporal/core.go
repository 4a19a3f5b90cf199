package temporal

import ltl "github.com/truthloop/truthloop/format/temporal"

// kinds are the operators that a core formula can have, besides true, atoms and exclusive
// or, with the kinds of nodes for them.
var kinds = map[ltl.Op]nodeKind{
	ltl.OpNot: kindNot, ltl.OpAnd: kindAnd, ltl.OpOr: kindOr, ltl.OpXor: kindXor,
	ltl.OpNext: kindNext, ltl.OpWeakNext: kindWeakNext, ltl.OpUntil: kindUntil, ltl.OpRelease: kindRelease,
	ltl.OpYesterday: kindPrevious, ltl.OpWeakYesterday: kindWeakPrevious, ltl.OpSince: kindSince, ltl.OpTriggered: kindTriggered,
}

// core returns an equivalent formula without the operators that others define. done has the
// results so far, since formulas may share parts.
func core(f *ltl.Formula, done map[*ltl.Formula]*ltl.Formula) *ltl.Formula {
	if out := done[f]; out != nil {
		return out
	}
	args := make([]*ltl.Formula, len(f.Args))
	for i, g := range f.Args {
		args[i] = core(g, done)
	}
	op := func(op ltl.Op, args ...*ltl.Formula) *ltl.Formula { return &ltl.Formula{Op: op, Args: args} }
	out := &ltl.Formula{Op: f.Op, Name: f.Name, Args: args}
	switch f.Op {
	case ltl.OpFalse:
		out = op(ltl.OpNot, ltl.Top())
	case ltl.OpImplies:
		out = op(ltl.OpOr, op(ltl.OpNot, args[0]), args[1])
	case ltl.OpIff:
		out = op(ltl.OpNot, op(ltl.OpXor, args...))
	case ltl.OpFinally:
		out = op(ltl.OpUntil, ltl.Top(), args[0])
	case ltl.OpOnce:
		out = op(ltl.OpSince, ltl.Top(), args[0])
	case ltl.OpGlobally:
		out = op(ltl.OpRelease, op(ltl.OpNot, ltl.Top()), args[0])
	case ltl.OpHistorically:
		out = op(ltl.OpTriggered, op(ltl.OpNot, ltl.Top()), args[0])
	case ltl.OpWeakUntil: // a W b = b R (a | b)
		out = op(ltl.OpRelease, args[1], op(ltl.OpOr, args...))
	case ltl.OpStrongRelease: // a M b = b U (a & b)
		out = op(ltl.OpUntil, args[1], op(ltl.OpAnd, args...))
	}
	done[f] = out
	return out
}
