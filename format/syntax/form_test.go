package syntax

import (
	"testing"

	"github.com/truthloop/truthloop/format/record"
)

func TestInverse(t *testing.T) {
	for _, k := range []record.Diagnosis{
		record.NegationDropped, record.NegationAdded, record.PartLost, record.PartAdded, record.TemporalDropped, record.TemporalAdded,
		record.OperatorSwapped, record.ArgumentOrder,
	} {
		if Inverse(Inverse(k)) != k {
			t.Errorf("the inverse of the inverse of %v is %v", k, Inverse(Inverse(k)))
		}
	}
}
