package repair

import (
	"slices"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
)

// regexEdits is formulaEdits for regular expressions.
type regexEdits struct {
	symbols []*regex.Expr // of the expression it was to be
	kinds   []record.Diagnosis
	emit    func(record.Diagnosis, *regex.Expr) bool
	done    bool
}

func newRegexEdits(a *regex.Expr) *regexEdits {
	e := &regexEdits{}
	var walk func(*regex.Expr)
	walk = func(x *regex.Expr) {
		if x.Op == regex.OpClass && len(e.symbols) < maxLiterals && !slices.ContainsFunc(e.symbols, func(s *regex.Expr) bool { return regex.Same(s, x) }) {
			e.symbols = append(e.symbols, x)
		}
		for _, arg := range x.Args {
			walk(arg)
		}
	}
	walk(a)
	return e
}

// visit edits x and all below it; up gives the whole expression with another
// node in x's place.
func (e *regexEdits) visit(x *regex.Expr, up func(*regex.Expr) *regex.Expr) {
	if e.done {
		return
	}
	for _, edit := range []func(*regex.Expr, func(record.Diagnosis, *regex.Expr)){e.stars, e.starsMoved, e.bounds, e.leaves} {
		edit(x, func(d record.Diagnosis, y *regex.Expr) {
			if !e.done && slices.Contains(e.kinds, d) {
				e.done = !e.emit(d, up(y))
			}
		})
	}
	for i, arg := range x.Args {
		e.visit(arg, func(y *regex.Expr) *regex.Expr { return up(over(x, i, i+1, y)) })
	}
}

type foundRegex = func(record.Diagnosis, *regex.Expr)

// stars puts * for + and the reverse, leaves a star out or puts one in.
func (e *regexEdits) stars(x *regex.Expr, out foundRegex) {
	switch x.Op {
	case regex.OpStar:
		out(record.StarPlus, regex.Plus(x.Args[0]))
		out(record.StarMisplaced, x.Args[0])
	case regex.OpPlus:
		out(record.StarPlus, regex.Star(x.Args[0]))
		out(record.StarMisplaced, x.Args[0])
	default:
		out(record.StarMisplaced, regex.Star(x))
	}
}

// starsMoved moves a star from one piece of a sequence to a neighbour, into its
// group, or out to a longer stretch.
func (e *regexEdits) starsMoved(x *regex.Expr, out foundRegex) {
	if x.Op == regex.OpStar && x.Args[0].Op == regex.OpConcat {
		group := x.Args[0]
		for i, piece := range group.Args {
			if piece.Op != regex.OpStar {
				out(record.StarMisplaced, over(group, i, i+1, regex.Star(piece)))
			}
		}
	}
	if x.Op != regex.OpConcat {
		return
	}
	for i, piece := range x.Args {
		if piece.Op != regex.OpStar {
			continue
		}
		for _, j := range []int{i - 1, i + 1} {
			if j >= 0 && j < len(x.Args) && x.Args[j].Op != regex.OpStar {
				out(record.StarMisplaced, over(over1(x, i, piece.Args[0]), j, j+1, regex.Star(x.Args[j])))
			}
		}
	}
	for n := 2; n <= len(x.Args); n++ {
		for i := 0; i+n <= len(x.Args); i++ {
			run := x.Args[i : i+n]
			out(record.StarMisplaced, over(x, i, i+n, regex.Star(regex.Concat(run...))))
			for k, piece := range run {
				if piece.Op == regex.OpStar {
					pieces := slices.Clone(run)
					pieces[k] = piece.Args[0]
					out(record.StarMisplaced, over(x, i, i+n, regex.Star(regex.Concat(pieces...))))
				}
			}
		}
	}
}

// bounds moves the bounds of a group: 1(01)* to (101)*, 1(0|1) to 10|1, and
// back.
func (e *regexEdits) bounds(x *regex.Expr, out foundRegex) {
	if x.Op == regex.OpAlternate {
		for i, branch := range x.Args {
			if branch.Op != regex.OpConcat {
				continue
			}
			last := len(branch.Args) - 1
			out(record.ScopeWrong, regex.Concat(branch.Args[0], over(x, i, i+1, regex.Concat(branch.Args[1:]...))))
			out(record.ScopeWrong, regex.Concat(over(x, i, i+1, regex.Concat(branch.Args[:last]...)), branch.Args[last]))
		}
	}
	if x.Op == regex.OpStar && x.Args[0].Op == regex.OpConcat {
		group := x.Args[0].Args
		last := len(group) - 1
		out(record.ScopeWrong, regex.Concat(group[0], regex.Star(regex.Concat(group[1:]...))))
		out(record.ScopeWrong, regex.Concat(regex.Star(regex.Concat(group[:last]...)), group[last]))
	}
	if x.Op != regex.OpConcat {
		return
	}
	for i, group := range x.Args {
		if i > 0 {
			for _, wide := range widened(group, x.Args[i-1], true) {
				out(record.ScopeWrong, over(x, i-1, i+1, wide))
			}
		}
		if i < len(x.Args)-1 {
			for _, wide := range widened(group, x.Args[i+1], false) {
				out(record.ScopeWrong, over(x, i, i+2, wide))
			}
		}
	}
}

// widened is a group that takes a neighbour in, before it or behind it.
func widened(group, neighbour *regex.Expr, before bool) []*regex.Expr {
	put := func(x *regex.Expr) *regex.Expr {
		if before {
			return regex.Concat(neighbour, x)
		}
		return regex.Concat(x, neighbour)
	}
	var out []*regex.Expr
	switch group.Op {
	case regex.OpStar:
		out = append(out, regex.Star(put(group.Args[0])))
	case regex.OpAlternate:
		for i, branch := range group.Args {
			out = append(out, over(group, i, i+1, put(branch)))
		}
	}
	return out
}

// leaves puts other symbols in, leaves pieces out, and swaps sequence and
// alternatives.
func (e *regexEdits) leaves(x *regex.Expr, out foundRegex) {
	if x.Op == regex.OpClass {
		for _, s := range e.symbols {
			if !regex.Same(s, x) {
				out(record.SymbolRenamed, s)
			}
			out(record.PartLost, regex.Concat(s, x))
			out(record.PartLost, regex.Concat(x, s))
		}
	}
	if x.Op == regex.OpStar {
		for _, s := range e.symbols {
			out(record.PartLost, regex.Concat(s, x))
			out(record.PartLost, regex.Concat(x, s))
		}
	}
	switch x.Op {
	case regex.OpConcat: // (0|1)1 with a wrong bar became 011
		for n := len(x.Args); n >= 2; n-- {
			for i := 0; i+n <= len(x.Args); i++ {
				if !repeats(x.Args[i : i+n]) {
					out(record.OperatorSwapped, over(x, i, i+n, regex.Alternate(x.Args[i:i+n]...)))
				}
			}
		}
	case regex.OpAlternate:
		out(record.OperatorSwapped, regex.Concat(x.Args...))
	default:
		return
	}
	for i := range x.Args {
		out(record.PartAdded, over(x, i, i+1))
	}
}

// repeats says whether one piece occurs twice: nobody writes 1|1, which is to
// leave one out.
func repeats(xs []*regex.Expr) bool {
	for i, x := range xs {
		if slices.ContainsFunc(xs[:i], func(y *regex.Expr) bool { return regex.Same(x, y) }) {
			return true
		}
	}
	return false
}

// over1 is x with another i-th operand, as a node of its own: operands keep
// their places.
func over1(x *regex.Expr, i int, y *regex.Expr) *regex.Expr {
	args := slices.Clone(x.Args)
	args[i] = y
	return &regex.Expr{Op: x.Op, Args: args, Class: x.Class, Min: x.Min, Max: x.Max}
}

// over is x with others for its operands from i to before j.
func over(x *regex.Expr, i, j int, ys ...*regex.Expr) *regex.Expr {
	args := slices.Concat(x.Args[:i], ys, x.Args[j:])
	switch x.Op {
	case regex.OpConcat:
		return regex.Concat(args...)
	case regex.OpAlternate:
		return regex.Alternate(args...)
	}
	return &regex.Expr{Op: x.Op, Args: args, Class: x.Class, Min: x.Min, Max: x.Max}
}
