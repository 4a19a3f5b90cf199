package syntax

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/record"
)

// An Edit is one edit of one tree, not yet applied.
type Edit struct {
	Kind         record.Diagnosis // the mistake that the edit makes
	Perturbation Perturbation     // empty if the NL-FOL tasks have no such edit
	From, To     string           // the replaced text and its replacement; always set for perturbations

	Apply func() Tree // returns the edited tree, which shares the unchanged parts
}

// A Site lists the edits of one form at one place of a tree. There is at least
// one.
type Site iter.Seq[Edit]

// Edits lists the edits of all sites.
func Edits(sites iter.Seq[Site]) iter.Seq[Edit] {
	return func(yield func(Edit) bool) {
		for site := range sites {
			for e := range site {
				if !yield(e) {
					return
				}
			}
		}
	}
}

// MaxParts bounds the literals or symbols that are inserted into another tree.
const MaxParts = 24

// MaxRegrouped is the largest number of operands of a chain in which groups within
// groups are tried.
const MaxRegrouped = 8

// Next returns the name with the next number: p1 becomes p2, bob becomes bob2.
func Next(name string) string {
	stem := strings.TrimRight(name, "0123456789")
	n, err := strconv.Atoi(name[len(stem):])
	if err != nil {
		stem, n = name, 1
	}
	return stem + strconv.Itoa(n+1)
}

// Others calls use for each name that may replace name, until use returns false. If there
// is none and invent is set, it calls use for the name with the next number.
func Others(name string, names []string, fold func(string) string, invent bool, use func(string) bool) {
	some := false
	for _, other := range names {
		if fold(other) != fold(name) {
			if some = true; !use(other) {
				return
			}
		}
	}
	if !some && invent {
		use(Next(name))
	}
}

// Segments lists the runs of two or more of n operands. Short runs come first.
func Segments(n int) iter.Seq2[int, int] {
	return func(yield func(i, j int) bool) {
		for length := 2; length <= n; length++ {
			for i := 0; i+length <= n; i++ {
				if !yield(i, i+length) {
					return
				}
			}
		}
	}
}

// A Place is a node of a tree whose sites are listed.
type Place[T Node[T]] struct {
	*Spot[T]
	set   Set
	tree  func(T) Tree
	yield func(Site) bool
	done  *bool
}

// Sites lists the sites of the edits of a set: at each node of a tree in preorder, those
// that list yields, and then those of the whole tree that last yields.
func Sites[T Node[T]](root T, set Set, tree func(T) Tree, list, last func(*Place[T])) iter.Seq[Site] {
	return func(yield func(Site) bool) {
		p := Place[T]{set: set, tree: tree, yield: yield, done: new(bool)}
		for spot := range Spots(root) {
			p.Spot = spot
			at := p
			if list(&at); *p.done {
				return
			}
		}
		p.Spot = &Spot[T]{Tree: root}
		last(&p)
	}
}

// A Put adds an edit to a site. It reports whether the site accepts more edits.
type Put[T any] = func(from, to string, edited func() T) bool

// Edit yields a site with one edit.
func (p *Place[T]) Edit(f Form, edited func() T) { p.One(f, "", "", edited) }

// One yields a site with one edit, which replaces the text from by the text to.
func (p *Place[T]) One(f Form, from, to string, edited func() T) {
	if p.Wants(f) {
		p.Site(f, func(put Put[T]) { put(from, to, edited) })
	}
}

// Wants reports whether edits of a form are listed.
func (p *Place[T]) Wants(f Form) bool { return !*p.done && p.set(f) }

// Site yields a site with the edits that list puts, if there are any.
func (p *Place[T]) Site(f Form, list func(Put[T])) {
	if !p.Wants(f) {
		return
	}
	spot := p.Spot
	site := func(yield func(Edit) bool) {
		list(func(from, to string, edited func() T) bool {
			return yield(Edit{f.Kind, f.Perturbation, from, to, func() Tree { return p.tree(spot.Replace(edited())) }})
		})
	}
	for range site {
		*p.done = !p.yield(site)
		return
	}
}

// Negated reports whether a place is the operand of a negation.
func Negated[T Formula[T]](p *Place[T]) bool {
	return p.Above != nil && p.Above.Tree.Boolean() == Not
}

// MoveNegations moves a negation into or out of an operator, or to another operand. through
// reports whether the negation of an operand is that of the operator.
func MoveNegations[T Formula[T]](p *Place[T], through func(T) bool) {
	f := p.Tree
	args := f.Operands()
	if f.Boolean() == Not {
		if g := args[0]; g.Boolean() != Not && !through(g) {
			for i, h := range g.Operands() {
				p.Edit(MoveNegation, func() T { return With(g, i, f.Build(Not, h)) })
			}
		}
		return
	}
	for i, g := range args {
		if g.Boolean() != Not || through(f) {
			continue
		}
		bare := g.Operands()[0]
		p.Edit(MoveNegation.Where(len(args) == 1), func() T { return f.Build(Not, With(f, i, bare)) })
		for j, h := range args {
			if j == i {
				continue
			}
			p.Edit(MoveNegation.Where(j == (i+1)%len(args)), func() T {
				moved := slices.Clone(args)
				moved[i], moved[j] = bare, f.Build(Not, h)
				return f.WithOperands(moved)
			})
		}
	}
}
