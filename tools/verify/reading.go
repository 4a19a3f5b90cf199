package verify

import (
	"fmt"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
)

// stored reads the pair of a row that is already verified. A row with leniencies was
// verified with --lenient, which does not change how other texts are read.
func (s *stage) stored(row *record.Row) *verify.Pair {
	o := s.o
	o.Formula.Lenient = o.Formula.Lenient || len(row.Leniencies) > 0 && !o.Formula.Strict
	columns := *s.columns
	columns.Examples = row.ExamplesPassed != nil
	return columns.Pair(row, o)
}

// verified checks the stored evidence of a row.
func (s *stage) verified(row *record.Row, p *verify.Pair, check evidence) error {
	err := check(row, p)
	if err != nil {
		err = fmt.Errorf("%w; if the row was verified with other flags on how to read formulas, give them", err)
	}
	return err
}
