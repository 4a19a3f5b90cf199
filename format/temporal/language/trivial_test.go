package language

import "testing"

func TestTrivial(t *testing.T) {
	for text, want := range map[string]bool{
		"p1": false, "true": true, "F false": true, "p1 | !p1": true, "F (p1 & !p1)": true, "G p1 -> p1": true,
		"p1 U p2 -> F p2": true, "p1 W p2 -> F p2": false, "G F p1 -> F G p1": false, "F G p1 -> G F p1": true,
		"X p1 <-> !X !p1": true, "p1 & X !p1 & X X p1 & X X X !p1 & G (p1 -> X X p1)": false,
		"(p1 M p2) <-> (p1 R p2) & F p1": true, "(p1 xor X p1) U G p1": false,
		"Y p1": true, "Z p1": true, "X Y p1": false, "G (p1 -> O p2)": false, "G (p1 S p2 -> O p2)": true, "G F (p1 T p2)": false,
	} {
		if got, _ := Linear.Trivial(parse(t, text)); got != want {
			t.Errorf("%s: found %v, expected %v", text, got, want)
		}
	}
}
