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
	Text(key string, f record.Formalism, nl string) (string, []noisy.Kind)
	Formula(key string, f record.Formalism, fs string) (string, []noisy.Kind)
}

// parseNoise reads the settings of builtin:noisy: the seed, and rates as
// noisy.ParseRates has them.
func parseNoise(settings string) (noise, error) {
	var seed uint64
	var rest []string
	for s := range strings.FieldsFuncSeq(settings, func(r rune) bool { return r == '&' || r == ',' }) {
		value, isSeed := strings.CutPrefix(s, "seed=")
		if !isSeed {
			rest = append(rest, s)
			continue
		}
		var err error
		if seed, err = strconv.ParseUint(value, 10, 64); err != nil {
			return nil, fmt.Errorf("seed: found %q, expected a whole number", value)
		}
	}
	rates := noisy.DefaultRates()
	if len(rest) > 0 {
		var err error
		if rates, err = noisy.ParseRates(strings.Join(rest, ",")); err != nil {
			return nil, err
		}
	}
	return noisy.New(seed, rates), nil
}
