package formalism

import (
	"testing"

	"github.com/truthloop/truthloop/format/record"
)

// verify once knew AutoEval's name fol_human and the model stages did not.
func TestOfDatasetKnowsFolHuman(t *testing.T) {
	for dataset, want := range map[string]record.Formalism{"fol_human": record.FirstOrder, "ksat": record.Propositional, "regex": record.Regex, "": "", "other": ""} {
		if got := OfDataset(dataset); got != want {
			t.Errorf("%q: found %q, expected %q", dataset, got, want)
		}
	}
}
