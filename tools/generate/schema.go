package generate

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/verify/prover"
)

// An outside is a formalism of a checker that makes grammars from schemas, such as sql. A
// nil outside is none.
type outside struct {
	all       *prover.Checkers
	checker   *prover.Checker
	formalism record.Formalism
	schema    jsontext.Value // JSON string
	columns   []byte         // for questions
	grammar   string
}

// openOutside asks the checker of --formalism for the grammar of --schema.
func openOutside(ctx context.Context, c *ucli.Context, env *cli.Env) (*outside, error) {
	file, f := c.String("schema"), record.Formalism(c.String("formalism"))
	switch {
	case file == "":
		return nil, nil
	case f == "":
		return nil, cli.Usagef("--schema: found no --formalism, expected the name of a formalism with a checker, such as sql")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("--schema: %w", err)
	}
	o := &outside{formalism: f}
	if o.schema, err = json.Marshal(string(text)); err != nil {
		return nil, fmt.Errorf("--schema: %s: %w", file, err)
	}
	if o.all, err = prover.OpenCheckers(nil, prover.CheckerOptions{Log: env.Log, Abort: ctx}); err != nil {
		return nil, err
	}
	if o.checker = o.all.Of(f); o.checker == nil {
		return nil, cli.Usagef("--schema: found no program truthloop-%s on the PATH, which makes the grammar", f)
	}
	row := &record.Row{}
	row.SetExtra("schema", o.schema)
	o.columns = o.checker.Columns(row)
	if o.grammar, err = o.checker.Grammar(ctx, f, o.columns); err != nil {
		o.close()
		return nil, fmt.Errorf("--schema %s: %w", file, err)
	}
	return o, nil
}

func (o *outside) close() {
	if o != nil {
		o.all.Close()
	}
}

// completed returns the function that adds the schema and the checker's measures to a row
// before it is emitted. Texts that the checker refuses are left out, and with noTrivial also
// those that it finds trivial.
func (o *outside) completed(ctx context.Context, noTrivial bool, emit func(*record.Row) error) func(*record.Row) error {
	if o == nil {
		return emit
	}
	return func(row *record.Row) error {
		p, err := o.checker.Parse(ctx, o.formalism, row.FS, noTrivial, o.columns)
		switch {
		case err != nil:
			return err
		case p.Reason != "" || p.Trivial:
			return nil
		}
		row.SetExtra("schema", o.schema)
		for _, name := range slices.Sorted(maps.Keys(p.Measures)) {
			if err := row.SetJSON(name, jsontext.Value(strconv.FormatInt(p.Measures[name], 10))); err != nil {
				return fmt.Errorf("the measure %s of the checker: %w", name, err)
			}
		}
		return emit(row)
	}
}
