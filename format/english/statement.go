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
type Statements[T syntax.Formula[T]] struct {
	Reader[T]
	Operand func() T // reads one operand; it calls Compound
	zero    T        // builds formulas
}

// ReadStatements reads a text of statements and claims. Operand is set.
func (r *Statements[T]) ReadStatements(text string, x *Lexicon, time bool) (T, error) {
	return r.Read(text, Grammar[T]{
		Lexicon: x, Reserved: x.names[Pick(time, 1, 0)], Definition: "claim_is", Noun: "claim", Sentence: r.Statement,
		Expected: "a statement", More: "a connective or the end of the sentence",
	})
}

// Statement = row ["if and only if" row].
func (r *Statements[T]) Statement() T {
	r.Enter()
	defer r.Leave()
	f := r.row()
	if r.Took("iff", 1) {
		f = r.zero.Build(syntax.Iff, f, r.row())
	}
	return f
}

// row = operand {"," operand} {[","] word operand}, with one word: "and" or "or".
func (r *Statements[T]) row() T {
	fs, word := []T{r.Operand()}, ""
	for {
		n := r.See(",")
		next := r.Tok(n)
		join := ""
		for _, w := range []string{"and", "or"} {
			if next.Is(r.Phrase(w)[0].keys[0][0]) {
				join = w
			}
		}
		switch {
		case join != "" && (word == "" || word == join):
			word = join
			r.Skip(n + 1)
		case n > 0 && word == "" && join == "" && !r.stops[next.Key]:
			r.Skip(n)
		case word == "" && len(fs) > 1:
			r.Fail(`"and" or "or"`)
		case len(fs) == 1:
			return fs[0]
		default:
			return r.zero.Build(Pick(word == "or", syntax.Or, syntax.And), fs...)
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
	case r.Took("both", 0):
		return r.zero.Build(syntax.And, r.Operands("both", 2, r.Operand)...), true
	case r.Took("either", 0):
		fs, c := r.Operands("either", 2, r.Operand), syntax.Or
		if len(fs) == 2 && r.Took("exclusive", 0) {
			c = syntax.Xor
		}
		return r.zero.Build(c, fs...), true
	case r.Took("not", 0):
		return r.zero.Build(syntax.Not, r.Operand()), true
	case r.Took("if", 0):
		a := r.Statement()
		r.Expect("if", 1)
		return r.zero.Build(syntax.Implies, a, r.Statement()), true
	}
	letter := 0
	claim := func() bool { letter = r.pos; r.Skip(1); return r.toks[letter].Kind == Word }
	for _, phrase := range []string{"claim_not", "claim"} {
		if r.Match(phrase, claim) {
			end := r.pos
			r.pos = letter
			f = r.Mention()
			r.pos = end
			return Pick(phrase == "claim", f, r.zero.Build(syntax.Not, f)), true
		}
	}
	if r.Took("claim", 0) {
		r.Mention()
		r.Fail(r.quotedWords("claim", 1) + " or " + r.quotedWords("claim_not", 1))
	}
	return f, false
}

// Fact = constant | name ("is true" | "is false"), with a moment. It returns false and takes
// nothing if another word comes next.
func (r *Statements[T]) Fact(atom func(name string) T, moment func() bool) (f T, ok bool) {
	name := ""
	subject := func() (ok bool) { name, ok = r.TryName(); return ok }
	switch {
	case r.Match("top", moment):
		return r.zero.Build(syntax.True), true
	case r.Match("bottom", moment):
		return r.zero.Build(syntax.False), true
	case r.Match("false", subject, moment):
		return r.zero.Build(syntax.Not, atom(name)), true
	case r.Match("true", subject, moment):
		return atom(name), true
	}
	return f, false
}

// lists are the phrases before lists, with the number of items. They are searched in this
// order, and the first that fits is written.
var lists = []struct {
	lead  string
	c     syntax.Boolean
	items int // their number; 0: any
}{
	{"list_iff", syntax.Iff, 2},
	{"list_both", syntax.And, 2},
	{"list_all", syntax.And, 0},
	{"list_some", syntax.Or, 0},
	{"list_one", syntax.Xor, 2},
	{"list_odd", syntax.Xor, 0},
}

// listLead returns the phrase before a list of n items.
func listLead(c syntax.Boolean, n int) string {
	for _, l := range lists {
		if l.c == c && (l.items == 0 || l.items == n) {
			return l.lead
		}
	}
	panic("english: no list has this connective")
}

// list reads a list: the words before it, a colon and the items.
func (r *Statements[T]) list() (f T, ok bool) {
	for _, l := range lists {
		n := 0
		if !r.Match(l.lead, func() (ok bool) { n, ok = r.Numeral(); return ok }) {
			continue
		}
		r.Need(r.Accept(":"), `":" before a list`)
		start, fs := r.Tok(0), r.items()
		if l.items > 0 {
			n = l.items
		}
		if n != len(fs) || n < 2 {
			r.FailAt(start, "a list of "+strconv.Itoa(max(n, 2))+" statements, not of "+strconv.Itoa(len(fs)))
		}
		return r.zero.Build(l.c, fs...), true
	}
	return f, false
}

// items = "first" "," statement {";" "second" "," statement}.
func (r *Statements[T]) items() (fs []T) {
	for len(fs) == 0 || r.Accept(";") {
		place := r.ordinal(len(fs) + 1)
		r.Need(r.Accept(strings.Join(r.keys(place), " ")), strconv.Quote(place))
		r.Expect("item", 1)
		fs = append(fs, r.Statement())
	}
	return fs
}
