package verify

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/check"
)

// yesman proves everything.
type yesman struct{}

func (yesman) Name() string    { return "z3" }
func (yesman) Version() string { return "" }

func (yesman) Entails(context.Context, *logic.Formula, *logic.Formula) check.Answer {
	return check.Answer{Status: check.Yes, Proof: check.Certificate{Kind: "z3"}}
}

// TestDisagreementIsLoud: where engines contradict each other the row says so
// with the evidence, the log names the row and who said what, and the run exits
// with 3, whatever its limits.
func TestDisagreementIsLoud(t *testing.T) {
	portfolios, err := verify.ParsePortfolios("sample,z3")
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	s := &stage{
		abort: t.Context(),
		o:     verify.Options{Provers: []check.Prover{yesman{}}}, portfolios: portfolios, columns: &verify.Columns{Left: "fs", Right: "fs_out"},
		noTiming: true, panels: make([]*verify.Panel, 1), log: slog.New(slog.NewTextHandler(&log, nil)),
	}
	for _, c := range []struct{ id, right, want string }{
		{"good", "∀y. p(y)", "equivalent"},
		{"bad", "∃x. p(x)", "unknown"},
	} {
		row := &record.Row{ID: c.id, Formalism: record.FirstOrder, FS: "∀x. p(x)", FSOut: c.right}
		rows, err := s.process(t.Context(), 0, row)
		if err != nil || len(rows) != 1 {
			t.Fatalf("found %d rows and %v", len(rows), err)
		}
		s.sums(rows[0])
		if string(row.Verdict) != c.want {
			t.Errorf("%s: found %s (%s), expected %s", c.id, row.Verdict, row.VerdictReason, c.want)
		}
		if c.id == "bad" && (row.VerdictReason != "disagreement" || row.Witness == "" || row.Certificate == "" || class(row) != cli.ClassUnknown) {
			t.Errorf("%s: found reason %q, witness %q, certificate %q, class %s", c.id, row.VerdictReason, row.Witness, row.Certificate, class(row))
		}
	}
	if text := log.String(); strings.Count(text, "\n") != 1 || !strings.Contains(text, "row bad") || !strings.Contains(text, "sample says not_equivalent") || !strings.Contains(text, "z3 says equivalent") {
		t.Errorf("logged %q", text)
	}
	if err := s.disputed(); cli.ExitCode(err) != cli.ExitLimits || !strings.Contains(err.Error(), "disagree on 1 rows") {
		t.Errorf("ends with %v, expected the exit code %d", err, cli.ExitLimits)
	}
}
