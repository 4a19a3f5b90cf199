package verify

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/check"
)

const voteDescription = `
Reads several answers to each question, and groups them into classes that are
proved to mean the same. Writes one row for each question, with the first
formula of the largest class, its share of all answers (agreement) and the
entropy over the classes (semantic_entropy). Answers that do not parse form
one class, which cannot win. The right formula is not needed; where it is
there, verify and metrics work on the output.

Agreement is no probability. What it says about your data is known only after
metrics selective has compared it with verdicts: systems that make the same
mistakes agree.

Examples:
  vote --by id samples.jsonl -o votes.jsonl
  vote --by nl gpt.jsonl claude.jsonl llama.jsonl --tie abstain | verify |
    metrics
  vote --task entailment --by id verified.jsonl -o votes.jsonl`

// The values of --tie.
const (
	tieFirst    = "first"
	tieShortest = "shortest"
	tieAbstain  = "abstain"
)

const howToVote = "HOW TO VOTE"

// VoteCommand describes the program vote.
func VoteCommand() cli.Command {
	return cli.Command{
		Name:        "vote",
		Usage:       "group answers by proved meaning, and choose one for each question",
		Description: voteDescription,
		Main:        []string{"by", "output", "resume", "right", "formalism", "task", "tie", "weights", "keep", "align"},
		Groups:      cli.StageGroups &^ cli.Retry,
		Flags:       voteFlags(),
		Action:      vote,
	}
}

func voteFlags() []ucli.Flag {
	return slices.Concat([]ucli.Flag{
		&ucli.StringFlag{Category: howToVote, Name: "by", Value: "id", Usage: "`COLUMNS` that name the question of a row"},
		&ucli.StringFlag{Category: howToVote, Name: "tie", Value: tieFirst, Usage: "of the largest classes, choose the `ONE` with the first or the shortest answer, or abstain"},
		&ucli.StringFlag{Category: howToVote, Name: "weights", Usage: "`COLUMN` with the weight of an answer"},
		&ucli.StringFlag{Category: howToVote, Name: "keep", Value: "winner", Usage: "`ROWS` to write: winner, one for each question, or all, each with its class"},
	}, without("left", "examples", "diagnose", "align-by"))
}

// A ballot is one run of vote.
type ballot struct {
	*stage
	by      []string
	tie     string
	weights string
	all     bool
}

func vote(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	s, err := newStage(c)
	if err != nil {
		return err
	}
	b := &ballot{stage: s, tie: c.String("tie"), weights: c.String("weights"), all: c.String("keep") == "all"}
	if err := b.options(c); err != nil {
		return err
	}
	if err := s.open(ctx, c, env, cli.WorkersOf(c)); err != nil {
		return err
	}
	defer s.close()
	settings := s.settings(c)
	for _, name := range []string{"by", "tie", "weights", "keep"} {
		settings[name] = c.String(name)
	}
	return cli.RunStage(ctx, c, env, cli.Stage{
		Settings: settings,
		Columns:  map[string][]string{"--right": {s.columns.Right}, "--weights": {b.weights}},
		Each:     map[string][]string{"--by": b.by},
		Process: func(_ context.Context, _ int, row *record.Row) ([]*record.Row, error) {
			return []*record.Row{row}, nil
		},
		Group:    b.question,
		Together: b.count,
	})
}

func (b *ballot) options(c *ucli.Context) error {
	if err := cli.Parse(c, "by", cli.List(func(name string) (string, error) { return name, nil }), &b.by); err != nil {
		return err
	}
	if ties := []string{tieFirst, tieShortest, tieAbstain}; !slices.Contains(ties, b.tie) {
		return cli.Usagef("--tie: found %q, expected one of %s", b.tie, strings.Join(ties, ", "))
	}
	if keep := c.String("keep"); keep != "all" && keep != "winner" {
		return cli.Usagef("--keep: found %q, expected winner or all", keep)
	}
	if c.String("shard") != "" {
		return cli.Usagef("--shard: expected whole files: the answers to a question would be in several shards")
	}
	b.align = c.String("align")
	if b.align != "" && b.align != alignNames {
		return cli.Usagef("--align: found %q, expected %s", b.align, alignNames)
	}
	if b.align != "" && b.columns.Argument {
		return cli.Usagef("--align: found --task %s, expected %s", taskEntailment, taskEquivalence)
	}
	return nil
}

// question returns the values of the columns of --by, or "" if the row lacks one of them.
func (b *ballot) question(row *record.Row) string {
	var out strings.Builder
	for _, name := range b.by {
		text, ok := row.Text(name)
		if !ok || row.IsMalformed() {
			return ""
		}
		fmt.Fprintf(&out, "%s=%q ", name, text)
	}
	return out.String()
}

// An answer is a row of a question.
type answer struct {
	row    *record.Row
	text   string // the formula, or the verdict of an argument; empty: it does not parse
	open   bool   // the verdict of the argument is unknown: the answer may mean any other
	weight float64
}

// count replaces the rows of a question by one row, or adds columns to all.
func (b *ballot) count(_ context.Context, worker int, made [][]*record.Row, whole bool) error {
	rows := slices.Concat(made...)
	if rows[0].IsMalformed() {
		return nil
	}
	if fault := b.fault(rows, whole); fault != nil {
		for _, row := range rows {
			row.Error = cmp.Or(row.Error, fault)
		}
		return nil
	}
	answers := make([]answer, len(rows))
	parses := b.parses(worker, rows[0])
	for i, row := range rows {
		var err error
		if answers[i], err = b.answer(row, parses); err != nil {
			return err
		}
	}
	texts := make([]string, len(answers))
	for i, a := range answers {
		if texts[i] = a.text; a.open {
			texts[i] = fmt.Sprintf("%s %d", a.text, i) // so that it equals no other
		}
	}
	classes := verify.Classes(texts, b.same(worker, rows[0]))
	if b.abort.Err() != nil {
		return b.abort.Err()
	}
	r := result(answers, classes)
	if b.all {
		for k, class := range r.classes {
			for _, i := range class.Members {
				r.describe(rows[i])
				rows[i].Class = record.Int(k)
			}
		}
		return nil
	}
	made[0] = []*record.Row{b.elected(r)}
	for i := range made[1:] {
		made[i+1] = nil
	}
	return nil
}

// fault returns the error of rows that are not the answers to one question, or nil.
func (b *ballot) fault(rows []*record.Row, whole bool) *record.Error {
	if b.question(rows[0]) == "" {
		return &record.Error{Stage: "vote", Kind: kindMissing, Message: "a column of --by is missing: " + strings.Join(b.by, ", ")}
	}
	if !whole {
		return &record.Error{Stage: "vote", Kind: "too_long", Message: fmt.Sprintf("the question has more than %d answers, or more than 64 MiB of them", cli.MaxGroup)}
	}
	for _, row := range rows {
		if f, other := b.columns.FormalismOf(rows[0]), b.columns.FormalismOf(row); f != other {
			return &record.Error{Stage: "vote", Kind: "formalism", Message: fmt.Sprintf("the answers to the question are of the formalisms %q and %q, expected one; formalism in --by separates them", f, other)}
		}
	}
	return nil
}

// parses returns the function that tells whether a text parses. It asks once for each text.
func (b *ballot) parses(worker int, row *record.Row) func(text string) bool {
	known, f := map[string]bool{}, b.columns.FormalismOf(row)
	return func(text string) bool {
		parses, ok := known[text]
		if !ok {
			p := b.o.Read(f, text, text)
			p.Of(row)
			verdict := b.verifier(worker).Decide(b.abort, p).Verdict
			parses = verdict != record.Noncompliant && verdict != record.Unverifiable
			known[text] = parses
		}
		return parses
	}
}

// answer reads the answer of a row.
func (b *ballot) answer(row *record.Row, parses func(text string) bool) (answer, error) {
	a := answer{row: row, weight: 1}
	if b.weights != "" {
		value, _ := row.Get(b.weights)
		switch x := value.(type) {
		case int64:
			a.weight = float64(x)
		case float64:
			a.weight = x
		default:
			a.weight = -1
		}
		if !(a.weight >= 0) || math.IsInf(a.weight, 0) {
			return a, fmt.Errorf("%s: --weights %s: found %v, expected a number of at least 0", rowName(row), b.weights, value)
		}
	}
	if b.columns.Argument {
		switch row.Verdict {
		case record.Entailed, record.Refuted, record.Uncertain, record.Unknown:
			a.text, a.open = string(row.Verdict), row.Verdict == record.Unknown
		case "":
			return a, fmt.Errorf("%s: verdict is missing; run verify --task %s before vote", rowName(row), taskEntailment)
		}
		return a, nil
	}
	text, _ := row.Text(b.columns.At(row).Right)
	if text == "" || row.Error != nil && row.Error.Stage != "verify" { // which finds fault with fs, too
		return a, nil
	}
	if parses(text) {
		a.text = text
	}
	return a, nil
}

// same returns the function that compares two answers to the question of a row.
func (b *ballot) same(worker int, row *record.Row) func(left, right string) check.Status {
	f := b.columns.FormalismOf(row)
	return func(left, right string) check.Status {
		switch {
		case left == "" || right == "":
			return check.No
		case b.columns.Argument && (strings.HasPrefix(left, string(record.Unknown)) || strings.HasPrefix(right, string(record.Unknown))):
			return check.Unknown
		case b.columns.Argument:
			return check.No
		}
		p := b.o.Read(f, left, right)
		p.Of(row)
		status := b.verifier(worker).Decide(b.abort, p).Status()
		if status == check.Yes || b.align == "" {
			return status
		}
		a := aligned{&record.Row{Vocabulary: row.Vocabulary, Verdict: record.NotEquivalent}, p}
		if err := b.alignRows(b.abort, worker, a); err != nil {
			return check.Unknown
		}
		switch a.row.RelationAligned {
		case record.RelEquivalent:
			return check.Yes
		case record.RelUnknown:
			return check.Unknown
		}
		return status
	}
}

// elected returns the row of a question.
func (b *ballot) elected(r *voted) *record.Row {
	row := r.answers[0].row.Clone()
	for _, a := range r.answers[1:] {
		row.KeepCommon(a.row)
	}
	row.ClearFindings()
	row.FSOut, row.FSOutRaw, row.Error, row.Outcome = "", "", nil, record.OK
	row.Formalism = cmp.Or(b.columns.Formalism, row.Formalism)
	chosen := r.tied()
	switch {
	case len(chosen) == 0, len(chosen) > 1 && b.tie == tieAbstain:
		row.Outcome, chosen = record.Abstained, nil
	case b.tie == tieShortest:
		slices.SortStableFunc(chosen, func(a, b int) int { return cmp.Compare(r.shortest(a), r.shortest(b)) })
	}
	r.describe(row)
	if chosen == nil {
		if b.columns.Argument {
			row.Verdict, row.VerdictReason = record.Unverifiable, string(record.Abstained)
		}
		return row
	}
	first := r.answers[r.classes[chosen[0]].Members[0]]
	if b.columns.Argument {
		row.Premises, row.Conclusion, row.Verdict = first.row.Premises, first.row.Conclusion, first.row.Verdict
		return row
	}
	row.FSOut = first.text
	return row
}
