package shard

import (
	"bytes"
	"testing"

	"github.com/truthloop/truthloop/format/record"
)

// TestNoPremises: a list of no premises stays apart from none in every format,
// also beside rows of the other kind: a conclusion may follow from nothing.
func TestNoPremises(t *testing.T) {
	rows := []*record.Row{{ID: "none"}, {ID: "empty", Premises: []string{}}, {ID: "some", Premises: []string{"p", ""}}, {ID: "none again"}}
	for _, format := range fileFormats {
		back, err := read(bytes.NewReader(write(t, format, rows)))
		if err != nil {
			t.Fatalf("%v: %v", format, err)
		}
		for i, want := range rows {
			got := back[i].Row().Premises
			if len(got) != len(want.Premises) || (got == nil) != (want.Premises == nil) {
				t.Errorf("%v: row %s: found premises %#v, expected %#v", format, want.ID, got, want.Premises)
			}
		}
	}
}
