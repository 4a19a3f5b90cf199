package builtin

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/judge"
)

// judgement answers whether two formulas are equivalent, as far as can be told
// by reading them: yes where they are written alike but for signs, spaces,
// parentheses and the case of names, and else no. So a yes is right, and a no
// is wrong for every pair that is equivalent and written differently. That is
// on purpose no proof: a judge is there to be found wanting by one.
func judgement(c judge.Case) string {
	left, err := written(c.Formalism, c.Left)
	if err != nil {
		return "The first formula cannot be read: " + err.Error() + "\n[Answer] no"
	}
	right, err := written(c.Formalism, c.Right)
	switch {
	case err != nil:
		return "The second formula cannot be read: " + err.Error() + "\n[Answer] no"
	case left == right:
		return "I compare the two as they are written, and they are written alike.\n[Answer] yes"
	}
	return "I compare the two as they are written, and they are written differently.\n[Answer] no"
}

// written is the formula in one style.
func written(f record.Formalism, text string) (string, error) {
	if f == record.Regex {
		e, err := regex.Parse(text, regex.Options{})
		if err != nil {
			return "", err
		}
		return e.String(), nil
	}
	parsed, err := logic.Parse(text, logic.Options{})
	if err != nil {
		return "", err
	}
	return logic.Fold(parsed.String()), nil
}

// slips are the errors of builtin:noisy where it does not translate: the rates
// of wrong answers, and of replies with no answer at all.
type slips struct {
	seed              uint64
	wrong, unparsable float64
}

// parse reads a setting of the answers whose settings begin with prefix; false
// where it is another's.
func (n *slips) parse(prefix, setting string) (bool, error) {
	name, value, _ := strings.Cut(setting, "=")
	rate := map[string]*float64{prefix + "_wrong": &n.wrong, prefix + "_unparsable": &n.unparsable}[name]
	if rate == nil {
		return false, nil
	}
	x, err := strconv.ParseFloat(value, 64)
	if err != nil || !(x >= 0 && x <= 1) {
		return true, fmt.Errorf("%s: found %q, expected a rate from 0 to 1", name, value)
	}
	*rate = x
	return true, nil
}

// draw is which of the errors an answer has, by a hash of seed, row and
// question, so that the order of the calls makes no difference. Each of the two
// is drawn by itself.
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

// unsure is a reply without an answer.
const unsure = "It is hard to say."

// judge errs in an answer to a judge's question.
func (n *slips) judge(req translate.Request, c judge.Case, answer string) string {
	wrong, unparsable, _ := n.draw(req, c.Left, c.Right)
	reason, yes := strings.CutSuffix(answer, "yes")
	if !yes {
		reason = strings.TrimSuffix(answer, "no")
	}
	switch {
	case unparsable:
		return strings.TrimSuffix(reason, "[Answer] ") + unsure
	case wrong && yes:
		return reason + "no"
	case wrong:
		return reason + "yes"
	}
	return answer
}
