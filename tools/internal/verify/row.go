package verify

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/explain"
)

// formalismOf returns the formalism of a row: from the command line, from the row, or
// from its dataset. AutoEval's files have the dataset in the field type.
func (s *stage) formalismOf(row *record.Row) record.Formalism {
	if s.formalism != "" {
		return s.inDialect(s.formalism)
	}
	if f := formalism.OfRow(row); f != "" {
		return s.inDialect(f)
	}
	kind, _ := row.Text("type")
	return s.inDialect(formalism.OfDataset(kind))
}

// process adds the verdict to a row. A row that is not finished within grace after an
// interrupt is left to --resume.
func (s *stage) process(ctx context.Context, worker int, row *record.Row) ([]*record.Row, error) {
	if row.IsMalformed() {
		row.Verdict, row.VerdictReason = record.Unverifiable, row.Error.Kind
		return []*record.Row{row}, nil
	}
	if s.leaves(row) {
		return []*record.Row{row}, nil
	}
	row.ClearVerdict()
	if f := s.formalismOf(row); f == record.RegexBrics {
		row.Formalism = f // later programs must read the row in the same way
	}
	if s.left != "repair" && s.right != "repair" { // repair itself can be verified
		row.Diagnosis, row.Repair = "", ""
	}
	var start time.Time
	if !s.noTiming { // timing takes longer than most proofs
		start = time.Now()
	}
	r := s.verify(s.abort, s.panel(worker), row)
	s.repair(s.abort, worker, row, r)
	if s.abort.Err() != nil {
		return nil, s.abort.Err()
	}
	if !s.noTiming {
		row.VerdictSeconds = record.Float(time.Since(start).Seconds())
	}
	if r.Reason == verify.ReasonDisagreement {
		s.log.Error("engines disagree", "on", rowName(row), "what", r.Warnings[0])
	}
	if err := setResult(row, r); err != nil {
		return nil, err
	}
	if s.align == alignNames {
		if err := s.alignRows(s.abort, worker, row); err != nil {
			return nil, err
		}
		if s.abort.Err() != nil {
			return nil, s.abort.Err()
		}
	}
	return []*record.Row{row}, s.ask(ctx, row)
}

// The kinds of error of this stage.
const (
	kindMissing = "missing" // a field that is needed is empty
	kindSyntax  = "syntax"  // the given formula does not parse
)

// verify returns the result of a row.
func (s *stage) verify(ctx context.Context, v *verify.Panel, row *record.Row) verify.Result {
	if s.task == taskEntailment {
		premises, err := list(row, s.left)
		if err != nil {
			return nothing(err.Error())
		}
		conclusion, _ := row.Text(s.right)
		if conclusion == "" {
			return nothing(s.right + " is missing or empty")
		}
		return v.Entailment(ctx, premises, conclusion)
	}
	if missing := s.missing(row); missing != "" {
		return nothing(missing)
	}
	left, _ := row.Text(s.left)
	right, _ := row.Text(s.right)
	r := v.Pair(ctx, s.formalismOf(row), left, right)
	if r.Verdict == record.Unverifiable {
		r.Reason = s.left + " " + r.Reason
	}
	return r
}

// missing describes the first thing that a row lacks for a pair of formulas. It is ""
// if nothing is missing.
func (s *stage) missing(row *record.Row) string {
	left, _ := row.Text(s.left)
	right, _ := row.Text(s.right)
	switch {
	case left == "":
		return s.left + " is missing or empty"
	case row.Error != nil && modelStages[row.Error.Stage] && strings.HasPrefix(s.right, "fs_out"):
		// The other columns of the row are of an attempt that failed later.
		return row.Error.Stage + ": " + row.Error.Kind
	case right == "" && row.Error != nil:
		return row.Error.Stage + ": " + row.Error.Kind
	case right == "":
		return s.right + " is missing or empty" + writer(row, s.right)
	case s.formalismOf(row) == "":
		return "no formalism: expected the field formalism, a dataset that implies it, or --formalism"
	}
	if _, err := formalism.Read(string(s.formalismOf(row))); err != nil && s.o.Checkers[s.formalismOf(row)] == nil {
		return err.Error()
	}
	return ""
}

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

// modelStages are the stages whose failure leaves nothing to verify.
var modelStages = map[string]bool{"informalize": true, "autoformalize": true}

func nothing(reason string) verify.Result {
	return verify.Result{Verdict: record.Unverifiable, Reason: reason}
}

// list reads a field that is a list of texts: a column, or a field of the
// user's own.
func list(row *record.Row, name string) ([]string, error) {
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

// repair searches for the edit that corrects a wrong formula, with --diagnose.
func (s *stage) repair(ctx context.Context, worker int, row *record.Row, r verify.Result) {
	if s.searchers == nil || r.Verdict != record.NotEquivalent || checked(r.Engine) {
		return
	}
	if s.searchers[worker] == nil {
		s.searchers[worker] = explain.NewRepairer(s.o)
	}
	left, _ := row.Text(s.left)
	right, _ := row.Text(s.right)
	found := s.searchers[worker].Repair(ctx, s.formalismOf(row), left, right, r.Witness)
	row.Diagnosis, row.Repair = found.Diagnosis, found.Formula
}

// setResult puts a result into the row's fields. An error is a fault of this program: it
// made a witness or a certificate that cannot be written.
func setResult(row *record.Row, r verify.Result) error {
	row.Verdict, row.VerdictReason, row.VerdictEngine, row.Relation = r.Verdict, r.Reason, r.Engine, r.Relation
	if row.VerdictReason == "" && len(r.Warnings) > 0 {
		row.VerdictReason = r.Warnings[0]
	}
	if r.ScopeSensitive {
		row.ScopeSensitive = record.Bool(true)
	}
	row.Leniencies, row.Surprises = r.Leniencies, r.Surprises
	if r.FreeVariableSensitive {
		row.FreeVariableSensitive = record.Bool(true)
	}
	if d := r.Disagreement; d != nil {
		row.Disagreement = record.Float(d.Share)
		if d.Error > 0 {
			row.DisagreementError = record.Float(d.Error)
		}
	}
	if r.Verdict == record.Unverifiable && row.Error == nil {
		kind := kindMissing
		if strings.Contains(r.Reason, "does not parse") {
			kind = kindSyntax
		}
		row.Error = &record.Error{Stage: "verify", Kind: kind, Message: r.Reason}
	}
	var err error
	if r.Strings != nil {
		if row.StringCounts, err = r.Strings.JSON(); err != nil {
			return err
		}
	}
	if r.Witness != nil {
		if row.Witness, err = r.Witness.JSON(); err != nil {
			return err
		}
	}
	if r.Certificate != nil {
		row.Certificate, err = r.Certificate.JSON()
	}
	return err
}

// recheck checks the witness of a row.
func (s *stage) recheck(v *verify.Verifier, row *record.Row) error {
	if row.Witness == "" {
		return fmt.Errorf("found none, expected one beside the verdict %s", row.Verdict)
	}
	w, err := verify.ParseWitness(row.Witness)
	if err != nil {
		return err
	}
	if err := w.Contradicts(row.Verdict, row.VerdictReason, row.Relation); err != nil {
		return err
	}
	right, _ := row.Text(s.right)
	if s.task == taskEntailment {
		premises, err := list(row, s.left)
		if err != nil {
			return err
		}
		return v.RecheckEntailment(premises, right, row.Witness)
	}
	left, _ := row.Text(s.left)
	return v.Recheck(s.formalismOf(row), left, right, row.Witness)
}
