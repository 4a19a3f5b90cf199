package gen

import (
	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/temporal"
	"github.com/truthloop/truthloop/gen/canon"
)

// ofTime is the language of linear temporal logic. At its depth, verify decides nearly
// all pairs within a second.
var ofTime = language{
	metrics: []Metric{
		NumOperators, "num_and", "num_or", "num_not", "num_implies", "num_iff", "num_xor", "num_propositions", "num_temporal", "temporal_depth",
	},
	operators: []string{"X", "F", "G", "U", "R", "W", "M"},
	depth:     16,
	trivial:   func(t formalism.Tree) (bool, error) { return canon.TrivialTemporal(t.(*temporal.Formula)), nil },
	key:       func(t formalism.Tree) (string, error) { return canon.Temporal(t.(*temporal.Formula)), nil },
}
