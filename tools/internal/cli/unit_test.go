package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
)

// listed yields rows, each with the name of its group; "?" is a malformed row.
type listed struct {
	rows []string
	next int
}

func (l *listed) Abandon() {}

func (l *listed) Read() (*shard.Record, error) {
	if l.next == len(l.rows) {
		return nil, io.EOF
	}
	row := &record.Row{ID: l.rows[l.next]}
	if row.ID == "?" {
		row = record.Malformed([]byte("?"), errors.New("no row"))
	}
	l.next++
	return shard.NewRecord(shard.Position{File: "rows", Row: int64(l.next)}, row), nil
}

// units lists the units of rows, as in "a a | b"; a part of a group that is too long ends
// in "...".
func unitsOf(rows []string) (string, error) {
	r := &run{workers: 3, st: Stage{Group: func(row *record.Row) string { return row.ID }}}
	s := r.units(&listed{rows: rows}, nil)
	var out []string
	at := int64(0)
	for {
		u, err := s.Read()
		if errors.Is(err, io.EOF) {
			return strings.Join(out, " | "), nil
		}
		if err != nil {
			return strings.Join(out, " | "), err
		}
		if u.first != at {
			return "", fmt.Errorf("a unit begins at row %d, expected %d", u.first, at)
		}
		at += int64(len(u.recs))
		var names []string
		for _, rec := range u.recs {
			name := rec.Row().ID
			if rec.Row().IsMalformed() {
				name = "?"
			}
			names = append(names, name)
		}
		if !u.whole {
			names = []string{fmt.Sprintf("%d × %s...", len(names), names[0])}
		}
		out = append(out, strings.Join(names, " "))
	}
}

func TestUnitsOfGroups(t *testing.T) {
	many := func(n int, row string) []string { return slices.Repeat([]string{row}, n) }
	for _, c := range []struct {
		name string
		rows []string
		want string
	}{
		{"no rows", nil, ""},
		{"groups", []string{"a", "a", "b", "c", "c"}, "a a | b | c c"},
		{"rows without a group", []string{"", "", "a"}, " |  | a"},
		{"rows apart", []string{"a", "b", "a", "c", "b", "a"}, "a a a | b b | c"},
		{"a malformed row", []string{"a", "?", "a", "b"}, "a a | ? | b"},
		{"a malformed row first", []string{"?", "a"}, "? | a"},
		{"as many rows as may be", append(many(MaxGroup, "a"), "b"), strings.Join(many(MaxGroup, "a"), " ") + " | b"},
		{"too many rows", append(many(2*MaxGroup+1, "a"), "b"), fmt.Sprintf("%d × a... | %d × a... | 1 × a... | b", MaxGroup, MaxGroup)},
	} {
		if got, err := unitsOf(c.rows); got != c.want || err != nil {
			t.Errorf("%s: found %.200s (%v), expected %.200s", c.name, got, err, c.want)
		}
	}
}
