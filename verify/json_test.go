package verify

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"
)

// TestJSONAsTheLibraryWritesIt holds our encoding of witnesses and certificates
// against the library's.
func TestJSONAsTheLibraryWritesIt(t *testing.T) {
	names := rapid.OneOf(rapid.StringMatching(`[a-zA-Z][a-z0-9_]{0,9}`), rapid.StringMatching(`r\(a, [a-z]\)`), rapid.String())
	same := func(t *rapid.T, got string, err error, v any) {
		want, wantErr := json.Marshal(v)
		if err != nil || wantErr != nil || got != string(want) {
			t.Fatalf("found %s (%v), expected %s (%v)", got, err, want, wantErr)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		left := rapid.Bool().Draw(t, "left")
		w := &Witness{Kind: KindAssignment, Assignment: rapid.MapOf(names, rapid.Bool()).Draw(t, "assignment"), Left: ptr(left), Right: ptr(!left)}
		got, err := w.JSON()
		same(t, got, err, w)

		number := rapid.IntRange(0, 1<<40)
		c := rapid.Custom(func(t *rapid.T) *Certificate {
			return &Certificate{
				Kind: rapid.SampledFrom([]string{"truth_table", "sat", "a <b>"}).Draw(t, "kind"),
				Form: rapid.SampledFrom([]string{"", "miniscoped", "é"}).Draw(t, "form"), Atoms: number.Draw(t, "atoms"), Clauses: number.Draw(t, "clauses"),
				Conflicts: int64(number.Draw(t, "conflicts")), Instances: number.Draw(t, "instances"), Domain: number.Draw(t, "domain"),
				Pairs: number.Draw(t, "pairs"), States: number.Draw(t, "states"), Resource: rapid.Uint64().Draw(t, "resource"),
				Prover: rapid.SampledFrom([]string{"", "eprover"}).Draw(t, "prover"), Said: rapid.SampledFrom([]string{"", "Theorem"}).Draw(t, "said"),
			}
		})
		one := c.Draw(t, "certificate")
		if rapid.Bool().Draw(t, "directions") {
			one.Forward, one.Back = c.Draw(t, "forward"), c.Draw(t, "back")
		}
		got, err = one.JSON()
		same(t, got, err, one)
	})
}
