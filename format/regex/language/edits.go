package language

import (
	"iter"
	"slices"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/syntax"
)

// The forms of edits that only regular expressions have.
var (
	moveStar   = syntax.Noisy(record.StarMisplaced) // to a neighbour, or to the last piece of the group
	starToPlus = syntax.Noisy(record.StarPlus)
)

// A piece is a place in a regular expression.
type piece struct {
	*syntax.Place[*regex.Expr]
	x        *regex.Expr
	symbols  []*regex.Expr // that edits may insert
	language *Language     // with Brics, edits may insert an intersection or a complement
	invent   bool          // if there is no other symbol, edits insert 0 or 1
}

// Edits lists the sites of an expression, with nodes in preorder.
func (r *Language) Edits(t syntax.Tree, o syntax.EditOptions) iter.Seq[syntax.Site] {
	symbols := symbolsOf(expression(o.From))
	return syntax.Sites(expression(t), o.Set, r.tree, func(p *syntax.Place[*regex.Expr]) {
		n := &piece{p, p.Tree, symbols, r, o.Invent}
		for _, list := range []func(*piece){
			(*piece).stars, (*piece).starsIn, (*piece).starsAside, (*piece).starsOut, (*piece).bounds, (*piece).wideGroups,
			(*piece).symbol, (*piece).operators, (*piece).complements, (*piece).parts,
		} {
			list(n)
		}
	}, func(*syntax.Place[*regex.Expr]) {})
}

// symbolsOf lists the different symbols and classes of e, at most 24.
func symbolsOf(e *regex.Expr) []*regex.Expr {
	var found []*regex.Expr
	for x := range e.Subexpressions() {
		known := func(s *regex.Expr) bool { return regex.Same(s, x) }
		if x.Op == regex.OpClass && len(found) < syntax.MaxParts && !slices.ContainsFunc(found, known) {
			found = append(found, x)
		}
	}
	return found
}

// stars replaces a star by + or the reverse, drops a star or adds one.
func (p *piece) stars() {
	x := p.x
	switch x.Op {
	case regex.OpStar:
		p.Edit(starToPlus, func() *regex.Expr { return regex.Plus(x.Args[0]) })
		p.Edit(syntax.Searched(record.StarMisplaced), func() *regex.Expr { return x.Args[0] })
	case regex.OpPlus:
		p.Edit(syntax.Searched(record.StarPlus), func() *regex.Expr { return regex.Star(x.Args[0]) })
		p.Edit(syntax.Searched(record.StarMisplaced), func() *regex.Expr { return x.Args[0] })
	default:
		p.Edit(syntax.Searched(record.StarMisplaced), func() *regex.Expr { return regex.Star(x) })
	}
}

// starsIn moves the star of a group to one piece of it.
func (p *piece) starsIn() {
	if p.x.Op != regex.OpStar || p.x.Args[0].Op != regex.OpConcat {
		return
	}
	group := p.x.Args[0]
	for i, piece := range group.Args {
		if last := i == len(group.Args)-1; last || piece.Op != regex.OpStar {
			p.Edit(moveStar.Where(last), func() *regex.Expr { return syntax.Over(group, i, i+1, starred(piece)) })
		}
	}
}

func starred(x *regex.Expr) *regex.Expr {
	if x.Op == regex.OpStar {
		return x
	}
	return regex.Star(x)
}

// starsAside moves a star from one piece of a sequence to a neighbour.
func (p *piece) starsAside() {
	if p.x.Op != regex.OpConcat {
		return
	}
	args := p.x.Args
	for i := range len(args) - 1 {
		if (args[i].Op == regex.OpStar) == (args[i+1].Op == regex.OpStar) {
			continue
		}
		p.Edit(moveStar, func() *regex.Expr {
			a, b := args[i], args[i+1]
			if a.Op == regex.OpStar {
				return syntax.Over(p.x, i, i+2, a.Args[0], regex.Star(b))
			}
			return syntax.Over(p.x, i, i+2, regex.Star(a), b.Args[0])
		})
	}
}

// starsOut adds a star to a run of pieces, or moves a star from one piece to the run.
func (p *piece) starsOut() {
	x := p.x
	if x.Op != regex.OpConcat || !p.Wants(syntax.Searched(record.StarMisplaced)) {
		return
	}
	for i, j := range syntax.Segments(len(x.Args)) {
		group := x.Args[i:j]
		p.Edit(syntax.Searched(record.StarMisplaced), func() *regex.Expr { return syntax.Over(x, i, j, regex.Star(regex.Concat(group...))) })
		for k, piece := range group {
			if piece.Op == regex.OpStar {
				p.Edit(syntax.Searched(record.StarMisplaced), func() *regex.Expr {
					pieces := slices.Clone(group)
					pieces[k] = piece.Args[0]
					return syntax.Over(x, i, j, regex.Star(regex.Concat(pieces...)))
				})
			}
		}
	}
}

// bounds moves the first or the last piece out of a group: 10|1 becomes 1(0|1), (101)*
// becomes 1(01)*.
func (p *piece) bounds() {
	x := p.x
	switch {
	case x.Op == regex.OpAlternate:
		for i, branch := range x.Args {
			if branch.Op == regex.OpConcat {
				p.split(syntax.Searched(record.ScopeWrong), branch.Args, func(rest *regex.Expr) *regex.Expr { return syntax.Over(x, i, i+1, rest) })
			}
		}
	case x.Op == regex.OpStar && x.Args[0].Op == regex.OpConcat:
		p.split(syntax.Searched(record.ScopeWrong), x.Args[0].Args, regex.Star)
	}
}

func (p *piece) split(f syntax.Form, pieces []*regex.Expr, group func(*regex.Expr) *regex.Expr) {
	last := len(pieces) - 1
	p.Edit(f, func() *regex.Expr { return regex.Concat(pieces[0], group(regex.Concat(pieces[1:]...))) })
	p.Edit(f, func() *regex.Expr { return regex.Concat(group(regex.Concat(pieces[:last]...)), pieces[last]) })
}

// wideGroups moves a neighbour into a group: 1(01)* becomes (101)*, 1(0|1) becomes
// 10|1.
func (p *piece) wideGroups() {
	x := p.x
	if x.Op != regex.OpConcat {
		return
	}
	for i, group := range x.Args {
		if group.Op != regex.OpStar && group.Op != regex.OpAlternate {
			continue
		}
		for _, left := range []int{i - 1, i} { // the two pieces that become one
			if left < 0 || left+1 == len(x.Args) {
				continue
			}
			edge := 0
			if left == i {
				edge = len(group.Args) - 1
			}
			for k, inner := range group.Args {
				p.Edit(syntax.MoveBound.Where(k == edge && (group.Op == regex.OpAlternate || inner.Op == regex.OpConcat)), func() *regex.Expr {
					pair := []*regex.Expr{x.Args[left], inner}
					if left == i {
						pair = []*regex.Expr{inner, x.Args[i+1]}
					}
					return syntax.Over(x, left, left+2, syntax.Over(group, k, k+1, regex.Concat(pair...)))
				})
			}
		}
	}
}

// symbol replaces a symbol, or adds one beside it.
func (p *piece) symbol() {
	x := p.x
	if x.Op == regex.OpClass {
		_, single := symbol(x)
		p.Site(syntax.RenameSymbol.Where(single), func(put syntax.Put[*regex.Expr]) {
			some := false
			for _, s := range p.symbols {
				if !regex.Same(s, x) {
					if some = true; !put("", "", func() *regex.Expr { return s }) {
						return
					}
				}
			}
			if !some && p.invent {
				put("", "", func() *regex.Expr { return invented(x) })
			}
		})
	}
	if x.Op == regex.OpClass || x.Op == regex.OpStar {
		for _, s := range p.symbols {
			p.Edit(syntax.Searched(record.PartAdded), func() *regex.Expr { return regex.Concat(s, x) })
			p.Edit(syntax.Searched(record.PartAdded), func() *regex.Expr { return regex.Concat(x, s) })
		}
	}
}

// invented returns 0 for 1, and 1 for every other symbol.
func invented(x *regex.Expr) *regex.Expr {
	if regex.Same(x, regex.Symbol('1')) {
		return regex.Symbol('0')
	}
	return regex.Symbol('1')
}

// operators swaps a sequence and alternatives: 011 becomes (0|1)1, 0|1 becomes 01.
func (p *piece) operators() {
	x := p.x
	if x.Op == regex.OpAlternate {
		p.Edit(syntax.Searched(record.OperatorSwapped), func() *regex.Expr { return regex.Concat(x.Args...) })
		if p.language == Brics {
			p.Edit(syntax.SwapAndOr, func() *regex.Expr { return regex.Intersect(x.Args...) })
		}
	}
	if x.Op == regex.OpIntersect {
		p.Edit(syntax.SwapAndOr, func() *regex.Expr { return regex.Alternate(x.Args...) })
	}
	for n := len(x.Args); x.Op == regex.OpConcat && n >= 2 && p.Wants(syntax.Searched(record.OperatorSwapped)); n-- {
		for i := 0; i+n <= len(x.Args); i++ {
			if !repeats(x.Args[i : i+n]) {
				p.Edit(syntax.Searched(record.OperatorSwapped), func() *regex.Expr { return syntax.Over(x, i, i+n, regex.Alternate(x.Args[i:i+n]...)) })
			}
		}
	}
}

// complements drops or adds a complement.
func (p *piece) complements() {
	x := p.x
	switch {
	case x.Op == regex.OpComplement:
		p.Edit(syntax.DropNegation, func() *regex.Expr { return x.Args[0] })
	case p.language == Brics:
		p.Edit(syntax.Searched(record.NegationAdded), func() *regex.Expr { return regex.Not(x) })
	}
}

// repeats reports whether a piece occurs twice. Models do not write 1|1.
func repeats(xs []*regex.Expr) bool {
	for i, x := range xs {
		if slices.ContainsFunc(xs[:i], func(y *regex.Expr) bool { return regex.Same(x, y) }) {
			return true
		}
	}
	return false
}

// parts drops a piece of a sequence, or an alternative.
func (p *piece) parts() {
	x := p.x
	for i, arg := range x.Args {
		if x.Op == regex.OpConcat || x.Op == regex.OpAlternate || x.Op == regex.OpIntersect {
			p.Edit(syntax.DropLiteral.Where(x.Op == regex.OpConcat && (arg.Op == regex.OpClass || arg.Op == regex.OpBoundary)), func() *regex.Expr { return syntax.Over(x, i, i+1) })
		}
	}
}
