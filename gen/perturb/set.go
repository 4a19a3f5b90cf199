package perturb

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

// Task is what candidates are made for.
type Task string

// The tasks.
const (
	MostSimilar Task = "most-similar" // which candidate says what the sentence says
	Ranking     Task = "ranking"      // how near each candidate is to the sentence
)

// ParseTask reads a task; the error lists those there are.
func ParseTask(s string) (Task, error) {
	switch t := Task(s); t {
	case MostSimilar, Ranking:
		return t, nil
	}
	return "", fmt.Errorf("task %q: expected %s or %s", s, MostSimilar, Ranking)
}

// DefaultK is the published number of perturbations in a set.
func (t Task) DefaultK() int {
	if t == Ranking {
		return 3
	}
	return 8
}

// Role is what a candidate is to φ.
type Role string

// The roles, in the order in which candidates have them.
const (
	Original     Role = "original"
	Equivalent   Role = "equivalent"
	Perturbation Role = "perturbation"
	Denial       Role = "negation"
	DenialNNF    Role = "negation_nnf"
)

// A Proof is what is known of a candidate against φ.
type Proof struct {
	Verdict     record.Verdict  // Equivalent, NotEquivalent or Unknown
	Relation    record.Relation // of the candidate to φ; empty where only the verdict is known
	Engine      string
	Certificate string // JSON, of an equivalence
	Witness     string // JSON, of an inequivalence
}

// A Candidate is a formula of a set.
type Candidate struct {
	Formula  *logic.Formula
	Role     Role
	Kind     string // an edit's Kind or a rewrite's Law
	From, To string // of an edit
	Proof    Proof
}

// Options say how sets are made.
type Options struct {
	Task       Task
	K          int    // perturbations at most; 0: the task's DefaultK
	Kinds      []Kind // of edits; none: Published
	Vocabulary *record.Vocabulary

	// Relate proves how b stands to a. The error ends the making of the set.
	Relate func(ctx context.Context, a, b *logic.Formula) (Proof, error)
}

// A Set is the candidates of one formula, φ itself first.
type Set struct {
	Candidates []Candidate
	Accidental int // edits that turned out to leave the meaning as it is
	Denials    int // edits that turned out to mean ¬φ, of Ranking
	Undecided  int // edits and rewrites of which the relation could not be proved
}

// Make makes a set. The same formula, options and random numbers give the same
// set. Candidates are distinct as they are written, whatever the case of names.
func Make(ctx context.Context, f *logic.Formula, o Options, rng *rand.Rand) (*Set, error) {
	if o.K == 0 {
		o.K = o.Task.DefaultK()
	}
	if len(o.Kinds) == 0 {
		o.Kinds = Published
	}
	m := &maker{Options: o, f: f, rng: rng, taken: map[string]bool{}}
	m.take(Candidate{Formula: f, Role: Original, Proof: Proof{Verdict: record.Equivalent, Relation: record.RelEquivalent, Engine: "identity"}})
	var denials []Candidate
	if o.Task == Ranking {
		var err error
		if denials, err = m.denials(ctx); err != nil {
			return nil, err
		}
		if err := m.equivalent(ctx); err != nil {
			return nil, err
		}
	}
	if err := m.perturbations(ctx); err != nil {
		return nil, err
	}
	m.set.Candidates = append(m.set.Candidates, denials...)
	return &m.set, nil
}

type maker struct {
	Options
	f     *logic.Formula
	rng   *rand.Rand
	taken map[string]bool
	set   Set
}

// isNew says that no candidate is written like f, and notes that one is.
func (m *maker) isNew(f *logic.Formula) bool {
	key := logic.Fold(f.String())
	if m.taken[key] {
		return false
	}
	m.taken[key] = true
	return true
}

func (m *maker) take(c Candidate) {
	m.isNew(c.Formula)
	m.set.Candidates = append(m.set.Candidates, c)
}

// denials are ¬φ and its normal form, which of a literal are one.
func (m *maker) denials(ctx context.Context) ([]Candidate, error) {
	all := []Candidate{{Formula: logic.Not(m.f), Role: Denial}}
	if n, err := NNF(logic.Not(m.f)); err == nil {
		all = append(all, Candidate{Formula: n, Role: DenialNNF})
	}
	var out []Candidate
	for _, c := range all {
		if !m.isNew(c.Formula) {
			continue
		}
		if c.Role == DenialNNF {
			same, err := m.Relate(ctx, all[0].Formula, c.Formula)
			if err != nil {
				return nil, err
			}
			if same.Verdict != record.Equivalent {
				m.set.Undecided++
				continue
			}
		}
		var err error
		if c.Proof, err = m.Relate(ctx, m.f, c.Formula); err != nil {
			return nil, err
		}
		if c.Proof.Verdict != record.NotEquivalent { // never: ¬φ differs from φ everywhere
			m.set.Undecided++
			continue
		}
		out = append(out, c)
	}
	return out, nil
}

// equivalent takes one rewrite, of a law drawn first and at a place drawn then,
// so that laws that apply in many places are no more frequent.
func (m *maker) equivalent(ctx context.Context) error {
	byLaw := map[Law][]Rewrite{}
	var laws []Law
	for _, r := range Rewrites(m.f) {
		if byLaw[r.Law] == nil {
			laws = append(laws, r.Law)
		}
		byLaw[r.Law] = append(byLaw[r.Law], r)
	}
	m.rng.Shuffle(len(laws), func(i, j int) { laws[i], laws[j] = laws[j], laws[i] })
	for _, law := range laws {
		rs := byLaw[law]
		for _, i := range m.rng.Perm(len(rs)) {
			g := rs[i].Apply()
			if g == nil || !m.isNew(g) {
				continue
			}
			p, err := m.Relate(ctx, m.f, g)
			if err != nil {
				return err
			}
			if p.Verdict == record.NotEquivalent {
				return fmt.Errorf("%s made %v of %v, which is not equivalent: a fault of this program", law, g, m.f)
			}
			if p.Verdict == record.Equivalent {
				m.take(Candidate{Formula: g, Role: Equivalent, Kind: string(law), Proof: p})
				return nil
			}
			m.set.Undecided++
		}
	}
	return nil
}

// perturbations takes up to K edits in random order. Where the kinds asked for
// give none, as of a literal in a ranking, all kinds are tried.
func (m *maker) perturbations(ctx context.Context) error {
	n, err := m.edits(ctx, m.Kinds)
	if n == 0 && err == nil && len(m.Kinds) < len(Kinds) {
		_, err = m.edits(ctx, Kinds)
	}
	return err
}

func (m *maker) edits(ctx context.Context, kinds []Kind) (n int, err error) {
	edits := Edits(m.f, kinds, m.Vocabulary)
	for _, i := range m.rng.Perm(len(edits)) {
		if n == m.K {
			break
		}
		g := edits[i].Apply()
		if !m.isNew(g) {
			continue
		}
		p, ok, err := m.differs(ctx, g)
		if err != nil {
			return n, err
		}
		if ok {
			m.take(Candidate{Formula: g, Role: Perturbation, Kind: string(edits[i].Perturbation), From: edits[i].From, To: edits[i].To, Proof: p})
			n++
		}
	}
	return n, nil
}

// differs proves that g means something else than φ and, in a ranking, than ¬φ.
func (m *maker) differs(ctx context.Context, g *logic.Formula) (Proof, bool, error) {
	p, err := m.Relate(ctx, m.f, g)
	switch {
	case err != nil:
		return p, false, err
	case p.Verdict == record.Equivalent:
		m.set.Accidental++
		return p, false, nil
	case p.Verdict != record.NotEquivalent:
		m.set.Undecided++
		return p, false, nil
	case m.Task != Ranking:
		return p, true, nil
	}
	denial, err := m.Relate(ctx, logic.Not(m.f), g)
	switch {
	case err != nil:
		return p, false, err
	case denial.Verdict == record.Equivalent:
		m.set.Denials++
		return p, false, nil
	case denial.Verdict != record.NotEquivalent:
		m.set.Undecided++
		return p, false, nil
	}
	return p, true, nil
}

// Order is a random order of n candidates: their indexes as they are shown.
func Order(n int, rng *rand.Rand) []int { return rng.Perm(n) }
