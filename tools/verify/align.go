package verify

import (
	"context"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/stopwatch"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/align"
	"github.com/truthloop/truthloop/verify/check"
)

// The values of --align: which rows share a mapping.
const (
	alignNames = "names" // each row has its own mapping
	alignStory = "story" // all rows of a story share one
)

// alignOptions reads the flags of alignment. Errors are usage errors.
func (s *stage) alignOptions(c *ucli.Context) error {
	s.align = c.String("align")
	switch {
	case s.align == "" && c.IsSet("align"), s.align != "" && s.align != alignNames && s.align != alignStory:
		return cli.Usagef("--align: found %q, expected %s or %s", s.align, alignNames, alignStory)
	case s.align != alignStory && c.IsSet("align-by"):
		return cli.Usagef("--align-by: expected --align %s, which has one mapping for a story", alignStory)
	case s.align == "":
		return nil
	case s.columns.Argument:
		return cli.Usagef("--align: found --task %s, expected %s", taskEntailment, taskEquivalence)
	}
	if s.align != alignStory {
		return nil
	}
	if c.String("shard") != "" {
		return cli.Usagef("--shard: found --align %s, expected whole files: the rows of a story would be in several shards", alignStory)
	}
	return cli.Parse(c, "align-by", cli.List(func(name string) (string, error) { return name, nil }), &s.alignBy)
}

// attempt lists the columns that distinguish the attempts at one formula. Each attempt
// at a story has its own mapping.
var attempt = []string{"model", "prompt", "params", "run", "sample", "step"}

// story returns the row's values in the columns of --align-by, and its values in the
// columns of attempt. Both are "" if the row has no column of --align-by.
func (s *stage) story(row *record.Row) (story, series string) {
	some := false
	join := func(columns []string) string {
		var b strings.Builder
		for i, name := range columns {
			if i > 0 {
				b.WriteByte(' ')
			}
			if text, ok := row.Text(name); ok {
				some = true
				b.WriteString(name + "=" + text)
			}
		}
		return b.String()
	}
	if story = join(s.alignBy); !some {
		return "", ""
	}
	return story, join(attempt)
}

// The reasons why no alignment was searched for.
const (
	reasonNoStory   = "no_story"       // the row has none of the columns of --align-by
	reasonLongStory = "story_too_long" // the rows of the story exceed the limit
)

// together aligns the rows of a story.
func (s *stage) together(ctx context.Context, worker int, made [][]*record.Row, whole bool) error {
	order, by := []string{}, map[string][]aligned{}
	for _, row := range slices.Concat(made...) {
		story, series := s.story(row)
		a := aligned{row, s.columns.Pair(row, s.o)}
		reason := ""
		switch {
		case !a.possible():
			continue
		case story == "":
			reason = reasonNoStory
		case !whole:
			reason = reasonLongStory
		default:
			if by[series] == nil {
				order = append(order, series)
			}
			by[series] = append(by[series], a)
			continue
		}
		if err := setAlignment(&align.Result{Relation: record.RelUnknown, Alignment: align.Alignment{Reason: reason}}, a); err != nil {
			return err
		}
	}
	for _, series := range order {
		if err := s.alignRows(s.abort, worker, by[series]...); err != nil {
			return err
		}
	}
	return s.abort.Err()
}

// An aligned is a row and its pair.
type aligned struct {
	row  *record.Row
	pair *verify.Pair
}

// possible reports whether both sides of a row are logical formulas.
func (a aligned) possible() bool {
	switch a.row.Verdict {
	case record.Equivalent, record.NotEquivalent, record.Unknown:
		_, left := a.pair.Left.Tree.(*logic.Formula)
		_, right := a.pair.Right.Tree.(*logic.Formula)
		return left && right
	}
	return false
}

// alignRows searches for one mapping for all rows.
func (s *stage) alignRows(ctx context.Context, worker int, rows ...aligned) error {
	ctx, cancel := stopwatch.WithTimeout(ctx, s.o.Timeout)
	defer cancel()
	rows = slices.DeleteFunc(rows, func(a aligned) bool { return !a.possible() })
	if len(rows) == 0 {
		return nil
	}
	var pairs []align.Pair
	for _, a := range rows {
		pairs = append(pairs, align.Pair{Left: a.pair.Left.Tree.(*logic.Formula), Right: a.pair.Right.Tree.(*logic.Formula)})
	}
	v := s.verifier(worker)
	r := align.Align(ctx, pairs, align.Options{
		Fold: rows[0].pair.Fold(), Effort: s.o.Effort,
		Decide: func(ctx context.Context, a, b *logic.Formula) check.Status {
			return v.Formulas(ctx, a, b).Status()
		},
	})
	return setAlignment(&r, rows...)
}

func setAlignment(r *align.Result, rows ...aligned) error {
	text, err := r.JSON()
	for _, a := range rows {
		a.row.RelationAligned, a.row.Alignment = r.Relation, text
	}
	return err
}
