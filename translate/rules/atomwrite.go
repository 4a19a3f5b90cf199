package rules

import (
	"regexp"
	"sync"

	"github.com/truthloop/truthloop/data"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

// A style selects the English for symbols.
type style struct {
	verbs   bool    // lower-case predicates of one or two arguments are verbs
	glosses []gloss // replace their symbols
	quoted  bool    // all names are in quotation marks, so that none is read as a gloss
}

// literal writes an atom, an equality or a truth constant, or the denial of an
// atom or equality.
func (w *logicWriter) literal(f *logic.Formula) {
	yes := true
	if f.Op == logic.OpNot {
		f, yes = f.Args[0], false
	}
	switch f.Op {
	case logic.OpTrue:
		w.say("a tautology holds")
	case logic.OpFalse:
		w.say("a contradiction holds")
	case logic.OpEqual:
		w.term(f.Terms[0])
		w.say(pick(yes, " equals ", " does not equal "))
		w.term(f.Terms[1])
	default:
		w.atom(f, yes)
	}
}

func (w *logicWriter) atom(f *logic.Formula, yes bool) {
	n := len(f.Terms)
	g := w.glossOf(f)
	switch {
	case g != nil:
		w.glossed(f, g, yes)
		return
	case n == 0:
		w.name(f.Name)
		w.say(pick(yes, " is true", " is false"))
		return
	case w.style.verbs && n <= 2 && wordLike.MatchString(f.Name):
		w.verb(f, yes)
		return
	}
	w.name(f.Name)
	w.say(pick(yes, " holds of ", " does not hold of "))
	w.series(n, func(i int) { w.term(f.Terms[i]) })
}

// verb writes the atom as subject, verb and object.
func (w *logicWriter) verb(f *logic.Formula, yes bool) {
	w.term(f.Terms[0])
	form := inflect(f.Name)
	switch {
	case !yes:
		w.say(" does not ")
		w.name(f.Name)
	case bare(form) && baseForm(form) == f.Name:
		w.say(" ", form)
	default:
		w.say(" does ")
		w.name(f.Name)
	}
	if len(f.Terms) == 2 {
		w.say(" ")
		w.term(f.Terms[1])
	}
}

// term writes a name, a gloss, or a function: "the f of a", "the f of both a and
// b", "the f of all of a, b and c". The last "and" shows where the arguments end.
func (w *logicWriter) term(t logic.Term) {
	n := len(t.Args)
	if n == 0 {
		if g := w.gloss(t.Name, -1); g != nil && !t.Var {
			w.phrase(g.positive)
			return
		}
		w.name(t.Name)
		return
	}
	w.say("the ")
	w.name(t.Name)
	w.say(" of ", []string{1: "", 2: "both ", 3: "all of "}[min(n, 3)])
	w.series(n, func(i int) { w.term(t.Args[i]) })
}

// usesVerbs reports whether predicates are written as verbs: there are predicates, all of
// them are lower-case words with one or two arguments, and at least half of them are in
// the verb list from which formulas are generated. "socrates mortals" is worse than
// "mortal holds of socrates".
func usesVerbs(vocab *record.Vocabulary) bool {
	if vocab == nil || len(vocab.Predicates) == 0 {
		return false
	}
	known := 0
	for _, p := range vocab.Predicates {
		if !wordLike.MatchString(p.Name) || p.Arity > 2 {
			return false
		}
		if verbList()[p.Name] {
			known++
		}
	}
	return 2*known >= len(vocab.Predicates)
}

var firstWord = regexp.MustCompile(`(?m)^\w+`)

// verbList holds the first word of each line of data/vocabularies/verbs.txt.
var verbList = sync.OnceValue(func() map[string]bool {
	text, err := data.FS.ReadFile("vocabularies/verbs.txt")
	if err != nil {
		panic(err) // the file is embedded beside its reader
	}
	verbs := make(map[string]bool)
	for _, v := range firstWord.FindAllString(string(text), -1) {
		verbs[v] = true
	}
	return verbs
})
