package rules

import (
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
)

// A determiner stands before a list and says how its items are joined.
type determiner struct {
	phrases []string
	lead    string   // written behind the first phrase; N is the number of items
	op      logic.Op // of the list that Informalize writes
	count   int      // number of items; -1: any
	join    func(fs ...*logic.Formula) *logic.Formula
	denied  bool
	copies  bool // join repeats more than two items
}

// determiners are searched in this order: Informalize writes the first that fits.
var determiners = []determiner{
	{[]string{"either both or neither"}, " of the following hold:", logic.OpIff, 2, same, false, false},
	{[]string{"not both"}, " of the following hold:", logic.OpAnd, 2, logic.And, true, false},
	{[]string{"not all", "not every one"}, " N of the following hold:", logic.OpAnd, -1, logic.And, true, false},
	{[]string{"both"}, " of the following hold:", logic.OpAnd, 2, logic.And, false, false},
	{[]string{"all", "every one?"}, " N of the following hold:", logic.OpAnd, -1, logic.And, false, false},
	{[]string{"at least one", "some", "any one?", "one or more"}, " of the following N holds:", logic.OpOr, -1, logic.Or, false, false},
	{[]string{"neither"}, " of the following holds:", logic.OpOr, 2, logic.Or, true, false},
	{[]string{"none"}, " of the following N holds:", logic.OpOr, -1, logic.Or, true, false},
	{[]string{"exactly one"}, " of the following N holds:", logic.OpXor, -1, exactlyOne, false, true},
	{[]string{"an odd number"}, " of the following N hold:", logic.OpXor, -1, logic.Xor, false, false},
}

// listLead returns the words before a list of n items.
func listLead(op logic.Op, n int, denied bool) string {
	for _, d := range determiners {
		if d.op == op && d.denied == denied && (d.count < 0 || d.count == n) && !(d.copies && n > 2) {
			return d.phrases[0] + strings.Replace(d.lead, "N", numeral(n), 1)
		}
	}
	return "it is not the case that " + listLead(op, n, false)
}

func same(fs ...*logic.Formula) *logic.Formula { return logic.Iff(fs[0], fs[1]) }

// exactlyOne returns Xor for two formulas, and for more a disjunction of the cases.
func exactlyOne(fs ...*logic.Formula) *logic.Formula {
	if len(fs) <= 2 {
		return logic.Xor(fs...)
	}
	cases := make([]*logic.Formula, len(fs))
	for i := range fs {
		only := make([]*logic.Formula, len(fs))
		for j, f := range fs {
			only[j] = signed(f, i == j)
		}
		cases[i] = logic.And(only...)
	}
	return logic.Or(cases...)
}

// determined reads a list: a determiner, then "the following" and items after a
// colon, or "of" and items in a row. It returns nil and takes nothing if no list
// comes next.
func (r *logicReader) determined() *logic.Formula {
	at := r.pos
	d, found := r.determiner()
	if !found {
		return nil
	}
	count := d.count
	r.count(&count)
	of := r.accept("of")
	r.accept("the|these")
	read := r.inlineItems
	switch {
	case r.accept("following"):
		r.count(&count)
		r.accept(itemNouns)
		r.accept("must hold?")
		r.truth()
		if !r.accept(":") {
			r.fail(`":" before a list`)
		}
		read = r.items
	case of && (r.tok(0).begins() || r.count(&count)):
	default:
		r.pos = at
		return nil
	}
	start, outer, before := r.tok(0), r.scope, r.nodes
	r.tight = true
	fs := read(count)
	r.scope = outer
	if count >= 0 && count != len(fs) {
		r.failAt(start, "a list of "+strconv.Itoa(count)+" statements, not of "+strconv.Itoa(len(fs)))
	}
	if d.copies && len(fs) > 2 {
		r.grow(start, (len(fs)-1)*(r.nodes-before))
	}
	return signed(d.join(fs...), !d.denied)
}

// determiner takes the determiner that comes next. "the following" alone means all.
func (r *logicReader) determiner() (d determiner, found bool) {
	for _, d := range determiners {
		if r.accept(d.phrases...) {
			return d, true
		}
	}
	return determiner{count: -1, join: logic.And}, r.sees("the following") && !r.tok(2).is("of")
}

const itemNouns = "statements|statement|claim|conditions|condition|things|propositions|formulas|points"

// count reads the number of items.
func (r *logicReader) count(n *int) bool {
	t := r.tok(0)
	m, ok := parseNumeral(lower(t.text))
	if !ok || t.kind != tokWord || t.kw != "" || !r.tok(1).is("of|:|following|holds|hold|is|are|"+itemNouns) {
		return false
	}
	*n = m
	r.pos++
	return true
}

// items = [place ","] statement {";" [place ","] statement}. A list whose first
// item has a place ends where the next place is missing, so that a list within
// an item ends before the next item.
func (r *logicReader) items(count int) []*logic.Formula {
	var fs []*logic.Formula
	placed := r.place(1)
	for {
		fs = append(fs, r.statement())
		if len(fs) == count {
			return fs
		}
		at := r.pos
		if !r.accept(";") && !(placed && r.accept(".")) {
			return fs
		}
		r.accept("and|or")
		if r.place(len(fs)+1) != placed || r.tok(0).kind == tokEnd {
			r.pos = at
			return fs
		}
	}
}

// place takes the ordinal of the n-th item, or "finally".
func (r *logicReader) place(n int) bool {
	t := r.tok(0)
	if t.kind != tokWord || !(t.is("finally|last") && n > 1) && parseOrdinal(lower(t.text)) != n {
		return false
	}
	r.pos++
	r.accept(",")
	return true
}

// inlineItems reads "p1, p2 and p3 are true" after "all of" and the like.
func (r *logicReader) inlineItems(int) []*logic.Formula {
	fs := []*logic.Formula{r.operand()}
	for r.separator() != sepNone {
		fs = append(fs, r.operand())
	}
	if r.toks[r.pos-1].kw == "false" {
		r.shareDenial(fs)
	}
	return fs
}
