package noisy

import (
	"math/rand/v2"
	"slices"

	"github.com/truthloop/truthloop/format/regex"
)

// editRegex applies a kind to one place of e, each with the same probability;
// false where there is none.
func editRegex(k Kind, e *regex.Expr, r *rand.Rand) (*regex.Expr, bool) {
	var edits func(*regex.Expr) []edit
	switch k {
	case StarMisplaced:
		edits = starsMisplaced
	case StarPlus:
		edits = starPlus
	case ScopeWrong:
		edits = groupsWidened
	case NameLost:
		edits = symbolsLost
	case NameChanged:
		alphabet := symbolsOf(e, nil)
		edits = func(e *regex.Expr) []edit { return symbolChanged(e, alphabet, r) }
	default:
		return nil, false
	}
	w := regexWalker{edits: edits}
	n := w.count(e)
	if n == 0 {
		return nil, false
	}
	w.k = r.IntN(n)
	return w.replace(e), true
}

// An edit makes another expression of the one it was found in. It is a
// function, since of a long sequence's many edits one is made.
type edit func() *regex.Expr

// A regexWalker visits the nodes of an expression from the root, left to
// right. edits gives what a node can become.
type regexWalker struct {
	edits func(*regex.Expr) []edit
	k     int // edits still to pass over; negative when the edit is done
}

func (w *regexWalker) count(e *regex.Expr) int {
	n := len(w.edits(e))
	for _, a := range e.Args {
		n += w.count(a)
	}
	return n
}

func (w *regexWalker) replace(e *regex.Expr) *regex.Expr {
	edits := w.edits(e)
	if w.k < len(edits) {
		g := edits[w.k]()
		w.k = -1
		return g
	}
	w.k -= len(edits)
	for i, a := range e.Args {
		if b := w.replace(a); w.k < 0 {
			return over(e, slices.Replace(slices.Clone(e.Args), i, i+1, b))
		}
	}
	return e
}

// over is a node like e over other operands; chains stay flat.
func over(e *regex.Expr, args []*regex.Expr) *regex.Expr {
	switch e.Op {
	case regex.OpConcat:
		return regex.Concat(args...)
	case regex.OpAlternate:
		return regex.Alternate(args...)
	}
	return &regex.Expr{Op: e.Op, Class: e.Class, Args: args, Min: e.Min, Max: e.Max}
}

// starsMisplaced moves a star to a neighbour that has none, 1*0 to 10*, or
// into its group, (01)* to 01*.
func starsMisplaced(e *regex.Expr) []edit {
	if e.Op == regex.OpStar && e.Args[0].Op == regex.OpConcat {
		return []edit{func() *regex.Expr { return starWithin(e.Args[0]) }}
	}
	if e.Op != regex.OpConcat {
		return nil
	}
	var out []edit
	for i := range len(e.Args) - 1 {
		if (e.Args[i].Op == regex.OpStar) != (e.Args[i+1].Op == regex.OpStar) {
			out = append(out, func() *regex.Expr { return starMoved(e, i) })
		}
	}
	return out
}

// starWithin puts a star on the last piece of a sequence.
func starWithin(e *regex.Expr) *regex.Expr {
	args := slices.Clone(e.Args)
	if last := len(args) - 1; args[last].Op != regex.OpStar {
		args[last] = regex.Star(args[last])
	}
	return regex.Concat(args...)
}

// starMoved takes the star of the i-th piece or the next to the other of them.
func starMoved(e *regex.Expr, i int) *regex.Expr {
	args := slices.Clone(e.Args)
	if a, b := args[i], args[i+1]; a.Op == regex.OpStar {
		args[i], args[i+1] = a.Args[0], regex.Star(b)
	} else {
		args[i], args[i+1] = regex.Star(a), b.Args[0]
	}
	return regex.Concat(args...)
}

func starPlus(e *regex.Expr) []edit {
	if e.Op == regex.OpStar {
		return []edit{func() *regex.Expr { return regex.Plus(e.Args[0]) }}
	}
	return nil
}

// groupsWidened takes a neighbour into a repeated group, 1(01)* to (101)*, or
// into the nearest branch of an alternation, 1(0|1) to 10|1.
func groupsWidened(e *regex.Expr) []edit {
	if e.Op != regex.OpConcat {
		return nil
	}
	var out []edit
	for i, g := range e.Args {
		if g.Op != regex.OpAlternate && (g.Op != regex.OpStar || g.Args[0].Op != regex.OpConcat) {
			continue
		}
		if i > 0 {
			out = append(out, func() *regex.Expr { return united(e, i-1, widened(g, e.Args[i-1], true)) })
		}
		if i < len(e.Args)-1 {
			out = append(out, func() *regex.Expr { return united(e, i, widened(g, e.Args[i+1], false)) })
		}
	}
	return out
}

// united is the sequence e with one piece for its i-th and the next.
func united(e *regex.Expr, i int, g *regex.Expr) *regex.Expr {
	return regex.Concat(slices.Replace(slices.Clone(e.Args), i, i+2, g)...)
}

// widened is the group g with its neighbour in its first or last operand.
func widened(g, neighbour *regex.Expr, left bool) *regex.Expr {
	i := len(g.Args) - 1
	if left {
		i = 0
	}
	parts := []*regex.Expr{g.Args[i], neighbour}
	if left {
		slices.Reverse(parts)
	}
	return over(g, slices.Replace(slices.Clone(g.Args), i, i+1, regex.Concat(parts...)))
}

// symbolsLost leaves one symbol out of a sequence.
func symbolsLost(e *regex.Expr) []edit {
	if e.Op != regex.OpConcat {
		return nil
	}
	var out []edit
	for i, a := range e.Args {
		if a.Op == regex.OpClass {
			out = append(out, func() *regex.Expr { return regex.Concat(slices.Delete(slices.Clone(e.Args), i, i+1)...) })
		}
	}
	return out
}

// symbolChanged puts another symbol of the expression in the place of one;
// where there is no other, 0 for 1 and 1 for the rest.
func symbolChanged(e *regex.Expr, alphabet []rune, r *rand.Rand) []edit {
	was, ok := symbol(e)
	if !ok {
		return nil
	}
	return []edit{func() *regex.Expr {
		others := slices.DeleteFunc(slices.Clone(alphabet), func(s rune) bool { return s == was })
		switch {
		case len(others) > 0:
			return regex.Symbol(others[r.IntN(len(others))])
		case was == '1':
			return regex.Symbol('0')
		}
		return regex.Symbol('1')
	}}
}

func symbol(e *regex.Expr) (rune, bool) {
	if e.Op == regex.OpClass && len(e.Class) == 1 && e.Class[0].Lo == e.Class[0].Hi {
		return e.Class[0].Lo, true
	}
	return 0, false
}

// symbolsOf adds the symbols that occur alone in e, in order of occurrence.
func symbolsOf(e *regex.Expr, found []rune) []rune {
	if r, ok := symbol(e); ok && !slices.Contains(found, r) {
		found = append(found, r)
	}
	for _, a := range e.Args {
		found = symbolsOf(a, found)
	}
	return found
}
