package perturb

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/go-json-experiment/json"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

// A fault is a candidate that contradicts its row.
type fault struct {
	Candidate int    `json:"candidate"` // index into candidates
	Role      string `json:"role"`
	Stated    string `json:"stated"` // in the row
	Found     string `json:"found"`  // by proof
}

// A tally counts the results of check.
type tally struct {
	mu                               sync.Mutex
	rows, bad, candidates, undecided int
	unchecked                        int            // malformed rows
	faults                           map[string]int // by role and found relation
}

// String returns the tally as one line.
func (t *tally) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "checked %d candidates of %d rows: %d rows at fault, %d candidates undecided", t.candidates, t.rows, t.bad, t.undecided)
	if t.unchecked > 0 {
		fmt.Fprintf(&b, ", %d malformed rows not checked", t.unchecked)
	}
	for _, k := range slices.Sorted(maps.Keys(t.faults)) {
		fmt.Fprintf(&b, "; %s: %d", k, t.faults[k])
	}
	return b.String()
}

// malformed counts a row that cannot be checked, and returns its error.
func (t *tally) malformed(format string, args ...any) *record.Error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.unchecked++
	return failure("malformed", fmt.Sprintf(format, args...))
}

// check proves the relations of a row's candidates again and writes the faults. A row
// without roles, as in the published sets for most-similar, has the original and its
// perturbations.
func (s *stage) check(ctx context.Context, worker int, row *record.Row) ([]*record.Row, error) {
	row.DeleteExtra("faults")
	out := []*record.Row{row}
	var texts, roles, stated []string
	for name, to := range map[string]*[]string{"candidates": &texts, "roles": &roles, "relations": &stated} {
		if v, ok := row.ExtraField(name); ok && json.Unmarshal(v, to) != nil {
			row.Error = s.checked.malformed("%s: found %s, expected a list of strings", name, v)
			return out, nil
		}
	}
	if len(texts) == 0 {
		return out, nil
	}
	if roles == nil {
		roles = append([]string{string(Original)}, slices.Repeat([]string{string(Perturbation)}, len(texts)-1)...)
	}
	if len(roles) != len(texts) || stated != nil && len(stated) != len(texts) {
		row.Error = s.checked.malformed("candidates: found %d with %d roles and %d relations, expected as many", len(texts), len(roles), len(stated))
		return out, nil
	}
	faults, undecided, err := s.faults(ctx, worker, texts, roles, stated)
	if err != nil {
		row.Error = failure("syntax", err.Error())
		return out, nil
	}
	if len(faults) > 0 {
		row.SetValue("faults", faults)
	}
	t := &s.checked
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rows, t.candidates, t.undecided, t.bad = t.rows+1, t.candidates+len(texts), t.undecided+undecided, t.bad+min(1, len(faults))
	for _, f := range faults {
		t.faults[f.Role+" is "+f.Found]++
	}
	return out, nil
}

// faults compares proved and stated relations. A candidate that does not parse is an
// error.
func (s *stage) faults(ctx context.Context, worker int, texts, roles, stated []string) (all []fault, undecided int, err error) {
	var first *logic.Formula
	for i, text := range texts {
		f, err := logic.Parse(text, s.options.Formula)
		if err != nil {
			return nil, 0, fmt.Errorf("candidate %d: %w", i, err)
		}
		if i == 0 {
			first = f
			continue
		}
		p := s.relate(ctx, worker, record.FirstOrder, first, f)
		if p.Verdict == record.Unknown {
			undecided++
			continue
		}
		want := string(record.NotEquivalent)
		if role := Role(roles[i]); role == Equivalent || role == Original {
			want = string(record.Equivalent)
		}
		if string(p.Verdict) != want {
			all = append(all, fault{i, roles[i], want, string(p.Verdict)})
			continue
		}
		if stated != nil && p.Relation != "" && stated[i] != "" && stated[i] != string(record.Unknown) && stated[i] != string(p.Relation) && stated[i] != string(p.Verdict) {
			all = append(all, fault{i, roles[i], stated[i], string(p.Relation)})
			continue
		}
		if Role(roles[i]) == Denial || Role(roles[i]) == DenialNNF {
			switch d := s.relate(ctx, worker, record.FirstOrder, logic.Not(first), f); d.Verdict {
			case record.Equivalent:
			case record.Unknown:
				undecided++
			default:
				all = append(all, fault{i, roles[i], "equivalent to the negation", cmp.Or(string(d.Relation), string(d.Verdict)) + " to the negation"})
			}
		}
	}
	return all, undecided, nil
}
