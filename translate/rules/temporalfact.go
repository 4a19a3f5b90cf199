package rules

import (
	"slices"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/temporal"
)

// A timing puts temporal operators before a formula.
type timing func(*temporal.Formula) *temporal.Formula

// moment takes a moment: "at every step from then on", "three steps later". Adverbs
// apply to one operand if no comma follows.
func (r *temporalReader) moment() (when timing, adverb, ok bool) {
	for _, m := range moments {
		apply := func(f *temporal.Formula) *temporal.Formula { return temporal.Connect(m.op, f) }
		start := r.tok(0)
		switch {
		case r.accept(m.adverbs...):
			r.grow(start, 1)
			return apply, true, true
		case r.accept(m.phrases...):
			r.grow(start, 1)
			r.accept("from then|now on")
			return apply, false, true
		}
	}
	n, ok := parseNumeral(lower(r.tok(0).text))
	if !ok || r.tok(0).kind != tokWord || r.tok(1).kw != "step" && r.tok(1).kw != "steps" || !r.tok(2).is("later") {
		return nil, false, false
	}
	r.grow(r.tok(0), n)
	r.pos += 3
	return func(f *temporal.Formula) *temporal.Formula {
		for range n {
			f = temporal.Next(f)
		}
		return f
	}, false, true
}

// fact = (claim | meaning | name) [truth] {moment}.
func (r *temporalReader) fact() *temporal.Formula {
	f := r.subject()
	for {
		when, _, ok := r.moment()
		if !ok {
			return f
		}
		f = when(f)
	}
}

func (r *temporalReader) subject() *temporal.Formula {
	switch {
	case r.accept("a tautology holds"):
		return temporal.Top()
	case r.accept("a contradiction holds"):
		return temporal.Bottom()
	}
	if p := r.meaning(); p != nil {
		return temporal.Atom(p.symbol)
	}
	if r.accept("claim") {
		return r.truth(r.mention())
	}
	r.accept("the proposition|signal|event|condition")
	return r.truth(temporal.Atom(r.name("a statement")))
}

// meaning takes the longest meaning that comes next.
func (r *temporalReader) meaning() (longest *pattern) {
	for i, p := range r.patterns {
		same := func(want token) bool {
			have := r.tok(0)
			r.pos++
			return want.kind == have.kind && want.kw == have.kw && (want.kw != "" || strings.EqualFold(want.text, have.text))
		}
		at := r.pos
		if !slices.ContainsFunc(p.toks, func(t token) bool { return !same(t) }) && (longest == nil || len(p.toks) > len(longest.toks)) {
			longest = &r.patterns[i]
		}
		r.pos = at
	}
	if longest != nil {
		r.pos += len(longest.toks)
	}
	return longest
}

// truth reads "holds", "is always false", "does not hold" and the like about f.
// "not" applies to what follows it: "is not always true".
func (r *temporalReader) truth(f *temporal.Formula) *temporal.Formula {
	at := r.pos
	is, does := r.accept("is|are"), r.accept("does|do")
	not := (is || does) && r.accept("not")
	when, _, timed := r.moment()
	never := !timed && r.accept("never")
	switch {
	case is && r.accept("true"), !is && r.accept("holds|hold"):
	case is && r.accept("false"), !is && r.accept("fails|fail"):
		f = temporal.Not(f)
	default:
		r.pos = at
		return f
	}
	switch {
	case never:
		f = temporal.Globally(temporal.Not(f))
	case timed:
		f = when(f)
	}
	if not {
		return temporal.Not(f)
	}
	return f
}

// until takes the words between a statement and the event up to which it holds.
func (r *temporalReader) until() (u until, ok bool) {
	for _, u := range untils {
		if r.accept(u.phrases...) {
			return u, true
		}
	}
	return until{}, false
}

// event reads an event and whether it happens. If the text does not say this, it happens.
func (r *temporalReader) event(u until) (op temporal.Op, event *temporal.Formula) {
	outer := r.tight
	r.tight = true
	event = r.operand()
	r.tight = outer
	if !r.accept(happens...) && r.accept(mayHappen...) {
		return u.weak, event
	}
	return u.strong, event
}

// lasting returns the formula of a statement that holds until an event.
func lasting(op temporal.Op, statement, event *temporal.Formula) *temporal.Formula {
	if op == temporal.OpRelease || op == temporal.OpStrongRelease {
		statement, event = event, statement
	}
	return temporal.Connect(op, statement, event)
}

// listed reads a list: "all three of the following hold: first, A; second, B; third,
// C". It returns nil and takes nothing if no list comes next.
func (r *temporalReader) listed() *temporal.Formula {
	at := r.pos
	for _, l := range temporalLists {
		before, after, _ := strings.Cut(strings.TrimSuffix(l.lead, ":"), " of the following")
		if !r.acceptCounted(before) || !r.acceptCounted("of the following"+after) || !r.accept(":") {
			r.pos = at
			continue
		}
		first := r.tok(0)
		fs := r.items()
		if len(fs) < 2 || l.count > 0 && len(fs) != l.count {
			r.failAt(first, "a list of "+strconv.Itoa(max(l.count, 2))+" statements, not of "+strconv.Itoa(len(fs)))
		}
		return temporal.Connect(l.op, fs...)
	}
	return nil
}

// acceptCounted takes a phrase in which N is any number, or is missing.
func (r *temporalReader) acceptCounted(phrase string) bool {
	at := r.pos
	for word := range strings.FieldsSeq(phrase) {
		if word == "N" {
			if _, ok := parseNumeral(lower(r.tok(0).text)); ok {
				r.pos++
			}
		} else if !r.accept(word) {
			r.pos = at
			return false
		}
	}
	return true
}

// items = place [","] statement {";" ["and" | "or"] place [","] statement}.
func (r *temporalReader) items() []*temporal.Formula {
	var fs []*temporal.Formula
	for {
		at := r.pos
		if len(fs) > 0 && !r.accept("; and|or", ";") {
			return fs
		}
		if t := r.tok(0); t.kind != tokWord || parseOrdinal(lower(t.text)) != len(fs)+1 {
			r.pos = at
			return fs
		}
		r.pos++
		r.accept(",")
		fs = append(fs, r.statement())
	}
}
