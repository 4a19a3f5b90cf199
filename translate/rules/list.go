package rules

import (
	"strconv"

	"github.com/truthloop/truthloop/format/logic"
)

// junction is what a list says of its items.
type junction uint8

const (
	allHold junction = iota
	someHold
	noneHold
	notAllHold
	oneHolds
	oddHold
	sameHold
)

// A determiner is the words before a list: what it says of its items, and how
// many there are where it tells (else -1).
type determiner struct {
	junction  junction
	count     int
	following bool // items come after a colon; else they follow "of"
}

// determiner = ("all" | "both" | "at least one" | ...) [count] ["of"] ("the
// following" [count] [noun] [verb] ":"); without "following" it needs "of".
// Nothing is taken where none comes next.
func (r *logicReader) determiner() (determiner, bool, error) {
	at := r.pos
	d := determiner{count: -1}
	switch t := r.tok(0); t.kw { // most statements begin with none of these
	case "":
		if !t.is("one") {
			return d, false, nil
		}
	case "either", "not", "all", "every", "both", "at", "some", "any", "none", "neither", "exactly", "an", "the":
	default:
		return d, false, nil
	}
	switch {
	case r.accept("either", "both", "or", "neither"):
		d.junction, d.count = sameHold, 2
	case r.accept("not", "all"), r.accept("not", "every", "one"):
		d.junction = notAllHold
	case r.accept("not", "both"):
		d.junction, d.count = notAllHold, 2
	case r.accept("all"), r.accept("every", "one"), r.accept("every"):
		d.junction = allHold
	case r.accept("both"):
		d.junction, d.count = allHold, 2
	case r.accept("at", "least", "one"), r.accept("some"), r.accept("any", "one"), r.accept("any"), r.accept("one", "or", "more"):
		d.junction = someHold
	case r.accept("none"):
		d.junction = noneHold
	case r.accept("neither"):
		d.junction, d.count = noneHold, 2
	case r.accept("exactly", "one"):
		d.junction = oneHolds
	case r.accept("an", "odd", "number"):
		d.junction = oddHold
	case r.sees("the", "following") && r.tok(2).kw != "of":
		d.junction = allHold
	default:
		return d, false, nil
	}
	r.number(&d)
	of := r.accept("of")
	_ = r.accept("the") || r.accept("these")
	if r.accept("following") {
		d.following = true
		return d, true, r.colon(&d)
	}
	if of && d.junction != sameHold && (r.tok(0).begins() || r.number(&d)) {
		return d, true, nil
	}
	r.pos = at
	return d, false, nil
}

func (r *logicReader) number(d *determiner) bool {
	t := r.tok(0)
	if t.kind != tokWord || t.kw != "" {
		return false
	}
	n, ok := parseNumeral(lower(t.text))
	if ok && (r.tok(1).oneOf("of", ":", "following", "holds", "hold", "is", "are") || itemNoun(r.tok(1))) {
		d.count = n
		r.pos++
		return true
	}
	return false
}

func itemNoun(t *token) bool {
	return t.oneOf("statements", "statement", "claim", "conditions", "condition", "things", "propositions", "formulas", "points")
}

// colon takes the rest of a determiner, after "the following".
func (r *logicReader) colon(d *determiner) error {
	r.number(d)
	if itemNoun(r.tok(0)) {
		r.pos++
	}
	if r.accept("must") {
		r.accept("hold")
	}
	r.truth()
	if !r.accept(":") {
		return r.fail(`":" before a list`)
	}
	return nil
}

// determined reads the items of a list and joins them.
func (r *logicReader) determined(d determiner) (*logic.Formula, error) {
	at := r.tok(0)
	read := r.inlineItems
	if d.following {
		read = r.items
	}
	leave := r.within(&r.tight, true)
	fs, err := read(d)
	leave()
	if err != nil {
		return nil, err
	}
	if d.count >= 0 && d.count != len(fs) {
		return nil, r.failAt(at, "a list of "+strconv.Itoa(d.count)+" statements, not of "+strconv.Itoa(len(fs)))
	}
	switch d.junction {
	case someHold:
		return logic.Or(fs...), nil
	case noneHold:
		return logic.Not(logic.Or(fs...)), nil
	case notAllHold:
		return logic.Not(logic.And(fs...)), nil
	case oneHolds:
		return r.exactlyOne(fs, at)
	case oddHold:
		return logic.Xor(fs...), nil
	case sameHold:
		return logic.Iff(fs[0], fs[1]), nil
	}
	return logic.And(fs...), nil
}

// exactlyOne is Xor of two; of more, each without all others.
func (r *logicReader) exactlyOne(fs []*logic.Formula, at *token) (*logic.Formula, error) {
	const most = 16
	switch {
	case len(fs) <= 2:
		return logic.Xor(fs...), nil
	case len(fs) > most:
		return nil, r.failAt(at, "at most "+strconv.Itoa(most)+` statements after "exactly one of"`)
	}
	r.shared = true
	cases := make([]*logic.Formula, len(fs))
	for i := range fs {
		only := make([]*logic.Formula, len(fs))
		for j, f := range fs {
			if only[j] = f; i != j {
				only[j] = logic.Not(f)
			}
		}
		cases[i] = logic.And(only...)
	}
	return logic.Or(cases...), nil
}

// items = [place ","] statement {";" [place ","] statement}. A list whose first
// item tells its place ends where the next place is not told, so that a list
// within an item ends before the next item.
func (r *logicReader) items(d determiner) ([]*logic.Formula, error) {
	var fs []*logic.Formula
	placed := r.place(1)
	for {
		f, err := r.statement()
		if err != nil {
			return nil, err
		}
		fs = append(fs, f)
		if len(fs) == d.count {
			return fs, nil
		}
		at := r.pos
		end := r.tok(0).kw
		if end != ";" && (end != "." || !placed) {
			return fs, nil
		}
		r.pos++
		_ = r.accept("and") || r.accept("or")
		if r.place(len(fs)+1) != placed || r.tok(0).kind == tokEnd {
			r.pos = at
			return fs, nil
		}
	}
}

// place takes the word for the n-th place of a list, or "finally".
func (r *logicReader) place(n int) bool {
	t := r.tok(0)
	if t.kind != tokWord {
		return false
	}
	if t.oneOf("finally", "last") && n > 1 || parseOrdinal(lower(t.text)) == n {
		r.pos++
		r.accept(",")
		return true
	}
	return false
}

// inlineItems reads "p1, p2 and p3 are true" after "all of" and the like.
func (r *logicReader) inlineItems(determiner) ([]*logic.Formula, error) {
	var fs []*logic.Formula
	var bare []bool
	for {
		f, err := r.operand()
		if err != nil {
			return nil, err
		}
		fs, bare = append(fs, f), append(bare, r.bareName(f))
		if r.next() == sepNone {
			break
		}
	}
	if i := len(fs) - 1; fs[i].Op == logic.OpNot && fs[i].Args[0].Op == logic.OpAtom && r.toks[r.pos-1].kw == "false" {
		for i--; i >= 0 && bare[i]; i-- {
			fs[i] = logic.Not(fs[i])
		}
	}
	return fs, nil
}
