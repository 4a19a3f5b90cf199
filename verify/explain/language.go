package explain

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/check"
)

// A language holds what an explanation needs for a formalism, except its semantics. Each
// field is optional.
type language struct {
	// part returns the smallest part of each formula in which the two differ, or nil.
	// Names are compared after fold; nil: unchanged.
	part func(a, b formalism.Tree, fold func(string) string) (pa, pb formalism.Tree)
	// value returns the value of a part on a witness, in words.
	value func(w *verify.Witness, part formalism.Tree, fold func(string) string) string
	// cases describes the cases of which a disagreement is a share.
	cases string

	// key returns a text that is equal for formulas that count as the same in a repair.
	key func(t formalism.Tree, fold func(string) string) string
	// readings returns the readings of a text, except the first one.
	readings func(text string, o logic.Options) []formalism.Tree
	// consistent searches for a mistake that is made in several places.
	consistent func(ctx context.Context, r *Repairer, a, b formalism.Tree) Repair

	// kind is the kind of witness that only this formalism has; witness describes it.
	kind    string
	witness func(content json.RawMessage) string
}

// languages holds the languages of the known formalisms.
var languages = map[record.Formalism]language{
	record.Propositional: ofLogic,
	record.FirstOrder:    ofLogic,
	record.Regex:         ofRegex(regex.Paper),
	record.RegexBrics:    ofRegex(regex.Brics),
	record.LTL:           ofTemporal,
}

func ofRegex(d regex.Dialect) language {
	return language{
		part: func(a, b formalism.Tree, _ func(string) string) (pa, pb formalism.Tree) {
			if x, y := Expressions(a.(regex.Tree).Expression(), b.(regex.Tree).Expression()); x != nil {
				return x.In(d), y.In(d)
			}
			return nil, nil
		},
		cases: fmt.Sprintf("the strings of up to %d symbols that either of them accepts", verify.CensusLength),
	}
}

var ofLogic = language{
	part: func(a, b formalism.Tree, fold func(string) string) (pa, pb formalism.Tree) {
		if x, y := Formulas(a.(*logic.Formula), b.(*logic.Formula), fold); x != nil {
			return x, y
		}
		return nil, nil
	},
	value: func(w *verify.Witness, part formalism.Tree, fold func(string) string) string {
		return value(w, part.(*logic.Formula), fold)
	},
	key: func(t formalism.Tree, fold func(string) string) string {
		return (&keys{fold: fold}).of(t.(*logic.Formula))
	},
	readings: func(text string, o logic.Options) (others []formalism.Tree) {
		if read, err := logic.Read(text, o); err == nil {
			for _, f := range read.Formulas[1:] {
				others = append(others, f)
			}
		}
		return others
	},
	consistent: func(ctx context.Context, r *Repairer, a, b formalism.Tree) Repair {
		return r.consistent(ctx, a.(*logic.Formula), b.(*logic.Formula), r.fold())
	},
}

// formalism returns the formalism of the case, or first_order if it has none.
func (c *Case) formalism() record.Formalism { return cmp.Or(c.Formalism, record.FirstOrder) }

// value returns the value of a part without free variables on the witness, in
// words.
func value(w *verify.Witness, f *logic.Formula, fold func(string) string) string {
	if w == nil || len(f.FreeVariables()) > 0 {
		return ""
	}
	if w.Kind != verify.KindAssignment && w.Structure == nil {
		return ""
	}
	v, err := holds(w, f, fold)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("   is %t", v)
}

// holds evaluates f on the assignment or the structure of a witness.
func holds(w *verify.Witness, f *logic.Formula, fold func(string) string) (bool, error) {
	if w.Kind == verify.KindAssignment {
		return check.Under(w.Assignment, f, fold)
	}
	return check.In(w.Structure, f, fold)
}
