package builtin

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/prompt"
)

// errorRates are the errors of builtin:noisy. The zero value makes no errors.
type errorRates struct {
	translation *Noise // nil: none
	judge       slips  // in answers to judges' questions
	answers     slips  // in answers to the questions of rank and reason
}

// slips are the rates of wrong answers and of replies without an answer. They are for
// questions other than translations.
type slips struct {
	seed              uint64
	wrong, unparsable float64
}

// defaultSlips apply if the settings have no rate.
var defaultSlips = slips{wrong: 0.1, unparsable: 0.02}

// parseErrors reads the settings of builtin:noisy; see New. If some rates are given, the
// others are 0.
func parseErrors(settings string) (e errorRates, err error) {
	var seed uint64
	rates := Rates{}
	answers := map[string]*float64{
		"judge_wrong": &e.judge.wrong, "judge_unparsable": &e.judge.unparsable,
		"answer_wrong": &e.answers.wrong, "answer_unparsable": &e.answers.unparsable,
	}
	given, perFormula := false, false
	for s := range strings.FieldsFuncSeq(settings, func(r rune) bool { return r == '&' || r == ',' }) {
		name, value, found := strings.Cut(strings.TrimSpace(s), "=")
		switch {
		case !found:
			return e, fmt.Errorf("setting %q: expected name=value", s)
		case name == "seed":
			if seed, err = strconv.ParseUint(value, 10, 64); err != nil {
				return e, fmt.Errorf("seed: found %q, expected a whole number", value)
			}
			continue
		case name == "per":
			if perFormula = value == "formula"; !perFormula && value != "operator" {
				return e, fmt.Errorf("per: found %q, expected operator or formula", value)
			}
			continue
		}
		given = true
		rate, err := strconv.ParseFloat(value, 64)
		if err != nil || !(rate >= 0 && rate <= 1) {
			return e, fmt.Errorf("%s: found %q, expected a rate from 0 to 1", name, value)
		}
		if to := answers[name]; to != nil {
			*to = rate
		} else if err := rates.set(name, rate); err != nil {
			return e, err
		}
	}
	if !given {
		rates, e.judge, e.answers = DefaultRates(perFormula), defaultSlips, defaultSlips
	}
	e.judge.seed, e.answers.seed = seed, seed
	e.translation = &Noise{Seed: seed, Rates: rates, PerFormula: perFormula}
	return e, nil
}

// draw returns the errors of an answer. They depend on a hash of seed, row and
// question, so that the order of calls makes no difference.
func (n *slips) draw(req translate.Request, question ...string) (wrong, unparsable bool, r *rand.Rand) {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\x00%s", req.Key, strings.Join(question, "\x00"))
	if seed := req.Params.Seed; seed != nil {
		fmt.Fprintf(h, "\x00%d", *seed)
	}
	r = rand.New(rand.NewPCG(n.seed, h.Sum64()))
	wrong, unparsable = r.Float64() < n.wrong, r.Float64() < n.unparsable
	return wrong, unparsable, r
}

const (
	answerTag = "[Answer] "
	unsure    = "It is hard to say." // a reply without an answer
)

var (
	yesNoWords  = []string{"yes", "no"}
	entailWords = []string{"True", "False", "Uncertain"}
)

// judgement answers whether two formulas are equivalent, with errors at the rates of n.
func (n *slips) judgement(req translate.Request, c prompt.Pair) string {
	reason, answer := compare(c)
	wrong, unparsable, r := n.draw(req, c.Left, c.Right)
	switch {
	case unparsable:
		return reason + "\n" + unsure
	case wrong:
		answer = other(yesNoWords, answer, r)
	}
	return reason + "\n" + answerTag + answer
}

// compare compares two formulas as they are written, without regard to forms of signs,
// spaces, parentheses and the case of names. "yes" is always right. "no" is wrong for
// formulas that are equivalent and written differently. This is not a proof, on purpose:
// judges are measured against proofs.
func compare(c prompt.Pair) (reason, answer string) {
	left, err := normalize(c.Formalism, c.Left)
	if err != nil {
		return "The first formula cannot be read: " + err.Error(), "no"
	}
	right, err := normalize(c.Formalism, c.Right)
	switch {
	case err != nil:
		return "The second formula cannot be read: " + err.Error(), "no"
	case left == right:
		return "I compare the two as they are written, and they are written alike.", "yes"
	}
	return "I compare the two as they are written, and they are written differently.", "no"
}

// normalize prints a formula in the paper's notation, names in one case.
func normalize(f record.Formalism, text string) (string, error) {
	t, err := formalism.Parse(f, text)
	if err != nil {
		return "", err
	}
	return formalism.Of(f).Fold(t.String()), nil
}

// answer answers a question of rank or reason, with errors at the rates of n.
func (n *slips) answer(req translate.Request, q prompt.Question) string {
	wrong, unparsable, r := n.draw(req, fmt.Sprint(q))
	switch {
	case unparsable:
		return unsure
	case wrong:
		return guess(q, r)
	}
	return guess(q, nil)
}

// other returns one of the words that is not word.
func other(words []string, word string, r *rand.Rand) string {
	for {
		if w := words[r.IntN(len(words))]; w != word {
			return w
		}
	}
}
