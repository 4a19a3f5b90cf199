package perturb

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/ontology"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
)

// stageName is the stage of this program's errors.
const stageName = "perturb"

// The fields that this program writes.
var fields = []string{"task", "candidates", "candidates_nl", "roles", "edits", "relations", "proofs", "order", "faults", "role"}

// failure returns the error of a row.
func failure(kind, message string) *record.Error {
	return &record.Error{Stage: stageName, Kind: kind, Message: message}
}

// process makes the output of a row. A row without a formula that can be perturbed gets an
// error. A row with an error of an earlier stage passes unchanged.
func (s *stage) process(ctx context.Context, worker int, row *record.Row) (made []*record.Row, err error) {
	for _, name := range fields {
		row.DeleteExtra(name)
	}
	made = []*record.Row{row}
	if row.Error != nil && row.Error.Stage != stageName {
		return made, nil
	}
	if row.FS == "" {
		row.FS, _ = row.Formulas()
	}
	if kind := formalism.OrLogic(row); s.task == Pairs && row.FS != "" && row.Model == "" && s.options.Checkers.Of(kind) != nil {
		return s.outside(ctx, worker, kind, row)
	}
	var m *maker
	switch m, row.Error = s.maker(ctx, worker, row); {
	case row.Error != nil:
	case s.task == Pairs:
		made, err = m.pairs(row)
	default:
		err = m.fill(row)
	}
	return made, err
}

// maker returns the maker of a row, or an error of the row.
func (s *stage) maker(ctx context.Context, worker int, row *record.Row) (*maker, *record.Error) {
	kind := formalism.OrLogic(row)
	l, ok := formalism.Of(kind).(language)
	switch {
	case row.FS == "":
		return nil, failure("missing", "fs: found none, expected a formula")
	case s.task == Pairs && row.Model != "":
		return nil, failure("answers", "model: found "+row.Model+", expected a row without answers, such as generate writes")
	case s.task == Pairs && !ok:
		return nil, failure("formalism", formalism.Unknown(kind).Error())
	case s.task != Pairs && !formalism.Logical(kind):
		return nil, failure("formalism", "formalism: found "+string(row.Formalism)+", expected a formula of logic; --task pairs takes other formalisms")
	case s.task != Pairs:
		kind, l = record.FirstOrder, logical
	}
	f, err := s.options.Parse(kind, row.FS)
	if err != nil {
		return nil, failure("syntax", "fs: "+err.Error())
	}
	return &maker{
		language: l, task: s.task, k: s.k, kinds: s.kinds, vocabulary: row.Vocabulary, f: f, taken: map[string]bool{},
		relate: func(a, b formalism.Tree) verify.Result { return s.relate(ctx, worker, kind, a, b) },
		rng:    s.random(row),
	}, nil
}

// random returns random numbers that depend only on the seed and the content of the row.
func (s *stage) random(row *record.Row) *rand.Rand {
	sum := sha256.Sum256(fmt.Appendf(nil, "truthloop/perturb\x00%d\x00%s\x00%s\x00%s\x00%s", s.seed, s.task, row.ID, row.FS, row.NL))
	return rand.New(rand.NewPCG(binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:16])))
}

// fill writes a set into the row's fields.
func (m *maker) fill(row *record.Row) error {
	set, err := m.set()
	if err != nil {
		row.Error = failure("fault", err.Error())
		return nil
	}
	n := len(set)
	texts, descriptions, roles := make([]string, n), make([]string, n), make([]Role, n)
	edits, relations, proofs := make([]edit, n), make([]string, n), make([]proofField, n)
	for i, c := range set {
		texts[i], roles[i], edits[i] = c.formula.String(), c.role, c.edit
		// Without a relation, only the verdict is proved.
		relations[i] = cmp.Or(string(c.proof.Relation), string(c.proof.Verdict))
		if proofs[i], err = proofOf(c.proof); err != nil {
			return err
		}
		if descriptions[i], err = ontology.Describe(c.formula.(*logic.Formula), row.Vocabulary); err != nil {
			row.Error = failure("resource", err.Error())
			return nil
		}
	}
	row.SetValue("task", m.task)
	row.SetValue("candidates", texts)
	row.SetValue("candidates_nl", descriptions)
	row.SetValue("roles", roles)
	row.SetValue("edits", edits)
	row.SetValue("relations", relations)
	row.SetValue("proofs", proofs)
	row.SetValue("order", m.rng.Perm(n))
	return nil
}

// pairs returns two rows for a row. The first has the formula with one law applied, so
// the two are equivalent. The second is the first with one edit, and is not equivalent to
// the formula. Since both differ from it by the same law, the similarity of the texts says
// little about the verdict. If it cannot make both, the row gets an error.
func (m *maker) pairs(row *record.Row) ([]*record.Row, error) {
	m.isNew(m.f)
	for c, err := range m.rewritten() {
		if err != nil {
			row.Error = failure("fault", err.Error())
			return []*record.Row{row}, nil
		}
		for _, kinds := range m.lists() {
			for d := range m.edited(c.formula, kinds) {
				same, err := pairRow(row, 0, c, c.edit)
				if err != nil {
					return nil, err
				}
				other, err := pairRow(row, 1, d, c.edit, d.edit)
				return []*record.Row{same, other}, err
			}
		}
	}
	row.Error = failure("no_pair", "found no law and edit that make two formulas with a proved verdict")
	return []*record.Row{row}, nil
}

// pairRow returns a row of a pair: a candidate, and the steps that made it.
func pairRow(row *record.Row, sample int, c candidate, steps ...edit) (*record.Row, error) {
	out := row.Clone()
	out.ClearVerdict()
	out.Sample, out.FSOut = record.Int(sample), c.formula.String()
	out.Verdict, out.VerdictEngine, out.Relation = c.proof.Verdict, c.proof.Engine, c.proof.Relation
	proof, err := proofOf(c.proof)
	if err != nil {
		return nil, err
	}
	out.Certificate, out.Witness = string(proof.Certificate), string(proof.Witness)
	out.SetValue("task", Pairs)
	out.SetValue("role", c.role)
	out.SetValue("edits", steps)
	return out, nil
}

// again makes one row of a pair again, for --retry, or both rows if there is no pair yet.
func (s *stage) again(ctx context.Context, worker int, row *record.Row) ([]*record.Row, error) {
	sample := row.Sample
	rows, err := s.process(ctx, worker, row)
	if s.task == Pairs && sample != nil && len(rows) == 2 {
		return rows[*sample : *sample+1], err
	}
	return rows, err
}

// A proofField is the JSON of a proof in a row.
type proofField struct {
	Engine      string         `json:"engine,omitempty"`
	Certificate jsontext.Value `json:"certificate,omitzero"`
	Witness     jsontext.Value `json:"witness,omitzero"`
}

func proofOf(r verify.Result) (proofField, error) {
	p := proofField{Engine: r.Engine}
	if r.Certificate != nil {
		text, err := r.Certificate.JSON()
		if err != nil {
			return p, err
		}
		p.Certificate = jsontext.Value(text)
	}
	if r.Witness != nil {
		text, err := r.Witness.JSON()
		if err != nil {
			return p, err
		}
		p.Witness = jsontext.Value(text)
	}
	return p, nil
}
