package verify

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/explain"
)

// process adds the verdict to a row. A row that is not finished within grace after an
// interrupt is left to --resume.
func (s *stage) process(_ context.Context, worker int, row *record.Row) ([]*record.Row, error) {
	if row.IsMalformed() {
		row.Verdict, row.VerdictReason = record.Unverifiable, row.Error.Kind
		return []*record.Row{row}, nil
	}
	p := s.columns.Pair(row, s.o)
	if s.leaves(p) {
		return []*record.Row{row}, nil
	}
	row.ClearVerdict()
	s.columns.Set(row)
	if f := formalism.OfRow(row); s.columns.Formalism != "" && f != p.Formalism {
		row.Formalism = p.Formalism // later programs must read the row in the same way
	}
	measure(row, p)
	if s.columns.Left != "repair" && s.columns.Right != "repair" { // repair itself can be verified
		row.Diagnosis, row.Repair = "", ""
	}
	var start time.Time
	if !s.noTiming { // timing takes longer than most proofs
		start = time.Now()
	}
	r := s.verifier(worker).Decide(s.abort, p)
	if err := s.judge(s.abort, row, p); err != nil {
		return nil, err
	}
	s.repair(s.abort, worker, row, p, r)
	if s.abort.Err() != nil {
		return nil, s.abort.Err()
	}
	if !s.noTiming {
		row.VerdictSeconds = record.Float(time.Since(start).Seconds())
	}
	if err := setResult(row, r); err != nil {
		return nil, err
	}
	if p.ExamplesError != nil && (row.Error == nil || row.Error.Stage == "verify") {
		row.Error = &record.Error{Stage: "verify", Kind: kindExamples, Message: p.ExamplesError.Error()}
	}
	if s.align == alignNames {
		if err := s.alignRows(s.abort, worker, aligned{row, p}); err != nil {
			return nil, err
		}
		if s.abort.Err() != nil {
			return nil, s.abort.Err()
		}
	}
	return []*record.Row{row}, nil
}

// measure sets the complexity of the left formula in a row without one.
func measure(row *record.Row, p *verify.Pair) {
	if p.Argument || p.Left.Tree == nil || row.Depth != nil || row.NumOperators != nil || row.DFAStates != nil {
		return
	}
	if l, ok := formalism.Of(p.Formalism).(interface {
		Measure(*record.Row, formalism.Tree) error
	}); ok {
		_ = l.Measure(row, p.Left.Tree) // after an error, the row lacks a measure
	}
}

// The kinds of error of this stage.
const (
	kindMissing = "missing" // a field that is needed is empty
	kindSyntax  = "syntax"  // the given formula does not parse

	kindExamples = "examples" // accepts and rejects are not lists of examples, or contradict each other
)

// repair searches for the edit that corrects a wrong formula, with --diagnose.
func (s *stage) repair(ctx context.Context, worker int, row *record.Row, p *verify.Pair, r verify.Result) {
	switch {
	case s.searchers == nil || r.Verdict != record.NotEquivalent || p.ByExamples():
		return
	case checked(r.Engine):
		if found, err := p.AskRepair(ctx); err == nil {
			row.Diagnosis, row.Repair = cmp.Or(record.Diagnosis(found.Name), record.OtherMistake), found.Text
		}
		return
	}
	if s.searchers[worker] == nil {
		s.searchers[worker] = explain.NewRepairer(s.o)
	}
	found := s.searchers[worker].Repair(ctx, p, r.Witness)
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
	if r.Verdict == record.Unverifiable && row.Error == nil && r.Reason != string(record.Abstained) {
		kind := kindMissing
		if strings.Contains(r.Reason, "does not parse") {
			kind = kindSyntax
		}
		row.Error = &record.Error{Stage: "verify", Kind: kind, Message: r.Reason}
	}
	var err error
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
