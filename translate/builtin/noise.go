package builtin

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate/noisy"
)

// A noise puts errors into what was right; it is a *noisy.Noise.
type noise interface {
	Tree(key string, f record.Formalism, fs string) (string, []noisy.Kind)
	Formula(key string, f record.Formalism, fs string) (string, []noisy.Kind)
}

// defaultSlips are those where no rate at all is given.
var defaultSlips = slips{wrong: 0.1, unparsable: 0.02}

// A fallible is what errs of builtin:noisy.
type fallible struct {
	translation noise // nil: nothing
	judge       slips
	answers     slips // to the questions of rank and reason
}

// parseNoise reads the settings of builtin:noisy: the seed, the rates of wrong
// and of no answers, and rates as noisy.ParseRates has them.
func parseNoise(settings string) (fallible, error) {
	var seed uint64
	var rest []string
	var f fallible
	slipped := false
	for s := range strings.FieldsFuncSeq(settings, func(r rune) bool { return r == '&' || r == ',' }) {
		judged, err := f.judge.parse("judge", s)
		if err != nil {
			return f, err
		}
		answered, err := f.answers.parse("answer", s)
		if err != nil {
			return f, err
		}
		if judged || answered {
			slipped = true
			continue
		}
		value, isSeed := strings.CutPrefix(s, "seed=")
		if !isSeed {
			rest = append(rest, s)
			continue
		}
		if seed, err = strconv.ParseUint(value, 10, 64); err != nil {
			return f, fmt.Errorf("seed: found %q, expected a whole number", value)
		}
	}
	rates := noisy.DefaultRates()
	switch {
	case len(rest) > 0:
		var err error
		if rates, err = noisy.ParseRates(strings.Join(rest, ",")); err != nil {
			return f, err
		}
	case slipped:
		rates = noisy.Rates{}
	default:
		f.judge, f.answers = defaultSlips, defaultSlips
	}
	f.judge.seed, f.answers.seed = seed, seed
	f.translation = noisy.New(seed, rates)
	return f, nil
}
