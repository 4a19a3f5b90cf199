package verify

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
)

// Columns name the columns with the two sides of a pair.
type Columns struct {
	Left, Right string
	Argument    bool               // Left has a list of premises, and Right the conclusion
	Formalism   record.Formalism   // of all rows; empty: each row's own
	Others      []record.Formalism // known formalisms that have no Semantics
}

// A Pair is what a row has for a verdict: two formulas, or premises and a conclusion.
type Pair struct {
	Formalism   record.Formalism
	Left, Right string
	Premises    []string // of an argument, whose conclusion is Right; Left is empty
	Argument    bool
}

// NewPair returns the pair of two texts.
func NewPair(f record.Formalism, left, right string) *Pair {
	return &Pair{Formalism: f, Left: left, Right: right}
}

// Pair reads the pair of a row. missing describes the first thing that the row lacks for a
// verdict, or is "".
func (c *Columns) Pair(row *record.Row) (p *Pair, missing string) {
	p = &Pair{Formalism: c.formalism(row), Argument: c.Argument}
	p.Right, _ = row.Text(c.Right)
	if c.Argument {
		var err error
		if p.Premises, err = texts(row, c.Left); err != nil {
			return p, err.Error()
		}
		if p.Right == "" {
			return p, c.Right + " is missing or empty"
		}
		return p, ""
	}
	p.Left, _ = row.Text(c.Left)
	return p, c.missing(row, p)
}

// formalism returns the formalism of a row: that of all rows, or that of the row, or the
// one that its dataset implies. AutoEval's files have the dataset in the field type.
func (c *Columns) formalism(row *record.Row) record.Formalism {
	if c.Formalism != "" {
		return c.Formalism
	}
	if f := formalism.OfRow(row); f != "" {
		return f
	}
	kind, _ := row.Text("type")
	return formalism.OfDataset(kind)
}

// missing describes the first thing that a row lacks for a pair of formulas.
func (c *Columns) missing(row *record.Row, p *Pair) string {
	switch {
	case p.Left == "":
		return c.Left + " is missing or empty"
	case row.Error != nil && modelStages[row.Error.Stage] && strings.HasPrefix(c.Right, "fs_out"):
		// The other columns of the row are of an attempt that failed later.
		return row.Error.Stage + ": " + row.Error.Kind
	case p.Right == "" && row.Error != nil && row.Error.Stage != "verify": // that of an earlier run
		return row.Error.Stage + ": " + row.Error.Kind
	case p.Right == "":
		return c.Right + " is missing or empty" + writer(row, c.Right)
	case p.Formalism == "":
		return "no formalism: expected the field formalism, a dataset that implies it, or --formalism"
	case slices.Contains(c.Others, p.Formalism):
		return ""
	}
	if _, err := formalism.Read(string(p.Formalism)); err != nil {
		return err.Error()
	}
	return ""
}

// modelStages are the stages whose failure leaves nothing to verify.
var modelStages = map[string]bool{"informalize": true, "autoformalize": true}

// writer names the programs that write fs_out, unless a model was asked without success.
func writer(row *record.Row, column string) string {
	switch {
	case column != "fs_out" || row.Outcome != "" && row.Outcome != record.OK:
		return ""
	case row.NL != "":
		return ": autoformalize writes it from nl; run it before verify"
	}
	return ": informalize and autoformalize write it; run them before verify"
}

// texts reads a field that is a list of texts: a column, or a field of the user's own.
func texts(row *record.Row, name string) ([]string, error) {
	v, ok := row.Get(name)
	if !ok {
		return nil, fmt.Errorf("%s is missing or empty", name)
	}
	switch v := v.(type) {
	case []string:
		return v, nil
	case string:
		return []string{v}, nil
	case jsontext.Value:
		var out []string
		if json.Unmarshal(v, &out) == nil {
			return out, nil
		}
	}
	return nil, fmt.Errorf("%s: expected a list of texts", name)
}
