package english

import (
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/syntax"
)

// Statements reads statements with the connectives that all logics share, by recursive
// descent. The comments of its methods contain the grammar. An operand ends at words
// that cannot belong to it, or it extends as far right as possible (a quantifier, a
// conditional, a list).
type Statements[T any] struct {
	Reader[T]
	Operand func() T // reads one operand; it calls Compound
	Not     func(T) T
	Connect func(c syntax.Boolean, operands ...T) T
}

// ReadStatements reads a text of statements and claims. Operand, Not and Connect are set.
func (r *Statements[T]) ReadStatements(text string, reserved Words) (T, error) {
	return r.Read(text, Grammar[T]{
		Reserved: reserved, Noun: "claim", Verb: "says that", Sentence: r.Statement,
		Expected: "a statement", More: "a connective or the end of the sentence",
	})
}

// Statement = row ["if and only if" row].
func (r *Statements[T]) Statement() T {
	r.Enter()
	defer r.Leave()
	f := r.row()
	if r.Accept("if and only if") {
		f = r.Connect(syntax.Iff, f, r.row())
	}
	return f
}

// row = operand {"," operand} {[","] word operand}, with one word: "and" or "or".
func (r *Statements[T]) row() T {
	fs, word := []T{r.Operand()}, ""
	for {
		n := r.See(",")
		next := r.Tok(n)
		switch {
		case next.Is("and|or") && (word == "" || word == next.Key):
			word = next.Key
			r.Skip(n + 1)
		case n > 0 && word == "" && !next.Is("and|or|then|but|which"):
			r.Skip(n)
		case word == "" && len(fs) > 1:
			r.Fail(`"and" or "or"`)
		case len(fs) == 1:
			return fs[0]
		default:
			return r.Connect(Pick(word == "or", syntax.Or, syntax.And), fs...)
		}
		fs = append(fs, r.Operand())
	}
}

// Compound reads an operand that begins with a word of the grammar. It returns false and
// takes nothing if another word comes next.
func (r *Statements[T]) Compound() (f T, ok bool) {
	if f, ok = r.list(); ok {
		return f, true
	}
	switch {
	case r.Accept("both"):
		return r.bracketed(syntax.And, "and"), true
	case r.Accept("either"):
		return r.bracketed(syntax.Or, "or"), true
	case r.Accept("it is not the case that"):
		return r.Not(r.Operand()), true
	case r.Accept("if"):
		a := r.Statement()
		if !r.Accept(", then") {
			r.Fail(`", then"`)
		}
		return r.Connect(syntax.Implies, a, r.Statement()), true
	case r.Accept("claim"):
		f = r.Mention()
		if r.Accept("does not hold") {
			f = r.Not(f)
		} else if !r.Accept("holds") {
			r.Fail(`"holds" or "does not hold"`)
		}
		return f, true
	}
	return f, false
}

// bracketed = operand {"," operand} word operand, after "both" or "either", and
// ", but not both" after two alternatives.
func (r *Statements[T]) bracketed(c syntax.Boolean, word string) T {
	fs := []T{r.Operand()}
	for !r.Accept(word) {
		if !r.Accept(",") {
			r.Fail(strconv.Quote(word))
		}
		fs = append(fs, r.Operand())
	}
	fs = append(fs, r.Operand())
	if c == syntax.Or && len(fs) == 2 && r.Accept(", but not both") {
		c = syntax.Xor
	}
	return r.Connect(c, fs...)
}

// lists are the words before lists. N is the number of items. They are searched in this
// order, and the first that fits is written.
var lists = []struct {
	lead  string
	c     syntax.Boolean
	items int // their number; 0: any
}{
	{"either both or neither of the following hold", syntax.Iff, 2},
	{"both of the following hold", syntax.And, 2},
	{"all N of the following hold", syntax.And, 0},
	{"at least one of the following N holds", syntax.Or, 0},
	{"exactly one of the following N holds", syntax.Xor, 2},
	{"an odd number of the following N hold", syntax.Xor, 0},
}

// listLead returns the words before a list of n items.
func listLead(c syntax.Boolean, n int) string {
	for _, l := range lists {
		if l.c == c && (l.items == 0 || l.items == n) {
			return strings.Replace(l.lead, "N", Numeral(n), 1)
		}
	}
	panic("english: no list has this connective")
}

// list reads a list: the words before it, a colon and the items.
func (r *Statements[T]) list() (f T, ok bool) {
	for _, l := range lists {
		n := 0
		if !r.Optionally(func() bool { return r.lead(l.lead, &n) }) {
			continue
		}
		if !r.Accept(":") {
			r.Fail(`":" before a list`)
		}
		start, fs := r.Tok(0), r.items()
		if l.items > 0 {
			n = l.items
		}
		if n != len(fs) || n < 2 {
			r.FailAt(start, "a list of "+strconv.Itoa(max(n, 2))+" statements, not of "+strconv.Itoa(len(fs)))
		}
		return r.Connect(l.c, fs...), true
	}
	return f, false
}

// lead takes the words before a list, and the number of items in the place of N.
func (r *Statements[T]) lead(words string, n *int) (ok bool) {
	before, after, counted := strings.Cut(words, " N ")
	if ok = r.Accept(before); ok && counted {
		if *n, ok = r.Numeral(); ok {
			ok = r.Accept(after)
		}
	}
	return ok
}

// items = "first" "," statement {";" "second" "," statement}.
func (r *Statements[T]) items() (fs []T) {
	for len(fs) == 0 || r.Accept(";") {
		if t := r.Tok(0); t.Kind != Word || parseOrdinal(Lower(t.Text)) != len(fs)+1 {
			r.Fail(strconv.Quote(ordinal(len(fs) + 1)))
		}
		r.Skip(1)
		if !r.Accept(",") {
			r.Fail(`","`)
		}
		fs = append(fs, r.Statement())
	}
	return fs
}
