package ontology_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/ontology"
	"github.com/truthloop/truthloop/format/record"
)

// A reader reads exact descriptions from the left without backtracking. The
// templates of its vocabulary are single words, since the test is about the words
// of the grammar.
type reader struct{ words []string }

var errRead = errors.New("not an exact description")

func (r *reader) take(words string) bool {
	ws := strings.Fields(words)
	if len(r.words) < len(ws) {
		return false
	}
	for i, w := range ws {
		if r.words[i] != w {
			return false
		}
	}
	r.words = r.words[len(ws):]
	return true
}

func (r *reader) want(words string) {
	if !r.take(words) {
		panic(errRead)
	}
}

func (r *reader) word() string {
	if len(r.words) == 0 {
		panic(errRead)
	}
	w := r.words[0]
	r.words = r.words[1:]
	return w
}

func (r *reader) formula() *logic.Formula {
	switch {
	case r.take("for all"):
		name := strings.TrimSuffix(r.word(), ",")
		return logic.Forall(name, r.formula())
	case r.take("there is"):
		name := r.word()
		r.want("such that")
		return logic.Exists(name, r.formula())
	case r.take("it's false that"):
		return logic.Not(r.formula())
	case r.take("if"):
		a := r.formula()
		r.want(", then")
		return logic.Implies(a, r.formula())
	case r.take("it is so that"):
		a := r.formula()
		r.want("if and only if")
		return logic.Iff(a, r.formula())
	case r.take("both"):
		a := r.formula()
		r.want("and")
		return node(logic.OpAnd, a, r.formula())
	case r.take("either"):
		a := r.formula()
		r.want("or")
		b := r.formula()
		if r.take("or both") {
			return node(logic.OpOr, a, b)
		}
		r.want("but not both")
		return node(logic.OpXor, a, b)
	case r.take("all of the following hold:"):
		return node(logic.OpAnd, r.items("and")...)
	case r.take("at least one of the following holds:"):
		return node(logic.OpOr, r.items("or")...)
	case r.take("an odd number of the following hold:"):
		return node(logic.OpXor, r.items("and")...)
	}
	return atom(r.word())
}

// node is a connective, without flattening.
func node(op logic.Op, args ...*logic.Formula) *logic.Formula {
	return &logic.Formula{Op: op, Args: args}
}

func (r *reader) items(last string) []*logic.Formula {
	all := []*logic.Formula{r.formula()}
	for {
		r.want(";")
		end := r.take(last)
		if all = append(all, r.formula()); end {
			return all
		}
	}
}

// atom reads Name<x1|a> or not-Name<x1|a>.
func atom(word string) *logic.Formula {
	word, denied := strings.CutPrefix(word, "not-")
	name, rest, ok := strings.Cut(word, "<")
	if !ok {
		panic(errRead)
	}
	var terms []logic.Term
	for t := range strings.SplitSeq(strings.TrimSuffix(rest, ">"), "|") {
		terms = append(terms, logic.Term{Name: t})
	}
	f := logic.Atom(name, terms...)
	if denied {
		return logic.Not(f)
	}
	return f
}

func read(text string) (f *logic.Formula, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = errRead
		}
	}()
	text = strings.NewReplacer(";", " ;", ",", " ,").Replace(strings.TrimSuffix(text, "."))
	r := &reader{words: strings.Fields(strings.ReplaceAll(text, "It's", "it's"))}
	r.words[0] = strings.ToLower(r.words[0][:1]) + r.words[0][1:]
	for i, w := range r.words { // "for all x ," has its comma apart now
		if w == "," && i > 1 && r.words[i-2] == "all" {
			r.words[i-1] += ","
			r.words[i] = ""
		}
	}
	kept := r.words[:0]
	for _, w := range r.words {
		if w != "" {
			kept = append(kept, w)
		}
	}
	r.words = kept
	f = r.formula()
	if len(r.words) > 0 {
		return nil, errRead
	}
	return f, nil
}

// TestExactHasOneReading reads exact descriptions of random formulas back.
func TestExactHasOneReading(t *testing.T) {
	v := &record.Vocabulary{}
	rapid.Check(t, func(t *rapid.T) {
		f := formattest.Formula(t, formattest.FormulaConfig{FirstOrder: true})
		v.Predicates = nil
		for _, p := range f.Signature(true).Predicates {
			template := "<" + strings.Repeat("{}|", p.Arity-1) + "{}>"
			v.Predicates = append(v.Predicates, record.Predicate{Name: p.Name, Arity: int64(p.Arity), Positive: p.Name + template, Negative: "not-" + p.Name + template})
		}
		text, err := ontology.Describe(f, v, ontology.Exact)
		if err != nil {
			t.Fatal(err)
		}
		got, err := read(text)
		if err != nil {
			t.Fatalf("%v\ndescribed as %s: %v", f, text, err)
		}
		if !strings.EqualFold(got.String(), f.String()) {
			t.Fatalf("%v\ndescribed as %s\nis read %v", f, text, got)
		}
	})
}

// Two formulas with one published description and two exact ones.
func TestPublishedIsAmbiguousAndExactIsNot(t *testing.T) {
	descriptions := map[ontology.Style]map[string]bool{ontology.Published: {}, ontology.Exact: {}}
	for i, fs := range []string{"(p ∧ q) ∨ r", "p ∧ (q ∨ r)"} {
		for style, described := range descriptions {
			s, err := ontology.Describe(parseTight(t, fs), nil, style)
			if err != nil {
				t.Fatal(strconv.Itoa(i), err)
			}
			described[s] = true
		}
	}
	if len(descriptions[ontology.Published]) != 1 || len(descriptions[ontology.Exact]) != 2 {
		t.Errorf("descriptions %v", descriptions)
	}
}
