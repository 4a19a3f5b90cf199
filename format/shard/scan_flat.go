package shard

import (
	"errors"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding"
	"github.com/parquet-go/parquet-go/format"

	"github.com/truthloop/truthloop/format/record"
)

// A flatReader reads a column of plain values of just the row's type from the
// memory of the pages.
type flatReader struct {
	*plannedColumn
	pages parquet.Pages

	page      parquet.Page
	levels    []byte // definition levels of the page; none where nothing is null
	row, rows int    // read of the page, and all
	value     int    // values read of the page
	index     []int32
	cells     cells
	dict      cells
	haveDict  bool
}

// cells are values of one type.
type cells struct {
	ints    []int64
	floats  []float64
	bits    []byte
	text    string
	offsets []uint32
	torn    bool // not all of text is UTF-8
}

// A flatKind is a type of the row that columns may have as they are.
type flatKind uint8

const (
	notFlat flatKind = iota
	flatString
	flatInt
	flatFloat
	flatBool
)

// flatOf says whether a top-level column can be taken over into the field at
// the pointer.
func flatOf(node *treeNode, field any) flatKind {
	if !node.Leaf() || node.Repeated() {
		return notFlat
	}
	switch as := logical(node).(type) {
	case nil, *format.StringType, *format.EnumType, *format.JsonType:
	case *format.IntType:
		if !as.IsSigned {
			return notFlat
		}
	default:
		return notFlat
	}
	switch kind := node.Type().Kind(); field.(type) {
	case *string:
		if kind == parquet.ByteArray {
			return flatString
		}
	case **int64:
		if kind == parquet.Int64 || kind == parquet.Int32 {
			return flatInt
		}
	case **float64:
		if kind == parquet.Double {
			return flatFloat
		}
	case **bool:
		if kind == parquet.Boolean {
			return flatBool
		}
	}
	return notFlat
}

func (c *flatReader) fill(rows []record.Row, bad func(int, []byte, error)) error {
	for done := 0; done < len(rows); {
		for c.row == c.rows {
			if err := c.nextPage(); err != nil {
				return err
			}
		}
		n := min(len(rows)-done, c.rows-c.row)
		c.cut(rows[done:done+n], func(i int, value []byte, err error) { bad(done+i, value, err) })
		c.row += n
		done += n
	}
	return nil
}

// cut sets the field of rows that are all of the page.
func (c *flatReader) cut(rows []record.Row, bad func(int, []byte, error)) {
	var levels []byte
	if len(c.levels) > 0 {
		levels = c.levels[c.row : c.row+len(rows)]
	}
	from := c.cells
	if c.index != nil {
		from = c.dict
	}
	place := func() int { // of the next value in from
		v := c.value
		c.value++
		if c.index != nil {
			return int(c.index[v])
		}
		return v
	}
	switch c.flat {
	case flatString:
		for i := range rows {
			text := ""
			if levels == nil || levels[i] > 0 {
				at := place()
				text = from.text[from.offsets[at]:from.offsets[at+1]]
			}
			if from.torn {
				text = strings.ToValidUTF8(text, "\uFFFD")
			}
			*c.field(&rows[i]).(*string) = text
		}
	case flatInt:
		ints := make([]int64, len(rows))
		for i := range rows {
			into := c.field(&rows[i]).(**int64)
			if *into = nil; levels == nil || levels[i] > 0 {
				ints[i] = from.ints[place()]
				*into = &ints[i]
			}
		}
	case flatFloat:
		floats := make([]float64, len(rows))
		for i := range rows {
			into := c.field(&rows[i]).(**float64)
			if *into = nil; levels == nil || levels[i] > 0 {
				floats[i] = from.floats[place()]
				switch {
				case math.IsNaN(floats[i]): // how some libraries write what is absent
				case math.IsInf(floats[i], 0):
					value := appendFloat(nil, floats[i], 64)
					bad(i, value, setLossless(&rows[i], c.node.name, value))
				default:
					*into = &floats[i]
				}
			}
		}
	case flatBool:
		bools := make([]bool, len(rows))
		for i := range rows {
			into := c.field(&rows[i]).(**bool)
			if *into = nil; levels == nil || levels[i] > 0 {
				at := place()
				bools[i] = from.bits[at/8]>>(at%8)&1 == 1
				*into = &bools[i]
			}
		}
	}
}

// nextPage takes the next page.
func (c *flatReader) nextPage() error {
	c.release()
	page, err := c.pages.ReadPage()
	if errors.Is(err, io.EOF) {
		return errors.New("found fewer values than the row group has rows")
	}
	if err != nil {
		return err
	}
	c.page, c.levels, c.row, c.rows, c.value = page, page.DefinitionLevels(), 0, int(page.NumRows()), 0
	data := page.Data()
	dict := page.Dictionary()
	if dict == nil {
		c.index, c.cells = nil, cellsOf(data)
		return nil
	}
	c.index = data.Int32()
	if !c.haveDict { // a column has one in a row group
		c.dict, c.haveDict = cellsOf(dict.Page().Data()), true
	}
	return nil
}

// cellsOf takes values over. Numbers stay in the page's memory, text is copied
// in one piece, since it outlives the page.
func cellsOf(data encoding.Values) cells {
	switch data.Kind() {
	case encoding.Int64:
		return cells{ints: data.Int64()}
	case encoding.Int32:
		narrow := data.Int32()
		c := cells{ints: make([]int64, len(narrow))}
		for i, n := range narrow {
			c.ints[i] = int64(n)
		}
		return c
	case encoding.Double:
		return cells{floats: data.Double()}
	case encoding.Boolean:
		return cells{bits: data.Boolean()}
	case encoding.ByteArray:
		text, offsets := data.ByteArray()
		return cells{text: string(text), offsets: offsets, torn: !utf8.Valid(text)}
	}
	return cells{}
}

func (c *flatReader) release() {
	if c.page != nil {
		parquet.Release(c.page)
		c.page = nil
	}
}

// Close lets go of the pages.
func (c *flatReader) Close() error {
	c.release()
	return c.pages.Close()
}
