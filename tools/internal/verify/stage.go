package verify

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate/ask"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/explain"
	"github.com/truthloop/truthloop/verify/prover"
)

// stage is one run of the program; it has a Panel for each worker.
type stage struct {
	o           verify.Options
	portfolios  []verify.Portfolio
	task        string
	left, right string
	formalism   record.Formalism // formalism of all rows; empty: each row's own
	dialect     regex.Dialect
	noTiming    bool
	z3          *prover.Z3
	programs    []*prover.Program
	panels      []*verify.Panel
	searchers   []*explain.Repairer // nil: none
	judge       *ask.Judge          // nil: none

	align          string   // alignNames, alignStory, or empty
	alignBy        []string // columns that name the story of a row
	alignArguments bool
	stories        atomic.Bool // some row has a column of alignBy

	commands map[record.Formalism]string // of --checker
	others   others                      // rows that are left to other programs

	reread   bool // read stored judgements anew
	log      *slog.Logger
	pair     *record.Row     // of --pair; nil: the rows of inputs
	abort    context.Context // ends grace after an interrupt
	disputes atomic.Int64    // number of rows on which engines disagree
}

// fields reads the flags on what to verify.
func (s *stage) fields(c *ucli.Context) error {
	s.task, s.left, s.right = c.String("task"), c.String("left"), c.String("right")
	left, right := "fs", "fs_out"
	switch s.task {
	case taskEquivalence:
	case taskEntailment:
		left, right = "premises", "conclusion"
	default:
		return cli.Usagef("--task: found %q, expected %s or %s", s.task, taskEquivalence, taskEntailment)
	}
	if s.left == "" {
		s.left = left
	}
	if s.right == "" {
		s.right = right
	}
	if f := c.String("formalism"); f != "" {
		name, err := formalism.Read(f)
		switch _, checked := s.commands[record.Formalism(f)]; {
		case checked:
			name, err = record.Formalism(f), nil
		case err == nil && formalism.Of(name) == nil:
			err = fmt.Errorf("%w; or --checker %s=COMMAND", formalism.Unknown(name), name)
		}
		if err != nil {
			return cli.Usagef("--formalism: %w", err)
		}
		s.formalism = name
	}
	return s.parseDialect(c)
}

// settings returns everything that determines the output, except the input.
func (s *stage) settings(c *ucli.Context) map[string]string {
	out := map[string]string{}
	for _, p := range s.programs {
		out[p.Name()] = p.Version()
	}
	for name, command := range s.commands {
		out["checker "+string(name)] = digests(command)
	}
	for _, f := range flags() {
		name := f.Names()[0]
		out[name] = fmt.Sprint(c.Value(name))
	}
	if s.z3 != nil {
		out["z3"] = s.z3.Found()
	}
	if s.reread {
		out["judge-stored"] = "true"
	}
	if s.judge != nil {
		out["judge"] = s.judge.Name()
		out["judge-params"] = s.judge.Params.String()
		out["judge-conversations"] = fmt.Sprint(s.judge.Conversations)
	}
	return out
}

func (s *stage) panel(worker int) *verify.Panel {
	if s.panels[worker] == nil {
		s.panels[worker] = verify.NewPanel(s.o, s.portfolios)
	}
	return s.panels[worker]
}

// classes lists the classes that class returns.
var classes = []string{cli.ClassError, string(record.Noncompliant), cli.ClassOK, cli.ClassUnknown}

// class returns a row's class for --retry and the limits.
func class(row *record.Row) string {
	switch row.Verdict {
	case record.Unknown:
		return cli.ClassUnknown
	case record.Noncompliant:
		return string(record.Noncompliant)
	}
	if row.Verdict == record.Unverifiable || row.Error != nil {
		return cli.ClassError
	}
	return cli.ClassOK
}

// rowName returns the name of a row in messages.
func rowName(row *record.Row) string {
	if row.ID != "" {
		return "row " + row.ID
	}
	return "row with " + strings.TrimSpace(row.FS+" "+row.FSOut)
}

// disagreements is the manifest's key for the number of rows with conflicting
// engines.
const disagreements = "disagreements"

// totals returns what a row adds to the sums of the manifest.
func (s *stage) totals(row *record.Row) map[string]int64 {
	sums := s.sums(row)
	if row.VerdictReason == verify.ReasonDisagreement {
		s.disputes.Add(1)
		if sums == nil {
			sums = map[string]int64{}
		}
		sums[disagreements] = 1
	}
	return sums
}

// disputed returns an error if engines contradicted each other in this run. It does not
// depend on the limits.
func (s *stage) disputed() error {
	if n := s.disputes.Load(); n > 0 {
		return cli.Limitf("finished, but the engines disagree on %d rows", n)
	}
	return nil
}
