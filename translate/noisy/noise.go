package noisy

import (
	"encoding/binary"
	"hash/fnv"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/truthloop/truthloop/format/edit"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
)

// Noise makes mistakes. It is safe for concurrent use.
type Noise struct {
	seed  uint64
	rates Rates
}

// New returns noise of the given rates.
func New(seed uint64, rates Rates) *Noise {
	return &Noise{seed: seed, rates: maps.Clone(rates)}
}

// Formula makes mistakes in the text of a formula and returns their kinds. The key
// identifies the translation: row, stage and sample. Of a text that is no formula
// only the text is edited.
func (n *Noise) Formula(key string, f record.Formalism, s string) (string, []Kind) {
	ks := n.draws(key)
	out, applied := n.tree(key, f, s, ks)
	return n.text(key, out, ks, applied)
}

// Tree is Formula without edits of the text: it returns a formula if s is one. A
// translator that errs in informalization describes this formula.
func (n *Noise) Tree(key string, f record.Formalism, s string) (string, []Kind) {
	return n.tree(key, f, s, n.draws(key))
}

// draws returns the kinds that are drawn for a key.
func (n *Noise) draws(key string) []Kind {
	var ks []Kind
	for _, k := range Kinds() {
		if rate := n.rates[k]; rate > 0 && n.source(key, k).Float64() < rate {
			ks = append(ks, k)
		}
	}
	return ks
}

// source returns the random numbers of a kind for a key.
func (n *Noise) source(key string, k Kind) *rand.Rand {
	h := fnv.New128a()
	h.Write(binary.LittleEndian.AppendUint64(nil, n.seed))
	h.Write([]byte{byte(k)})
	h.Write([]byte(key))
	sum := h.Sum(nil)
	return rand.New(rand.NewPCG(binary.LittleEndian.Uint64(sum), binary.LittleEndian.Uint64(sum[8:])))
}

// place returns the source after the draw of the kind. It decides the place.
func (n *Noise) place(key string, k Kind) *rand.Rand {
	r := n.source(key, k)
	r.Float64()
	return r
}

// tree applies the kinds that edit the tree. If none does, the text stays as it is.
func (n *Noise) tree(key string, f record.Formalism, s string, ks []Kind) (string, []Kind) {
	if len(ks) == 0 {
		return s, nil
	}
	var applied []Kind
	if f == record.Regex {
		e, err := regex.Parse(s, regex.Options{})
		for i := 0; i < len(ks) && err == nil; i++ {
			o := edit.Options{Set: edit.OfNoise(edits[ks[i]]), Symbols: edit.Symbols(e), Invent: true}
			if g, ok := draw(edit.Regex(e, o), n.place(key, ks[i])); ok && !regex.Same(e, g) {
				e, applied = g, append(applied, ks[i])
				s = e.String()
			}
		}
		return s, applied
	}
	t, err := logic.Parse(s, logic.Options{})
	for i := 0; i < len(ks) && err == nil; i++ {
		o := edit.Options{Set: edit.OfNoise(edits[ks[i]]), Names: t.Signature(true), Invent: true}
		if g, ok := draw(edit.Formula(t, o), n.place(key, ks[i])); ok && !logic.Same(t, g) {
			t, applied = g, append(applied, ks[i])
			s = t.String()
		}
	}
	return s, applied
}

// draw draws a site uniformly, then one of its edits, and applies it. It reports
// false if there is no site.
func draw[T any](sites iter.Seq[edit.Site[T]], r *rand.Rand) (T, bool) {
	all := slices.Collect(sites)
	if len(all) == 0 {
		var none T
		return none, false
	}
	edits := slices.Collect(iter.Seq[edit.Edit[T]](all[r.IntN(len(all))]))
	return edits[r.IntN(len(edits))].Apply(), true
}

// text applies the kinds that edit the text.
func (n *Noise) text(key, s string, ks, applied []Kind) (string, []Kind) {
	for _, k := range ks {
		switch k {
		case ParenthesesLost:
			if out, ok := loseParenthesis(s, n.place(key, k)); ok {
				s, applied = out, append(applied, k)
			}
		case Prose:
			s, applied = addProse(s, n.place(key, k)), append(applied, k)
		}
	}
	return s, applied
}

// loseParenthesis drops one parenthesis.
func loseParenthesis(s string, r *rand.Rand) (string, bool) {
	var at []int
	for i, c := range []byte(s) {
		if c == '(' || c == ')' {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		return s, false
	}
	i := at[r.IntN(len(at))]
	return s[:i] + s[i+1:], true
}

// addProse adds words before or after a formula, as chat models do.
func addProse(s string, r *rand.Rand) string {
	switch r.IntN(4) {
	case 0:
		return "Certainly! This is the requested translation:\n\n" + s
	case 1:
		return s + "\n\nEach symbol above is used as the vocabulary lists it."
	case 2:
		return "The answer would be " + s + ", which says the same as the description."
	}
	return "Reading the description step by step, one arrives at:\n" + s + "\nPlease tell me if another notation is wanted."
}
