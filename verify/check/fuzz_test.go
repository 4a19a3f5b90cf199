package check_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/truthloop/truthloop/verify/check"
)

// FuzzJSON: what is read as a structure is one, and is read back as written.
func FuzzJSON(f *testing.F) {
	f.Add([]byte(`{"size":2,"constants":{"tom":0},"functions":{"father/1":[[0,1],[1,1]]},"predicates":{"likes/2":[[0,1]]},"propositions":{"q":true}}`))
	f.Add([]byte(`{"size":1,"predicates":{"p/1":[[0],[0]]}}`))
	f.Add([]byte(`{"size":9999999,"predicates":{"p/3":[]}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		var s, back check.Structure
		if json.Unmarshal(b, &s) != nil {
			return
		}
		if err := s.Validate(); err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(&s)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if !reflect.DeepEqual(s, back) {
			t.Fatalf("%s: found %v, expected %v", text, back, s)
		}
		_ = s.String()
	})
}
