package shard

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/parquet-go/parquet-go"

	"github.com/truthloop/truthloop/format/record"
)

// A parquetPlan says how the wanted columns of a file are read. Those of the
// row that have just its types are taken over as they stand in the pages;
// others, lists and structs, and columns of unknown fields by way of JSON, as
// all columns of a foreign file are where whole rows are read.
type parquetPlan struct {
	name    string
	columns []plannedColumn
	unknown bool // some are of unknown fields
}

// A plannedColumn is a top-level column that is wanted.
type plannedColumn struct {
	node  *treeNode             // without the members that are not wanted
	field func(*record.Row) any // nil: it is an unknown field
	flat  flatKind              // notFlat: by way of JSON
}

func newParquetPlan(name string, file *parquet.File, p *projection) *parquetPlan {
	root := treeOf(file)
	plan := &parquetPlan{name: name}
	for _, node := range root.children {
		if !p.wants(node.name) {
			continue
		}
		c := plannedColumn{node: node, field: record.FieldOf(node.name)}
		if c.field == nil {
			plan.unknown = true
		} else {
			c.flat = flatOf(node, c.field(new(record.Row)))
		}
		if members := p.members[node.name]; members != nil {
			c.node = node.only(members)
		}
		plan.columns = append(plan.columns, c)
	}
	return plan
}

// only is the node without the members of its structs that are not named; all
// of them where none is.
func (n *treeNode) only(members []string) *treeNode {
	pruned := *n
	pruned.children = nil
	for _, child := range n.children {
		switch {
		case n.list || n.element:
			child = child.only(members)
		case !slices.Contains(members, child.name):
			continue
		}
		pruned.children = append(pruned.children, child)
	}
	if len(pruned.children) == 0 {
		return n
	}
	pruned.begin, pruned.end = pruned.children[0].begin, pruned.children[len(pruned.children)-1].end
	return &pruned
}

// nextUnit gives the next row group.
func (r *parquetReader) nextUnit(p *projection) (unit, int64, error) {
	if r.plan == nil {
		r.plan = newParquetPlan(r.name, r.file, p)
	}
	group, at, ok := r.nextGroup()
	if !ok {
		return nil, 0, io.EOF
	}
	first := r.count
	r.count += group.NumRows()
	return &groupUnit{r.plan, group, first, rowsOf(r.file, at, r.plan.reads, batchRows, unitBytes)}, group.NumRows(), nil
}

// reads says whether a leaf column is of one that is wanted.
func (p *parquetPlan) reads(leaf int) bool {
	return slices.ContainsFunc(p.columns, func(c plannedColumn) bool { return c.node.reads(leaf) })
}

// A groupUnit is a row group; first is the number of rows before it.
type groupUnit struct {
	*parquetPlan
	group  parquet.RowGroup
	first  int64
	atOnce int // rows of a batch
}

// A columnReader fills a column of consecutive rows. What a row cannot hold
// it tells to bad.
type columnReader interface {
	fill(rows []record.Row, bad func(i int, value []byte, err error)) error
	Close() error
}

func (u *groupUnit) read(s *scanner, emit func(*rowBatch) bool) (err error) {
	done := int64(0)
	defer func() {
		if p := recover(); p != nil {
			err = damaged(u.name, u.first+done+1, p)
		}
	}()
	readers := make([]columnReader, len(u.columns))
	chunks := u.group.ColumnChunks()
	for i := range u.columns {
		readers[i] = u.columns[i].reader(chunks)
		defer func() { err = errors.Join(err, readers[i].Close()) }()
	}
	for done < u.group.NumRows() {
		n := int(min(int64(u.atOnce), u.group.NumRows()-done))
		b := s.batch(n, Position{File: u.name, Row: u.first + done + 1}, u.parquetPlan)
		if err := u.fill(b, readers); err != nil {
			return err
		}
		done += int64(n)
		if !emit(b) {
			return nil
		}
	}
	return nil
}

// fill fills a batch, column by column.
func (u *groupUnit) fill(b *rowBatch, readers []columnReader) error {
	rows := b.rows[:b.n]
	if u.unknown {
		for i := range rows {
			rows[i].Extra = rows[i].Extra[:0]
		}
	}
	var malformed map[int]*malformedCell
	for i, r := range readers {
		err := r.fill(rows, func(row int, value []byte, err error) {
			if malformed == nil {
				malformed = map[int]*malformedCell{}
			}
			if malformed[row] == nil {
				malformed[row] = &malformedCell{u.columns[i].node.name, value, err}
			}
		})
		if err != nil {
			return fmt.Errorf("%s: reading Parquet after row %d: %s: %w", u.name, b.first.Row-1, u.columns[i].node.name, err)
		}
	}
	for i := range rows {
		if u.unknown {
			rows[i].Extra = endObject(rows[i].Extra)
			unpackExtra(&rows[i])
		}
	}
	for i, m := range malformed {
		rows[i] = *m.row(&rows[i], b.position(i))
		b.plan = nil // it has set more than the plan does
	}
	return nil
}

// A malformedCell is a value that is not of its column's type.
type malformedCell struct {
	column string
	value  []byte
	err    error
}

// row is the malformed row that stands for r, which has the other columns.
func (m *malformedCell) row(r *record.Row, at Position) *record.Row {
	text := record.Append(nil, r)
	object := appendMember(nil, m.column, m.value)
	if len(text) > len("{}") {
		object = append(append(object, ','), text[1:]...)
	} else {
		object = append(object, '}')
	}
	object[0] = '{'
	return record.Malformed(object, fmt.Errorf("%v: %w", at, m.err))
}

// reader is the reader of the column in a row group.
func (c *plannedColumn) reader(chunks []parquet.ColumnChunk) columnReader {
	if c.flat != notFlat {
		return &flatReader{plannedColumn: c, pages: chunks[c.node.begin].Pages()}
	}
	r := &treeReader{plannedColumn: c, columns: make([][]parquet.Value, c.node.end)}
	for i := c.node.begin; i < c.node.end; i++ {
		if c.node.reads(i) {
			r.leaves = append(r.leaves, leafReader{column: i, pages: chunks[i].Pages()})
		}
	}
	return r
}

// reads says whether the leaf column is one of the node.
func (n *treeNode) reads(leaf int) bool {
	if n.Leaf() {
		return n.begin == leaf
	}
	for _, child := range n.children {
		if child.reads(leaf) {
			return true
		}
	}
	return false
}

// A treeReader reads a column by way of JSON.
type treeReader struct {
	*plannedColumn
	leaves  []leafReader
	columns [][]parquet.Value
	json    []byte
}

func (r *treeReader) fill(rows []record.Row, bad func(int, []byte, error)) error {
	for i := range rows {
		for l := range r.leaves {
			values, err := r.leaves[l].row()
			if err != nil {
				return err
			}
			r.columns[r.leaves[l].column] = values
		}
		var err error
		if r.json, err = r.node.append(r.json[:0], r.columns); err != nil {
			return err
		}
		value := jsontext.Value(r.json)
		switch {
		case r.field == nil && value.Kind() != 'n':
			rows[i].Extra = appendMember(rows[i].Extra, r.node.name, value)
		case r.field != nil:
			if err := setLossless(&rows[i], r.node.name, value); err != nil {
				bad(i, append([]byte(nil), value...), err)
			}
		}
	}
	return nil
}

func (r *treeReader) Close() error {
	var err error
	for i := range r.leaves {
		err = errors.Join(err, r.leaves[i].pages.Close())
	}
	return err
}

// A leafReader reads the values of one leaf column, row by row.
type leafReader struct {
	column int
	pages  parquet.Pages
	values parquet.ValueReader // of the page; nil before the first
	buffer [64]parquet.Value
	have   []parquet.Value // read and not yet given
	given  []parquet.Value // of the row
	ended  bool
}

// row gives the values of the next row: at least one, of which only the first
// has the repetition level 0. They are valid until the next call.
func (l *leafReader) row() ([]parquet.Value, error) {
	l.given = l.given[:0]
	for {
		for i, v := range l.have {
			if v.RepetitionLevel() == 0 && len(l.given)+i > 0 {
				l.given = append(l.given, l.have[:i]...)
				l.have = l.have[i:]
				return l.given, nil
			}
		}
		l.given = append(l.given, l.have...)
		l.have = nil
		if l.ended && len(l.given) > 0 {
			return l.given, nil
		}
		if l.ended {
			return nil, errors.New("found fewer values than the row group has rows")
		}
		if err := l.more(); err != nil {
			return nil, err
		}
	}
}

// more reads some values, or notes that there are none.
func (l *leafReader) more() error {
	for {
		if l.values == nil {
			page, err := l.pages.ReadPage()
			if errors.Is(err, io.EOF) {
				l.ended = true
				return nil
			}
			if err != nil {
				return err
			}
			l.values = page.Values() // which hold on to the page's memory
		}
		n, err := l.values.ReadValues(l.buffer[:])
		if errors.Is(err, io.EOF) {
			l.values, err = nil, nil
		}
		if l.have = l.buffer[:n]; n > 0 || err != nil {
			return err
		}
	}
}
