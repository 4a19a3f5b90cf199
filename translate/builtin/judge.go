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

// judgeNoise are the errors of builtin:noisy as a judge.
type judgeNoise struct {
	seed              uint64
	wrong, unparsable float64 // rates: the other answer; none at all
}

// The settings of judgeNoise.
const (
	settingWrong      = "judge_wrong"
	settingUnparsable = "judge_unparsable"
)

// parse reads a setting; false where it is another's.
func (n *judgeNoise) parse(setting string) (bool, error) {
	name, value, _ := strings.Cut(setting, "=")
	rate := map[string]*float64{settingWrong: &n.wrong, settingUnparsable: &n.unparsable}[name]
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

// apply errs, by a hash of seed, row and pair, so that the order of the calls
// makes no difference. Each of the two errors is drawn by itself.
func (n *judgeNoise) apply(req translate.Request, c judge.Case, answer string) string {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\x00%s\x00%s", req.Key, c.Left, c.Right)
	if seed := req.Params.Seed; seed != nil {
		fmt.Fprintf(h, "\x00%d", *seed)
	}
	r := rand.New(rand.NewPCG(n.seed, h.Sum64()))
	wrong, unparsable := r.Float64() < n.wrong, r.Float64() < n.unparsable
	reason, yes := strings.CutSuffix(answer, "yes")
	if !yes {
		reason = strings.TrimSuffix(answer, "no")
	}
	switch {
	case unparsable:
		return strings.TrimSuffix(reason, "[Answer] ") + "It is hard to say."
	case wrong && yes:
		return reason + "no"
	case wrong:
		return reason + "yes"
	}
	return answer
}
