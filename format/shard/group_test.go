package shard

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/record"
)

// TestGrouperKeepsTheOrder: the reference is a map from keys to lists.
func TestGrouperKeepsTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfN(rapid.SampledFrom([]string{"", "a", "b", "c", "dd", "é"}), 0, 60).Draw(t, "keys")
		g, err := NewGrouper()
		if err != nil {
			t.Fatal(err)
		}
		defer g.Close()
		var order []string
		groups := map[string][]string{}
		for i, key := range keys {
			name := key
			if key == "" {
				name = fmt.Sprint("alone ", i)
			}
			if groups[name] == nil {
				order = append(order, name)
			}
			pos := Position{File: fmt.Sprint("file ", i%3), Row: int64(i), Text: i%2 == 0}
			rec := NewRecord(pos, &record.Row{ID: key, NL: fmt.Sprint(i)}).Pack()
			groups[name] = append(groups[name], fmt.Sprint(pos, " ", string(rec.line)))
			if err := g.Add(key, rec); err != nil {
				t.Fatal(err)
			}
		}
		var want, got []string
		for _, name := range order {
			want = append(want, groups[name]...)
		}
		if err := g.Sort(); err != nil {
			t.Fatal(err)
		}
		for {
			recs, more, err := g.Read(len(keys), 1<<20)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil || more {
				t.Fatal(more, err)
			}
			for _, rec := range recs {
				got = append(got, fmt.Sprint(rec.Pos, " ", string(rec.AppendJSON(nil))))
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("got\n%q\nexpected\n%q", got, want)
		}
	})
}

// TestCutFileOfGroups: the end of the temporary file is not the end of the rows.
func TestCutFileOfGroups(t *testing.T) {
	g, err := NewGrouper()
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	for i := range 3 {
		if err := g.Add("key", NewRecord(Position{Row: int64(i)}, &record.Row{NL: "a sentence"}).Pack()); err != nil {
			t.Fatal(err)
		}
	}
	if err := g.Sort(); err != nil {
		t.Fatal(err)
	}
	if err := g.file.Truncate(g.recs[1].at + 5); err != nil {
		t.Fatal(err)
	}
	if _, more, err := g.Read(1, 1<<20); err != nil || !more {
		t.Fatal(more, err)
	}
	if _, _, err := g.Read(1, 1<<20); err == nil || errors.Is(err, io.EOF) {
		t.Errorf("found %v, expected an error that is no end", err)
	}
}
