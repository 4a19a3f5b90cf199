package noisy

import (
	"encoding/binary"
	"hash/fnv"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/edit"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
)

// Noise makes mistakes. Goroutines may share it.
type Noise struct {
	seed  uint64
	rates Rates
}

// New is noise of the given rates; it keeps no reference to them.
func New(seed uint64, rates Rates) *Noise {
	return &Noise{seed: seed, rates: maps.Clone(rates)}
}

// Formula makes mistakes in the text of a formula and says of which kinds. The
// key is the identity of the translation: the row, the stage, the sample. A
// text that is no formula gets only the mistakes of text.
func (n *Noise) Formula(key string, f record.Formalism, s string) (string, []Kind) {
	ks := n.draws(key)
	out, applied := n.tree(key, f, s, ks)
	return n.text(key, out, ks, applied)
}

// Tree is Formula without the mistakes of text: what it returns is a formula
// where s is one. A translator that errs in informalization tells it instead of
// the formula it was given.
func (n *Noise) Tree(key string, f record.Formalism, s string) (string, []Kind) {
	return n.tree(key, f, s, n.draws(key))
}

// draws are the kinds that occur under key, wherever they can be applied.
func (n *Noise) draws(key string) []Kind {
	var ks []Kind
	for _, k := range Kinds() {
		if rate := n.rates[k]; rate > 0 && n.source(key, k).Float64() < rate {
			ks = append(ks, k)
		}
	}
	return ks
}

// source is the random numbers of one kind under one key.
func (n *Noise) source(key string, k Kind) *rand.Rand {
	h := fnv.New128a()
	h.Write(binary.LittleEndian.AppendUint64(nil, n.seed))
	h.Write([]byte{byte(k)})
	h.Write([]byte(key))
	sum := h.Sum(nil)
	return rand.New(rand.NewPCG(binary.LittleEndian.Uint64(sum), binary.LittleEndian.Uint64(sum[8:])))
}

// place is the source again, past the draw that said the kind occurs: it
// decides where.
func (n *Noise) place(key string, k Kind) *rand.Rand {
	r := n.source(key, k)
	r.Float64()
	return r
}

// tree applies those of ks that edit trees. The text stays as it is where none
// does.
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

// draw applies one edit: sites have the same chance, and so have the edits of
// the site that is drawn. It reports false where there is none.
func draw[T any](sites iter.Seq[edit.Site[T]], r *rand.Rand) (T, bool) {
	all := slices.Collect(sites)
	if len(all) == 0 {
		var none T
		return none, false
	}
	edits := slices.Collect(iter.Seq[edit.Edit[T]](all[r.IntN(len(all))]))
	return edits[r.IntN(len(edits))].Apply(), true
}

// text applies those of ks that edit text.
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

// loseParenthesis leaves out one parenthesis, so that the text is unbalanced.
func loseParenthesis(s string, r *rand.Rand) (string, bool) {
	count := strings.Count(s, "(") + strings.Count(s, ")")
	if count == 0 {
		return s, false
	}
	which := r.IntN(count)
	for i := range len(s) {
		if s[i] != '(' && s[i] != ')' {
			continue
		}
		if which == 0 {
			return s[:i] + s[i+1:], true
		}
		which--
	}
	return s, false
}

// addProse puts words around a formula, as chat models do.
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
