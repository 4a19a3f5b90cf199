package verify

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/explain"
	"github.com/truthloop/truthloop/verify/prover"
)

// stage is one run of the program; it has a Verifier for each worker.
type stage struct {
	o         verify.Options
	columns   *verify.Columns
	noTiming  bool
	z3        *prover.Program
	programs  []*prover.Program
	verifiers []*verify.Verifier
	searchers []*explain.Repairer // nil: none
	closers   []func()            // see close

	align   string   // alignNames, alignStory, or empty
	alignBy []string // columns that name the story of a row

	commands map[record.Formalism]string // of --checker
	others   others                      // rows that are left to other programs

	abort context.Context // ends grace after an interrupt

	judged, faulty atomic.Int64 // gold formulas with examples, and those that fail some
}

// ColumnsOf reads --task and the flags of ColumnFlags. Without --left or --right, a row's
// column is the one that verify compared. others are known formalisms besides those of
// this build.
func ColumnsOf(c *ucli.Context, others ...record.Formalism) (*verify.Columns, error) {
	out := &verify.Columns{Left: c.String("left"), Right: c.String("right")}
	switch task := c.String("task"); task {
	case taskEquivalence, "":
	case taskEntailment:
		out.Argument = true
	default:
		return nil, cli.Usagef("--task: found %q, expected %s or %s", task, taskEquivalence, taskEntailment)
	}
	f := c.String("formalism")
	if f == "" {
		return out, nil
	}
	name, err := formalism.Read(f)
	switch {
	case slices.Contains(others, record.Formalism(f)), prover.OnPath(record.Formalism(f)):
		name, err = record.Formalism(f), nil
	case err == nil && formalism.Of(name) == nil:
		err = fmt.Errorf("%w; or a checker: truthloop-%s on the PATH, or --checker %[2]s=COMMAND", formalism.Unknown(name), name)
	}
	if err != nil {
		return nil, cli.Usagef("--formalism: %w", err)
	}
	out.Formalism = name
	return out, nil
}

// settings returns everything that determines the output, except the input.
func (s *stage) settings(c *ucli.Context) map[string]string {
	out := cli.Settings(c, flags())
	for _, p := range s.programs {
		out[p.Name()] = p.Version()
	}
	for name, command := range s.commands {
		out["checker "+string(name)] = digests(command)
	}
	if s.z3 != nil {
		out["z3"] = s.z3.Found()
	}
	return out
}

func (s *stage) verifier(worker int) *verify.Verifier {
	if s.verifiers[worker] == nil {
		s.verifiers[worker] = verify.New(s.o)
	}
	return s.verifiers[worker]
}

// classes lists the classes that class returns.
var classes = []string{cli.ClassError, cli.ClassLeft, string(record.Noncompliant), cli.ClassOK, cli.ClassUnknown}

// class returns a row's class for --retry and the limits.
func class(row *record.Row) string {
	switch row.Verdict {
	case record.Unknown:
		return cli.ClassUnknown
	case record.Noncompliant:
		return string(record.Noncompliant)
	}
	if row.Verdict == record.Unverifiable && row.Outcome != record.Abstained || row.Error != nil {
		return cli.ClassError
	}
	if row.Verdict == "" { // see leaves
		return cli.ClassLeft
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
