package stage

import "testing"

func TestStructuredAnswer(t *testing.T) {
	for reply, want := range map[string]string{
		`{"reasoning":"r","answer":"p1"}`:        "p1",
		" {\"answer\":\"(p1 ∧ p2)\"}\n":          "(p1 ∧ p2)",
		`{"answer":""}`:                          "",
		`{"answer":1}`:                           `{"answer":1}`,
		`{"reasoning":"p1"}`:                     `{"reasoning":"p1"}`,
		`{"answer":"p1"`:                         `{"answer":"p1"`,
		"p1":                                     "p1",
		`{"answer":"p1"} and {"answer":"p2"}`:    `{"answer":"p1"} and {"answer":"p2"}`,
		"{\"answer\":\"\xff\",\"answer\":\"p\"}": "p",
	} {
		if got := structuredAnswer(reply); got != want {
			t.Errorf("%q gives %q, want %q", reply, got, want)
		}
	}
}
