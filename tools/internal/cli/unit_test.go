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

// listed yields rows of which each is named group/series; "?" is a malformed row.
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

// grouped lists the units of rows, as in "a/1 a/1 | b/1"; a part of a group that is
// too long ends in "...".
func grouped(rows []string) (string, error) {
	r := &run{st: Stage{Group: func(row *record.Row) (string, string) {
		group, series, _ := strings.Cut(row.ID, "/")
		return group, series
	}}}
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
		names := slices.Clone(rows[u.first:at])
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
		err  string
	}{
		{"no rows", nil, "", ""},
		{"groups", []string{"a/1", "a/1", "b/1", "c/1", "c/1"}, "a/1 a/1 | b/1 | c/1 c/1", ""},
		{"rows without a group", []string{"", "", "a/1"}, " |  | a/1", ""},
		{"several series", []string{"a/1", "a/2", "a/1", "a/2", "b/1"}, "a/1 a/2 a/1 a/2 | b/1", ""},
		{"another series later", []string{"a/1", "b/1", "a/2"}, "a/1 | b/1 | a/2", ""},
		{"a series apart", []string{"a/1", "b/1", "a/2", "a/1"}, "a/1 | b/1", "rows: row 4: found a row of the group a apart"},
		{"a malformed row", []string{"a/1", "?", "a/1", "b/1"}, "a/1 ? a/1 | b/1", ""},
		{"a malformed row first", []string{"?", "a/1"}, "? | a/1", ""},
		{"as many rows as may be", append(many(MaxGroup, "a/1"), "b/1"), strings.Join(many(MaxGroup, "a/1"), " ") + " | b/1", ""},
		{"too many rows", append(many(2*MaxGroup+1, "a/1"), "b/1"), fmt.Sprintf("%d × a/1... | %d × a/1... | 1 × a/1... | b/1", MaxGroup, MaxGroup), ""},
		{"a malformed row at the limit", slices.Concat(many(MaxGroup, "a/1"), []string{"?", "a/1", "b/1"}), fmt.Sprintf("%d × a/1... | 2 × ?... | b/1", MaxGroup), ""},
	} {
		got, err := grouped(c.rows)
		if got != c.want || c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%s: found %.200s (%v), expected %.200s (%s)", c.name, got, err, c.want, c.err)
		}
	}
}
