package language

import (
	"iter"
	"slices"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/syntax"
)

// The laws of regular expressions. All but the last three keep the notation of AutoEval:
// concatenation, star and parentheses.
//
// Source: Kozen, A completeness theorem for Kleene algebras and the algebra of regular
// events, Information and Computation 110, 1994.
const (
	StarOfStar      syntax.Law = "star_of_star"     // A* = (A*)*, both ways
	RepeatedStar    syntax.Law = "repeated_star"    // A* = A*A*, both ways
	Sliding         syntax.Law = "sliding"          // A(BA)* = (AB)*A, both ways
	StarsCommute    syntax.Law = "stars_commute"    // (A*B*)* = (B*A*)*
	StarOfChoice    syntax.Law = "star_of_choice"   // (A|B)* = (A*B*)*
	ChoicesCommute  syntax.Law = "choices_commute"  // A|B = B|A
	ChoiceExpansion syntax.Law = "choice_expansion" // A(B|C) = AB|AC
)

// Rewrites lists every use of every law in an expression, in the order of the text.
func (r *Language) Rewrites(t syntax.Tree) []syntax.Rewrite {
	return syntax.Rewrites(expression(t), func(x *regex.Expr, use func(syntax.Law, func() *regex.Expr)) {
		laws(x, func(law syntax.Law, y *regex.Expr) { use(law, func() *regex.Expr { return y }) })
	}, r.tree)
}

// laws lists the uses of laws at the top of x.
func laws(x *regex.Expr, use func(syntax.Law, *regex.Expr)) {
	switch x.Op {
	case regex.OpStar:
		starLaws(x, use)
	case regex.OpConcat:
		for i := range len(x.Args) - 1 {
			a, b := x.Args[i], x.Args[i+1]
			with := func(ys ...*regex.Expr) *regex.Expr { return syntax.Over(x, i, i+2, ys...) }
			if a.Op == regex.OpStar && regex.Same(a, b) {
				use(RepeatedStar, with(a))
			}
			if rest, ok := cut(b, a, false); ok {
				use(Sliding, with(regex.Star(regex.Concat(append([]*regex.Expr{a}, rest...)...)), a))
			}
			if rest, ok := cut(a, b, true); ok {
				use(Sliding, with(b, regex.Star(regex.Concat(append(rest, b)...))))
			}
			if b.Op == regex.OpAlternate {
				var choices []*regex.Expr
				for _, c := range b.Args {
					choices = append(choices, regex.Concat(a, c))
				}
				use(ChoiceExpansion, with(regex.Alternate(choices...)))
			}
		}
	case regex.OpAlternate, regex.OpIntersect:
		for i := range len(x.Args) - 1 {
			use(ChoicesCommute, syntax.Over(x, i, i+2, x.Args[i+1], x.Args[i]))
		}
	}
}

// starLaws lists the uses of laws at a star.
func starLaws(x *regex.Expr, use func(syntax.Law, *regex.Expr)) {
	body := x.Args[0]
	use(StarOfStar, regex.Star(x))
	use(RepeatedStar, regex.Concat(x, x))
	isStar := func(y *regex.Expr) bool { return y.Op == regex.OpStar }
	switch body.Op {
	case regex.OpStar:
		use(StarOfStar, body)
	case regex.OpAlternate:
		var stars []*regex.Expr
		for _, c := range body.Args {
			stars = append(stars, regex.Star(c))
		}
		use(StarOfChoice, regex.Star(regex.Concat(stars...)))
	case regex.OpConcat:
		for i := range len(body.Args) - 1 {
			if !slices.ContainsFunc(body.Args, func(y *regex.Expr) bool { return !isStar(y) }) {
				use(StarsCommute, regex.Star(syntax.Over(body, i, i+2, body.Args[i+1], body.Args[i])))
			}
		}
	}
}

// cut removes a from the end, or from the beginning, of the body of a star.
func cut(star, a *regex.Expr, beginning bool) ([]*regex.Expr, bool) {
	if star.Op != regex.OpStar {
		return nil, false
	}
	pieces := []*regex.Expr{star.Args[0]}
	if pieces[0].Op == regex.OpConcat {
		pieces = pieces[0].Args
	}
	k := len(pieces) - 1
	if beginning {
		k = 0
	}
	if !regex.Same(pieces[k], a) {
		return nil, false
	}
	return slices.Concat(pieces[:k], pieces[k+1:]), true
}

// Variants lists edits that make a mistake of translation and keep the notation of the
// dialect and the symbols.
func (r *Language) Variants(t syntax.Tree, _ []syntax.Perturbation, _ *record.Vocabulary) iter.Seq[syntax.Edit] {
	return syntax.Edits(r.Edits(t, syntax.EditOptions{Set: syntax.OfNoise(
		record.StarMisplaced, record.ScopeWrong, record.SymbolRenamed, record.PartLost, record.NegationDropped, record.OperatorSwapped,
	), From: t, Invent: true}))
}
