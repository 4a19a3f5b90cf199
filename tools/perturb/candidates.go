package perturb

import (
	"fmt"
	"math/rand/v2"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/syntax"
	"github.com/truthloop/truthloop/verify"
)

// Task is the task that candidates are made for.
type Task string

// The tasks.
const (
	MostSimilar Task = "most-similar" // find the candidate that means the same as the sentence
	Ranking     Task = "ranking"      // order the candidates by their closeness to the sentence
	Pairs       Task = "pairs"        // judge whether two formulas are equivalent
)

// ParseTask reads a task; the error lists the tasks.
func ParseTask(s string) (Task, error) {
	if t := Task(s); t == MostSimilar || t == Ranking || t == Pairs {
		return t, nil
	}
	return "", fmt.Errorf("task %q: expected %s, %s or %s", s, MostSimilar, Ranking, Pairs)
}

// DefaultK is the published number of perturbations in a set.
func (t Task) DefaultK() int {
	if t == Ranking {
		return 3
	}
	return 8
}

// Role is the relation of a candidate to the formula φ by construction.
type Role string

// The roles, in the order of the candidates.
const (
	Original     Role = "original"
	Equivalent   Role = "equivalent"
	Perturbation Role = "perturbation"
	Denial       Role = "negation"
	DenialNNF    Role = "negation_nnf"
)

// A Candidate is a formula of a set.
type Candidate struct {
	Formula  *logic.Formula
	Role     Role
	Kind     string        // kind of the edit, or Law of the rewrite
	From, To string        // texts before and after the edit
	Proof    verify.Result // proof of the relation to φ
}

// Options control how a set is made.
type Options struct {
	Task       Task
	K          int                   // maximum number of perturbations; 0: the task's DefaultK
	Kinds      []syntax.Perturbation // empty: Published
	Vocabulary *record.Vocabulary

	// Relate proves the relation of b to a.
	Relate func(a, b *logic.Formula) verify.Result
}

// Make makes the candidates for f; f itself is the first. The same formula, options and
// random numbers give the same candidates. Their texts are distinct, even if the case of
// names is ignored. An error means that a law is wrong.
func Make(f *logic.Formula, o Options, rng *rand.Rand) ([]Candidate, error) {
	if o.K == 0 {
		o.K = o.Task.DefaultK()
	}
	if len(o.Kinds) == 0 {
		o.Kinds = Published
	}
	m := &maker{Options: o, f: f, rng: rng, taken: map[string]bool{}}
	m.isNew(f)
	m.take(Candidate{Formula: f, Role: Original, Proof: verify.Result{Verdict: record.Equivalent, Relation: record.RelEquivalent, Engine: "identity"}})
	var denials []Candidate
	if o.Task == Ranking {
		denials = m.denials()
		if err := m.equivalent(); err != nil {
			return nil, err
		}
	}
	if m.perturb(o.Kinds) == 0 && len(o.Kinds) < len(Kinds) { // for example, for a literal in a ranking
		m.perturb(Kinds)
	}
	return append(m.made, denials...), nil
}

type maker struct {
	Options
	f     *logic.Formula
	rng   *rand.Rand
	taken map[string]bool
	made  []Candidate
}

// isNew reports whether no candidate has the text of f, and records the text.
func (m *maker) isNew(f *logic.Formula) bool {
	key := logic.Fold(f.String())
	known := m.taken[key]
	m.taken[key] = true
	return !known
}

func (m *maker) take(c Candidate) { m.made = append(m.made, c) }

// denials returns ¬φ and its negation normal form. They are equal for a literal.
func (m *maker) denials() []Candidate {
	denial := logic.Not(m.f)
	forms := []Candidate{{Formula: denial, Role: Denial}}
	if n, err := logic.NNF(denial); err == nil {
		forms = append(forms, Candidate{Formula: n, Role: DenialNNF})
	}
	var out []Candidate
	for _, c := range forms {
		if !m.isNew(c.Formula) || c.Role == DenialNNF && m.Relate(denial, c.Formula).Verdict != record.Equivalent {
			continue
		}
		if c.Proof = m.Relate(m.f, c.Formula); c.Proof.Verdict == record.NotEquivalent {
			out = append(out, c)
		}
	}
	return out
}

// equivalent adds one rewrite.
func (m *maker) equivalent() error {
	for law, t := range drawn(logical.Rewrites(m.f), m.rng) {
		g := t.(*logic.Formula)
		if !m.isNew(g) {
			continue
		}
		p := m.Relate(m.f, g)
		switch p.Verdict {
		case record.NotEquivalent:
			return wrongLaw(law, m.f, g)
		case record.Equivalent:
			m.take(Candidate{Formula: g, Role: Equivalent, Kind: string(law), Proof: p})
			return nil
		}
	}
	return nil
}

// perturb adds up to K edits of some kinds in random order, and returns their number.
func (m *maker) perturb(kinds []syntax.Perturbation) (n int) {
	edits := edits(logical, m.f, kinds, m.Vocabulary)
	for _, i := range m.rng.Perm(len(edits)) {
		if n == m.K {
			break
		}
		e := edits[i]
		g := e.Apply().(*logic.Formula)
		if !m.isNew(g) {
			continue
		}
		p := m.Relate(m.f, g)
		if p.Verdict != record.NotEquivalent ||
			m.Task == Ranking && m.Relate(logic.Not(m.f), g).Verdict != record.NotEquivalent {
			continue
		}
		m.take(Candidate{Formula: g, Role: Perturbation, Kind: string(e.Perturbation), From: e.From, To: e.To, Proof: p})
		n++
	}
	return n
}
