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

// The JSON of an edit and of a proof in a row.
type (
	editField struct {
		Kind string `json:"kind,omitempty"`
		From string `json:"from,omitempty"`
		To   string `json:"to,omitempty"`
	}
	proofField struct {
		Engine      string         `json:"engine,omitempty"`
		Certificate jsontext.Value `json:"certificate,omitzero"`
		Witness     jsontext.Value `json:"witness,omitzero"`
	}
)

// process makes the output of a row. A row without a formula gets an error. A row with
// an error of an earlier stage passes unchanged.
func (s *stage) process(ctx context.Context, worker int, row *record.Row) ([]*record.Row, error) {
	for _, name := range fields {
		row.DeleteExtra(name)
	}
	if row.Error != nil && row.Error.Stage != stageName {
		return []*record.Row{row}, nil
	}
	row.Error = nil
	if row.FS == "" {
		row.FS, _ = row.Formulas()
	}
	switch {
	case row.FS == "":
		row.Error = &record.Error{Stage: stageName, Kind: "missing", Message: "fs: found none, expected a formula"}
		return []*record.Row{row}, nil
	case s.task == Pairs:
		return s.makePairs(ctx, worker, row)
	}
	return s.make(ctx, worker, row)
}

// make adds the candidates to a row. A row whose formula does not parse gets an error.
func (s *stage) make(ctx context.Context, worker int, row *record.Row) ([]*record.Row, error) {
	f, err := logic.Parse(row.FS, s.formula)
	switch {
	case !formalism.Logical(formalism.OrLogic(row)):
		row.Error = &record.Error{Stage: stageName, Kind: "formalism", Message: "formalism: found " + string(row.Formalism) + ", expected a formula of logic; --task pairs takes other formalisms"}
	case err != nil:
		row.Error = &record.Error{Stage: stageName, Kind: "syntax", Message: "fs: " + err.Error()}
	}
	if row.Error != nil {
		return []*record.Row{row}, nil
	}
	rng := s.stream(row)
	set, err := Make(f, Options{
		Task: s.task, K: s.k, Kinds: s.kinds, Vocabulary: row.Vocabulary,
		Relate: func(a, b *logic.Formula) verify.Result { return s.relate(ctx, worker, a, b) },
	}, rng)
	if err != nil {
		row.Error = &record.Error{Stage: stageName, Kind: "fault", Message: err.Error()}
		return []*record.Row{row}, nil
	}
	return []*record.Row{row}, s.fill(row, set, rng)
}

// stream returns the random numbers of a row. They depend only on the seed and the
// content of the row.
func (s *stage) stream(row *record.Row) *rand.Rand {
	sum := sha256.Sum256(fmt.Appendf(nil, "truthloop/perturb\x00%d\x00%s\x00%s\x00%s\x00%s", s.seed, s.task, row.ID, row.FS, row.NL))
	return rand.New(rand.NewPCG(binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:16])))
}

// fill writes a set into the row's fields.
func (s *stage) fill(row *record.Row, set []Candidate, rng *rand.Rand) error {
	n := len(set)
	texts, descriptions, roles := make([]string, n), make([]string, n), make([]Role, n)
	edits, relations, proofs := make([]editField, n), make([]string, n), make([]proofField, n)
	for i, c := range set {
		texts[i], roles[i] = c.Formula.String(), c.Role
		edits[i] = editField{c.Kind, c.From, c.To}
		// Without a relation, only the verdict is proved.
		relations[i] = cmp.Or(string(c.Proof.Relation), string(c.Proof.Verdict))
		var err error
		if proofs[i], err = proofOf(c.Proof); err != nil {
			return err
		}
		sentence, err := ontology.Describe(c.Formula, row.Vocabulary)
		if err != nil {
			row.Error = &record.Error{Stage: stageName, Kind: "resource", Message: err.Error()}
			return nil
		}
		descriptions[i] = sentence
	}
	row.SetValue("task", s.task)
	row.SetValue("candidates", texts)
	row.SetValue("candidates_nl", descriptions)
	row.SetValue("roles", roles)
	row.SetValue("edits", edits)
	row.SetValue("relations", relations)
	row.SetValue("proofs", proofs)
	row.SetValue("order", rng.Perm(n))
	return nil
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
