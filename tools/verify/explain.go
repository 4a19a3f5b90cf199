package verify

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/verify/explain"
)

const explainDescription = `
Explains verified rows in words: the verdict, its witness or proof, and the
smallest part in which the two formulas differ. ID is the id of the rows, the
beginning of an id that no other id has, or the number of a row, from 1. No
solver runs, but the witness is checked again; if it is bad, the exit code is
1. Give the flags on how to read formulas with which the rows were verified.

Examples:
  verify explain 5f0c1a verified.jsonl
  verify explain 3 verified.parquet
  verify explain --task entailment s1 stories.jsonl`

func explainCommand() cli.Command {
	return cli.Command{
		Name:        "verify explain",
		Usage:       "explain the verdict of rows in words",
		Description: explainDescription,
		ArgsUsage:   "ID [INPUT...]",
		Main:        []string{"task", "left", "right", "formalism", "strict", "lenient", "finite"},
		Groups:      cli.In,
		Flags:       storedFlags(),
		Action:      explainAction,
	}
}

// explainAction explains the rows that the first argument names. Repetitions of one
// formula share an id. A bad witness is an error.
func explainAction(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	s, err := newStage(c)
	if err != nil {
		return err
	}
	s.abortable(ctx)
	defer s.close()
	if err := s.openCheckers(c, env, 1); err != nil {
		return err
	}
	if !c.Args().Present() {
		return cli.Usagef("found no argument, expected the id of a row, and the files with the rows")
	}
	w := wanted{name: c.Args().First()}
	w.number, _ = strconv.ParseInt(w.name, 10, 64)
	if err := (cli.Rows{Names: c.Args().Tail()}).Each(ctx, c, env, func(row *record.Row, _ shard.Position) error {
		w.add(row)
		return nil
	}); err != nil {
		return err
	}
	rows, err := w.rows()
	if err != nil {
		return err
	}
	bad := 0
	for i, row := range rows {
		if i > 0 {
			if _, err := io.WriteString(env.Stdout, "\n"); err != nil {
				return err
			}
		}
		wrong, err := s.tell(row, env)
		if err != nil {
			return err
		}
		if wrong != nil {
			bad++
			fmt.Fprintf(env.Stderr, "%s: %s: witness: %v\n", env.Name, rowName(row), wrong)
		}
	}
	if bad > 0 {
		return fmt.Errorf("the witnesses of %d of %d rows with the id %q are bad", bad, len(rows), w.name)
	}
	return nil
}

// tell writes the explanation of a row. wrong is the error in its witness.
func (s *stage) tell(row *record.Row, env *cli.Env) (wrong, err error) {
	p := s.stored(row)
	if p.Argument && p.Missing != "" {
		return nil, fmt.Errorf("%s: %s", rowName(row), p.Missing)
	}
	text, wrong := explain.Text(row, p)
	if wrong != nil {
		wrong = hinted(wrong)
	}
	_, err = io.WriteString(cli.Printable(env.Stdout), text)
	return wrong, err
}

// wanted finds the rows that the argument ID names, in one pass.
type wanted struct {
	name   string
	number int64 // the name as a number; 0 if it is not a number

	seen     int64
	exact    []*record.Row // rows whose id is the name
	numbered *record.Row   // row whose number is the name
	prefixed []*record.Row // rows with the first id that begins with the name
	other    string        // another id that begins with the name
}

func (w *wanted) add(row *record.Row) {
	if w.seen++; w.seen == w.number {
		w.numbered = row
	}
	switch {
	case row.ID == w.name:
		w.exact = append(w.exact, row)
	case !strings.HasPrefix(row.ID, w.name):
	case len(w.prefixed) == 0 || w.prefixed[0].ID == row.ID:
		w.prefixed = append(w.prefixed, row)
	default:
		w.other = row.ID
	}
}

// rows returns the rows. A whole id has priority over a number; a number, over a prefix.
func (w *wanted) rows() ([]*record.Row, error) {
	switch {
	case len(w.exact) > 0:
		return w.exact, nil
	case w.numbered != nil:
		return []*record.Row{w.numbered}, nil
	case w.other != "":
		return nil, cli.Usagef("several ids begin with %q, such as %s and %s; expected more of the id", w.name, w.prefixed[0].ID, w.other)
	case len(w.prefixed) > 0:
		return w.prefixed, nil
	}
	return nil, fmt.Errorf("found no row with the id %q among %d rows; expected an id, the beginning of one, or the number of a row", w.name, w.seen)
}
