package edit

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
)

// An Edit is one edit of one tree, not yet applied.
type Edit[T any] struct {
	Kind         record.Diagnosis // the mistake that the edit makes
	Perturbation Perturbation     // empty if the NL-FOL tasks have no such edit
	From, To     string           // the replaced text and its replacement; always set for perturbations

	Apply func() T // returns the edited tree, which shares the unchanged parts
}

// A Site lists the edits of one form at one place of a tree. There is at least
// one.
type Site[T any] iter.Seq[Edit[T]]

// Edits lists the edits of all sites.
func Edits[T any](sites iter.Seq[Site[T]]) iter.Seq[Edit[T]] {
	return func(yield func(Edit[T]) bool) {
		for site := range sites {
			for e := range site {
				if !yield(e) {
					return
				}
			}
		}
	}
}

// Options select the edits.
type Options struct {
	Set  Set
	Fold func(string) string // names with the same result are equal; nil: logic.Fold

	// Names and parts that edits may insert. An argument is added or dropped only if
	// Names has the predicate with the new arity.
	Names    logic.Signature
	Literals []*logic.Formula
	Symbols  []*regex.Expr

	// Extended allows edits that insert an intersection or a complement.
	Extended bool

	// Invent also allows arities that Names lacks. If Names has no other name, it allows
	// the name with the next number.
	Invent bool
}

// maxParts bounds the literals or symbols that are inserted into another tree.
const maxParts = 24

// Literals lists the different atoms and negated atoms of f, at most 24.
func Literals(f *logic.Formula) []*logic.Formula {
	var found []*logic.Formula
	seen := map[string]bool{}
	for f := range f.Subformulas() {
		g := f
		if f.Op == logic.OpNot {
			g = f.Args[0]
		}
		if text := f.String(); isAtom(g) && !seen[text] && len(found) < maxParts {
			seen[text] = true
			found = append(found, f)
		}
	}
	return found
}

// Symbols lists the different symbols and classes of e, at most 24.
func Symbols(e *regex.Expr) []*regex.Expr {
	var found []*regex.Expr
	for x := range e.Subexpressions() {
		known := func(s *regex.Expr) bool { return regex.Same(s, x) }
		if x.Op == regex.OpClass && len(found) < maxParts && !slices.ContainsFunc(found, known) {
			found = append(found, x)
		}
	}
	return found
}

// next returns the name with the next number: p1 becomes p2, bob becomes bob2.
func next(name string) string {
	stem := strings.TrimRight(name, "0123456789")
	n, err := strconv.Atoi(name[len(stem):])
	if err != nil {
		stem, n = name, 1
	}
	return stem + strconv.Itoa(n+1)
}

// place is the place of a node whose sites are listed.
type place[T any] struct {
	*Options
	replace func(T) T // the whole tree with another node in this place
	yield   func(Site[T]) bool
	done    *bool
}

// put adds an edit to a site. It reports whether the site accepts more edits.
type put[T any] = func(from, to string, edited func() T) bool

// edit yields a site with one edit.
func (p *place[T]) edit(f form, edited func() T) { p.one(f, "", "", edited) }

func (p *place[T]) one(f form, from, to string, edited func() T) {
	if p.wants(f) {
		p.site(f, func(put put[T]) { put(from, to, edited) })
	}
}

func (p *place[T]) wants(f form) bool { return !*p.done && p.Set(f) }

// site yields a site with the edits that list puts, if there are any.
func (p *place[T]) site(f form, list func(put[T])) {
	if !p.wants(f) {
		return
	}
	replace := p.replace
	site := func(yield func(Edit[T]) bool) {
		list(func(from, to string, edited func() T) bool {
			return yield(Edit[T]{f.kind, f.perturbation, from, to, func() T { return replace(edited()) }})
		})
	}
	for range site {
		*p.done = !p.yield(site)
		return
	}
}
