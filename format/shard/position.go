package shard

import "strconv"

// A Position says where a row stood: in which file, and in which line or row
// of it, counted from one.
type Position struct {
	File string // "-" is the standard input
	Row  int64  // line of a text file, row of a table
	Text bool   // Row counts lines
}

// String is the position as messages give it, such as "part.parquet: row 17".
func (p Position) String() string {
	unit := ": row "
	if p.Text {
		unit = ": line "
	}
	return p.File + unit + strconv.FormatInt(p.Row, 10)
}
