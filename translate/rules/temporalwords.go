package rules

import (
	"maps"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/temporal"
)

// ofTime has the grammar of linear temporal logic.
var ofTime = language{
	write: func(t formalism.Tree, v *record.Vocabulary) string {
		return InformalizeTemporal(t.(*temporal.Formula), v)
	},
	read: func(nl string, v *record.Vocabulary) (formalism.Tree, error) { return readTemporal(nl, v) },
}

// reservedTemporal maps the reserved words of statements about time to their
// canonical spelling.
var reservedTemporal = func() map[string]string {
	words := maps.Clone(reservedLogic)
	for w := range strings.FieldsSeq(`
		always never eventually sooner henceforth forever globally until up including step steps later next after
		from now in which happen happens may`) {
		words[w] = w
	}
	words["times"], words["time"], words["points"], words["point"] = "steps", "step", "steps", "step"
	return words
}()

// A moment is a temporal operator of one operand, with the English before or
// behind this operand. Informalize writes the first phrase or, in the scope of
// another temporal operator, the second one. Formalize reads them all.
type moment struct {
	op      temporal.Op
	phrases []string
	adverbs []string // may stand before "true" or "holds", too
}

var moments = []moment{
	{temporal.OpGlobally, []string{"at every step", "at every step from then on", "at|in all steps", "from then|now on"}, []string{"always", "henceforth", "forever", "globally"}},
	{temporal.OpFinally, []string{"at some step", "at some step from then on", "at some later step", "sooner or later"}, []string{"eventually", "finally"}},
	{temporal.OpNext, []string{"at the next step", "at the step after that", "in the next step"}, []string{"next"}},
}

// An until is a pair of temporal operators of two operands: a statement that holds until an
// event. The event is the second operand of U and W, and the first one of M and R.
type until struct {
	strong, weak temporal.Op
	phrases      []string // between the statement and the event
}

var untils = []until{
	{temporal.OpUntil, temporal.OpWeakUntil, []string{"until"}},
	{temporal.OpStrongRelease, temporal.OpRelease, []string{"up to and including the first step at which", "up to and including the step at|in which"}},
}

// The phrases behind the event say whether it happens. Informalize writes the first
// ones.
var (
	happens   = []string{", which does happen", ", and this|that does? happen|happens"}
	mayHappen = []string{", which may never happen", ",? if ever", ", which may not happen"}
)

// temporalLists are the determiners before lists. N is the number of items. Informalize
// writes the first lead that fits.
var temporalLists = []struct {
	lead  string
	op    temporal.Op
	count int // number of items; 0: any
}{
	{"either both or neither of the following hold:", temporal.OpIff, 2},
	{"both of the following hold:", temporal.OpAnd, 2},
	{"all N of the following hold:", temporal.OpAnd, 0},
	{"at least one of the following N holds:", temporal.OpOr, 0},
	{"exactly one of the following N holds:", temporal.OpXor, 2},
	{"an odd number of the following N hold:", temporal.OpXor, 0},
}

// temporalPatterns returns the meanings of a vocabulary's propositions, as tokens.
func temporalPatterns(vocab *record.Vocabulary) []pattern {
	gs := slices.DeleteFunc(glosses(vocab), func(g gloss) bool { return g.arity >= 0 })
	ps := make([]pattern, len(gs))
	for i, g := range gs {
		toks := lex(g.positive, reservedTemporal)
		ps[i] = pattern{g, true, toks[:len(toks)-1]}
	}
	return ps
}

// bareTemporal reports whether a name can stand without quotation marks.
func bareTemporal(name string) bool {
	return bare(name) && reservedTemporal[lower(name)] == ""
}
