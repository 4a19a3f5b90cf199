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

// defaultJudge are the errors of a judge where no rate at all is given.
var defaultJudge = judgeNoise{wrong: 0.1, unparsable: 0.02}

// parseNoise reads the settings of builtin:noisy: the seed, the rates of a
// judge, and rates as noisy.ParseRates has them.
func parseNoise(settings string) (noise, judgeNoise, error) {
	var seed uint64
	var rest []string
	var judged bool
	var j judgeNoise
	for s := range strings.FieldsFuncSeq(settings, func(r rune) bool { return r == '&' || r == ',' }) {
		of, err := j.parse(s)
		if err != nil {
			return nil, j, err
		}
		if of {
			judged = true
			continue
		}
		value, isSeed := strings.CutPrefix(s, "seed=")
		if !isSeed {
			rest = append(rest, s)
			continue
		}
		if seed, err = strconv.ParseUint(value, 10, 64); err != nil {
			return nil, j, fmt.Errorf("seed: found %q, expected a whole number", value)
		}
	}
	rates := noisy.DefaultRates()
	switch {
	case len(rest) > 0:
		var err error
		if rates, err = noisy.ParseRates(strings.Join(rest, ",")); err != nil {
			return nil, j, err
		}
	case judged:
		rates = noisy.Rates{}
	default:
		j = defaultJudge
	}
	j.seed = seed
	return noisy.New(seed, rates), j, nil
}
