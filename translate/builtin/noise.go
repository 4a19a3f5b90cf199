package builtin

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/syntax"
)

// A Mistake is a kind of mistake of a model in a formula.
type Mistake = record.Diagnosis

// The mistakes that edit the text and make it noncompliant. All others edit the
// syntax tree, so the result is a formula.
const (
	ParenthesesLost Mistake = "parentheses_lost" // one parenthesis is dropped
	Prose           Mistake = "prose"            // words surround the formula
)

// mistakes lists all mistakes in the order in which they are made. They follow the
// error analysis of the AutoEval paper (Karia et al., "∀uto∃∨∧L", ICLR 2025,
// section 4 and its appendix). The paper gives no rates, and the default rates are
// not measured on any model. They make about one in four translations of formulas
// of fifteen operators wrong; negation and scope, the most frequent mistakes in the
// paper, dominate.
var mistakes = []struct {
	name Mistake
	rate float64 // for each operator
}{
	{record.NegationDropped, 0.003},
	{record.NegationMisplaced, 0.003},
	{record.ScopeWrong, 0.005},
	{record.OperatorSwapped, 0.003},
	{record.QuantifierSwapped, 0.003},
	{record.PartLost, 0.002},
	{record.SymbolRenamed, 0.002},
	{record.ConstantVariable, 0.002},
	{record.StarMisplaced, 0.005},
	{record.StarPlus, 0.005},
	{ParenthesesLost, 0.001},
	{Prose, 0.001},
	{record.TemporalSwapped, 0.002},
	{record.TemporalDropped, 0.001},
	{record.UntilSwapped, 0.002},
	{record.ArgumentOrder, 0.001},
}

func ofText(m Mistake) bool { return m == ParenthesesLost || m == Prose }

// Mistakes lists all mistakes in the order in which they are made.
func Mistakes() []Mistake {
	ms := make([]Mistake, len(mistakes))
	for i, m := range mistakes {
		ms[i] = m.name
	}
	return ms
}

// Rates are the probabilities of mistakes for each operator or for each formula, from
// 0 to 1; see Noise. A mistake without a rate is never made.
type Rates map[Mistake]float64

// DefaultRates returns the rates of builtin:noisy without settings. They are ten times as
// high for a formula as for an operator.
func DefaultRates(perFormula bool) Rates {
	rates := Rates{}
	for _, m := range mistakes {
		rates[m.name] = m.rate
		if perFormula {
			rates[m.name] = math.Round(m.rate*1e4) / 1e3
		}
	}
	return rates
}

// set sets the rate of one mistake or, by the name "all", of every mistake.
func (r Rates) set(name string, rate float64) error {
	names := Mistakes()
	if name != "all" {
		if !slices.Contains(names, Mistake(name)) {
			return fmt.Errorf("kind of error %q: expected one of %s", name, strings.ReplaceAll(strings.Trim(fmt.Sprint(names), "[]"), " ", ", "))
		}
		names = []Mistake{Mistake(name)}
	}
	for _, m := range names {
		r[m] = rate
	}
	return nil
}

// Noise makes the mistakes of language models in formulas, at known rates. It is
// safe for concurrent use.
//
// Each mistake is drawn once for each operator of the formula: with the probability of
// its rate, one place of the formula is edited. So a formula of n operators has no
// mistake of a rate p with the probability (1 − p)^n, and accuracy falls with
// complexity, as in the papers. With PerFormula, each mistake is drawn once for the
// formula. Operators are those of the column num_operators; in a regex, repetitions,
// and the places between the operands of concatenations and alternations. A formula
// without operators counts as one with a single operator.
//
// A formula without a place for the mistake stays as it is. Some edits keep the meaning,
// such as a swapped quantifier that binds nothing. So the share of wrong answers is at
// most the share of drawn mistakes.
//
// Every draw is a hash of the seed, the key and the mistake. So a key has one
// answer, whatever the order, the workers and the rates of other mistakes.
type Noise struct {
	Seed       uint64
	Rates      Rates
	PerFormula bool
}

// Formula makes mistakes in the text of a formula, and returns them. The key identifies
// the translation: row, stage and sample. A text that is no formula gets only mistakes of
// text.
func (n *Noise) Formula(key string, f record.Formalism, s string) (string, []Mistake) {
	s, made, operators := n.edit(key, f, s)
	for i, m := range mistakes {
		if !ofText(m.name) {
			continue
		}
		r, times := n.draw(key, i, operators)
		if m.name == Prose {
			times = min(times, 1)
		}
		before := s
		for range times {
			s = editText(m.name, s, r)
		}
		if s != before {
			made = append(made, m.name)
		}
	}
	return s, made
}

// An editor is a language in whose formulas noise can make mistakes.
type editor interface {
	formalism.Language
	CountOperators(formalism.Tree) int // to which the rates apply
	Edits(formalism.Tree, formalism.EditOptions) iter.Seq[syntax.Site]
}

// Tree does the same as Formula, but makes no mistakes of text. A model that errs in
// informalization describes the result of Tree. Mistakes in the English were rejected,
// because one replaced word may give a sentence any meaning.
func (n *Noise) Tree(key string, f record.Formalism, s string) (string, []Mistake) {
	s, made, _ := n.edit(key, f, s)
	return s, made
}

// edit makes the mistakes in a syntax tree. It also returns the number of operators of the
// original, at least 1.
func (n *Noise) edit(key string, f record.Formalism, s string) (edited string, made []Mistake, operators int) {
	l, ok := formalism.Of(f).(editor)
	if !ok {
		return s, nil, 1
	}
	tree, err := l.Parse(s, formalism.Limits{})
	if err != nil {
		return s, nil, 1
	}
	original := tree
	operators = max(l.CountOperators(tree), 1)
	for i, m := range mistakes {
		if ofText(m.name) {
			continue
		}
		before := tree
		r, times := n.draw(key, i, operators)
		for range times {
			sites := slices.Collect(l.Edits(tree, formalism.EditOptions{Set: syntax.OfNoise(m.name), From: tree, Invent: true}))
			if len(sites) == 0 {
				break
			}
			choices := slices.Collect(iter.Seq[syntax.Edit](sites[r.IntN(len(sites))]))
			// A later mistake does not undo the earlier ones.
			if edited := choices[r.IntN(len(choices))].Apply(); !l.Same(original, edited) {
				tree = edited
			}
		}
		if !l.Same(before, tree) {
			s, made = tree.String(), append(made, m.name)
		}
	}
	return s, made, operators
}

// draw returns how often the i-th mistake is made in a formula, and the source of
// random numbers for its places.
func (n *Noise) draw(key string, i, operators int) (r *rand.Rand, times int) {
	h := fnv.New128a()
	h.Write(binary.LittleEndian.AppendUint64(nil, n.Seed))
	h.Write([]byte{byte(i + 1)})
	h.Write([]byte(key))
	sum := h.Sum(nil)
	r = rand.New(rand.NewPCG(binary.LittleEndian.Uint64(sum), binary.LittleEndian.Uint64(sum[8:])))
	if n.PerFormula {
		operators = 1
	}
	for range operators {
		if r.Float64() < n.Rates[mistakes[i].name] {
			times++
		}
	}
	return r, times
}

// editText makes a mistake of text: it drops one parenthesis, or adds words as chat
// models do.
func editText(m Mistake, s string, r *rand.Rand) string {
	if m == Prose {
		return strings.Replace([]string{
			"Certainly! This is the requested translation:\n\n%",
			"%\n\nEach symbol above is used as the vocabulary lists it.",
			"The answer would be %, which says the same as the description.",
			"Reading the description step by step, one arrives at:\n%\nPlease tell me if another notation is wanted.",
		}[r.IntN(4)], "%", s, 1)
	}
	var at []int
	for i, c := range []byte(s) {
		if c == '(' || c == ')' {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		return s
	}
	i := at[r.IntN(len(at))]
	return s[:i] + s[i+1:]
}
