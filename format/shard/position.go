package shard

import "strconv"

// A Position is the place of a row: a file, and a line or row in it, counted from one.
type Position struct {
	File string // "-" is the standard input
	Row  int64  // line of a text file, row of a table
	Text bool   // Row counts lines
}

// String returns the position as in messages, such as "part.parquet: row 17".
func (p Position) String() string {
	unit := ": row "
	if p.Text {
		unit = ": line "
	}
	return p.File + unit + strconv.FormatInt(p.Row, 10)
}
