package perturb

import (
	"cmp"
	"fmt"
	"iter"
	"math/rand/v2"

	"github.com/truthloop/truthloop/format/formalism"
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

// A candidate is a formula made from φ.
type candidate struct {
	formula formalism.Tree
	role    Role
	edit    edit
	proof   verify.Result // of the relation to φ
}

// An edit is the JSON of a step that makes a candidate: its kind, or its law, and the texts
// before and after an edit.
type edit struct {
	Kind string `json:"kind,omitempty"`
	From string `json:"from,omitempty"`
	To   string `json:"to,omitempty"`
}

// A maker makes candidates from a formula. The same formula, fields and random numbers give
// the same candidates. Their texts are distinct, even if the case of names is ignored.
type maker struct {
	language   language
	task       Task
	k          int                   // maximum number of perturbations in a set
	kinds      []syntax.Perturbation // of edits
	vocabulary *record.Vocabulary
	relate     func(a, b formalism.Tree) verify.Result // proves the relation of b to a
	f          formalism.Tree
	rng        *rand.Rand
	taken      map[string]bool
}

// isNew reports whether no candidate has the text of f, and records the text.
func (m *maker) isNew(f formalism.Tree) bool {
	key := logic.Fold(f.String())
	known := m.taken[key]
	m.taken[key] = true
	return !known
}

// set makes the candidates of a set; f itself is the first. An error means that a law is
// wrong.
func (m *maker) set() (all []candidate, err error) {
	m.isNew(m.f)
	all = append(all, candidate{formula: m.f, role: Original, proof: verify.Result{Verdict: record.Equivalent, Relation: record.RelEquivalent, Engine: "identity"}})
	var denials []candidate
	if m.task == Ranking {
		denials = m.denials()
		for c, err := range m.rewritten() {
			if err != nil {
				return nil, err
			}
			all = append(all, c)
			break
		}
	}
	for _, kinds := range m.lists() {
		n := 0
		for c := range m.edited(m.f, kinds) {
			all = append(all, c)
			if n++; n == m.k {
				break
			}
		}
		if n > 0 {
			break
		}
	}
	return append(all, denials...), nil
}

// lists returns the kinds of edits and, in case that they give no candidate, all kinds. A
// literal in a ranking is an example.
func (m *maker) lists() [][]syntax.Perturbation {
	lists := [][]syntax.Perturbation{m.kinds}
	if all := m.language.Perturbations(); all != nil && len(all) != len(m.kinds) {
		lists = append(lists, all)
	}
	return lists
}

// denials returns ¬φ and its negation normal form. They are equal for a literal.
func (m *maker) denials() (all []candidate) {
	denial := logic.Not(m.f.(*logic.Formula))
	forms := []candidate{{formula: denial, role: Denial}}
	if n, err := logic.NNF(denial); err == nil {
		forms = append(forms, candidate{formula: n, role: DenialNNF})
	}
	for _, c := range forms {
		if !m.isNew(c.formula) || c.role == DenialNNF && m.relate(denial, c.formula).Verdict != record.Equivalent {
			continue
		}
		if c.proof = m.relate(m.f, c.formula); c.proof.Verdict == record.NotEquivalent {
			all = append(all, c)
		}
	}
	return all
}

// rewritten yields equivalent formulas, each with one law applied, in random order. An error
// means that a law is wrong.
func (m *maker) rewritten() iter.Seq2[candidate, error] {
	return func(yield func(candidate, error) bool) {
		for law, g := range drawn(m.language.Rewrites(m.f), m.rng) {
			if !m.isNew(g) {
				continue
			}
			switch p := m.relate(m.f, g); p.Verdict {
			case record.NotEquivalent:
				yield(candidate{}, fmt.Errorf("%s made %v of %v, which is not equivalent: a fault of this program", law, g, m.f))
				return
			case record.Equivalent:
				if !yield(candidate{g, Equivalent, edit{Kind: string(law)}, p}, nil) {
					return
				}
			}
		}
	}
}

// edited yields formulas that differ from g by one edit of some kinds, and are not
// equivalent to φ, in random order. In a ranking, they are not equivalent to ¬φ either.
func (m *maker) edited(g formalism.Tree, kinds []syntax.Perturbation) iter.Seq[candidate] {
	return func(yield func(candidate) bool) {
		edits := edits(m.language, g, kinds, m.vocabulary)
		for _, i := range m.rng.Perm(len(edits)) {
			e := edits[i]
			h := e.Apply()
			if !m.isNew(h) {
				continue
			}
			p := m.relate(m.f, h)
			if p.Verdict != record.NotEquivalent ||
				m.task == Ranking && m.relate(logic.Not(m.f.(*logic.Formula)), h).Verdict != record.NotEquivalent {
				continue
			}
			if !yield(candidate{h, Perturbation, edit{cmp.Or(string(e.Perturbation), string(e.Kind)), e.From, e.To}, p}) {
				return
			}
		}
	}
}

// drawn yields the rewritten formulas in random order. It first draws the law and then
// the place, so that laws that apply in many places are not more frequent.
func drawn(rewrites []syntax.Rewrite, rng *rand.Rand) iter.Seq2[syntax.Law, formalism.Tree] {
	byLaw := map[syntax.Law][]syntax.Rewrite{}
	var laws []syntax.Law
	for _, r := range rewrites {
		if byLaw[r.Law] == nil {
			laws = append(laws, r.Law)
		}
		byLaw[r.Law] = append(byLaw[r.Law], r)
	}
	rng.Shuffle(len(laws), func(i, j int) { laws[i], laws[j] = laws[j], laws[i] })
	return func(yield func(syntax.Law, formalism.Tree) bool) {
		for _, law := range laws {
			for _, i := range rng.Perm(len(byLaw[law])) {
				if !yield(law, byLaw[law][i].Apply()) {
					return
				}
			}
		}
	}
}
