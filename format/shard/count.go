package shard

import (
	"context"
	"errors"
	"io"
	"math"
	"slices"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"github.com/truthloop/truthloop/format/record"
)

// A Count is a Scan for programs that only count rows. In a batch of a table, it groups
// the rows that are equal in all columns: it compares the codes of dictionaries and
// other values column by column, and makes one row of each group. So a row takes the
// time of a few comparisons. Rows of text are not grouped. One goroutine calls Each, so
// sums of floats do not depend on the number of workers.
type Count struct {
	Workers int      // at least 1
	Columns []string // as in Scan

	// Apart distinguishes rows that are different attempts. If it is nil, no hashes
	// are computed.
	Apart *Fingerprint

	// Where reports whether Each gets n equal rows; nil: all rows. Several
	// goroutines call it.
	Where func(row *record.Row, n int64) bool

	// Each gets n equal rows, and the hashes of those rows that have one. An error
	// ends the scan.
	Each func(row *record.Row, n int64, hashes []uint64) error

	Seen func(n int64)   // as in Scan
	Stop <-chan struct{} // as in Scan
}

// counted holds n equal rows; row is nil if Where rejects them.
type counted struct {
	row    *record.Row
	n      int64
	hashes []uint64
}

// A countBatch is a part of a table or, if table is nil, some rows of text.
type countBatch struct {
	table *tableReader
	batch []arrow.Array
	first int64 // number of rows before the batch
	rows  int
	each  []*Record
}

// Run counts the rows of the input, and closes it.
func (c Count) Run(ctx context.Context, in *Input) error {
	in.want, in.together = columnsOf(slices.Concat(c.Columns, c.Apart.columns())), true
	workers, keys := max(c.Workers, 1), columnsOf(c.Columns)
	err := Pipe[countBatch, []counted]{
		Workers: workers, Window: 4 * workers, Stop: c.Stop,
		Next: in.countBatch,
		Do: func(_ context.Context, _ int, b countBatch) ([]counted, error) {
			if b.table != nil && c.Apart.reads(b.table.columns, b.batch) {
				return c.together(b, keys)
			}
			return c.apart(b)
		},
		Emit: func(all []counted) error {
			rows := int64(0)
			for _, one := range all {
				rows += one.n
				if one.row == nil {
					continue
				}
				if err := c.Each(one.row, one.n, one.hashes); err != nil {
					return err
				}
			}
			if c.Seen != nil {
				c.Seen(rows)
			}
			return nil
		},
	}.Run(ctx)
	return errors.Join(err, in.Close())
}

// countBatch reads the next batch of a table, or some rows of text.
func (in *Input) countBatch() (b countBatch, err error) {
	for in.failed == nil {
		if err := in.ready(); err != nil {
			return b, err
		}
		t, ok := in.current.(*tableReader)
		if !ok || t.at < t.rows {
			break
		}
		if err := t.nextBatch(); err != nil {
			if err == io.EOF {
				err = in.closeRead()
			}
			if err != nil {
				return b, err
			}
			continue
		}
		b = countBatch{table: t, batch: t.batch, first: t.count, rows: t.rows}
		t.at, t.count, in.seen = t.rows, t.count+int64(t.rows), in.seen+int64(t.rows)
		return b, nil
	}
	b.each, err = in.batch()
	return b, err
}

// apart does not group rows.
func (c Count) apart(b countBatch) ([]counted, error) {
	all := make([]counted, 0, max(b.rows, len(b.each)))
	add := func(row *record.Row) {
		one := counted{row: row, n: 1}
		if c.Where != nil && !c.Where(row, 1) {
			one.row = nil
		} else if hash, ok := c.Apart.Row(row); ok {
			one.hashes = []uint64{hash}
		}
		all = append(all, one)
	}
	for _, rec := range b.each {
		add(rec.Row())
	}
	for i := range b.rows {
		row, err := b.row(i, nil)
		if err != nil {
			return nil, err
		}
		add(row)
	}
	return all, nil
}

// row returns row i of a batch of a table, with only the columns in keys.
func (b countBatch) row(i int, keys wanted) (*record.Row, error) {
	columns, batch := b.table.columns, b.batch
	if keys != nil {
		columns, batch = nil, nil
		for k, column := range b.table.columns {
			if keys.has(column.name) {
				columns, batch = append(columns, column), append(batch, b.batch[k])
			}
		}
	}
	return tableRow(columns, batch, i, Position{File: b.table.name, Row: b.first + int64(i) + 1})
}

// together groups the rows of a batch that have equal keys.
func (c Count) together(b countBatch, keys wanted) (all []counted, err error) {
	defer within(b.table.name, &err)
	defer recovered(&err)
	groups, n := make([]int32, b.rows), int32(1)
	for k, column := range b.table.columns {
		if keys.has(column.name) && !allNull(b.batch[k]) {
			n = refine(groups, n, codesOf(b.batch[k]))
		}
	}
	all = make([]counted, n)
	first := make([]int, n)
	for i := len(groups) - 1; i >= 0; i-- {
		all[groups[i]].n++
		first[groups[i]] = i
	}
	for g := range all {
		row, err := b.row(first[g], keys)
		if err != nil {
			return nil, err
		}
		if c.Where == nil || c.Where(row, all[g].n) {
			all[g].row = row
			all[g].hashes = make([]uint64, 0, all[g].n)
		}
	}
	c.Apart.table(b.table.columns, b.batch, b.rows, func(i int, hash uint64) {
		if of := &all[groups[i]]; of.row != nil {
			of.hashes = append(of.hashes, hash)
		}
	})
	return all, nil
}

// refine divides n groups by codes. The groups are numbered from 0 to n-1 in the order of
// their first rows. It returns the number of the new groups, which are in the same order.
func refine(groups []int32, n int32, codes []int32) int32 {
	numbers := make(map[[2]int32]int32, n)
	for i, g := range groups {
		pair := [2]int32{g, codes[i]}
		number, ok := numbers[pair]
		if !ok {
			number = int32(len(numbers))
			numbers[pair] = number
		}
		groups[i] = number
	}
	return int32(len(numbers))
}

// codesOf gives each value of a column a code: equal values have equal codes. Structs and
// nonempty lists are not compared: each has its own code.
func codesOf(a arrow.Array) (codes []int32) {
	codes = make([]int32, a.Len())
	switch a := a.(type) {
	case *array.Dictionary:
		for i := range codes {
			if a.IsValid(i) {
				codes[i] = 1 + int32(a.GetValueIndex(i))
			}
		}
	case *array.Int64:
		codeValues(codes, a, a.Value)
	case *array.Boolean:
		codeValues(codes, a, a.Value)
	case *array.Float64:
		codeValues(codes, a, func(i int) uint64 { return math.Float64bits(a.Value(i)) })
	case *array.String:
		codeValues(codes, a, a.Value)
	default:
		list, isList := a.(array.ListLike)
		for i := range codes {
			switch {
			case a.IsNull(i):
			case isList && isEmpty(list, i):
				codes[i] = 1
			default:
				codes[i] = int32(i) + 2
			}
		}
	}
	return codes
}

func isEmpty(a array.ListLike, i int) bool {
	start, end := a.ValueOffsets(i)
	return start == end
}

func codeValues[T comparable](codes []int32, a arrow.Array, value func(i int) T) {
	numbers := map[T]int32{}
	for i := range codes {
		if a.IsNull(i) {
			continue
		}
		v := value(i)
		number, ok := numbers[v]
		if !ok {
			number = int32(len(numbers)) + 1
			numbers[v] = number
		}
		codes[i] = number
	}
}
