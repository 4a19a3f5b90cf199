package logic_test

import (
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
)

// In LaTeX a ~ may be a space. Read as a negation it would invert the meaning, so it
// is refused.
func TestTieIsNoNegation(t *testing.T) {
	for _, s := range []string{
		`\forall x~P(x)`, `\forall x ~P(x)`, `(\forall x)~P(x)`, `(\forall x) ~P(x)`, `\forall x.~P(x)`,
		`p \land~q`, `p~\land q`, `p \land ~ q`, `$p \to q~$`, `\text{not}~p`, `\neg~p`, `p \land ~`,
	} {
		f, err := logic.Parse(s, logic.Options{})
		if err == nil || !strings.Contains(err.Error(), "~") && !strings.Contains(s, "not") {
			t.Errorf("%s: found %v, %v; expected an error about ~", s, f, err)
		}
	}
}
