package table

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

// What is written is read again: from Parquet with its kinds, from JSON with all
// numbers as floats.
func TestRead(t *testing.T) {
	written := write(t, Parquet)
	got, err := ReadParquet(strings.NewReader(written), int64(len(written)))
	if err != nil {
		t.Fatal(err)
	}
	order := map[string]int{}
	for i, c := range got.Columns {
		order[c.Name] = i
	}
	want := sample()
	for i, row := range want.Rows {
		for k, c := range want.Columns {
			v := got.Rows[i][order[c.Name]]
			if text(v, -1) != text(row[k], -1) || got.Columns[order[c.Name]].Kind != c.Kind {
				t.Errorf("Parquet: row %d: %s: got %v, want %v", i, c.Name, v, row[k])
			}
		}
	}
	got, err = ReadJSON(strings.NewReader(write(t, JSON)))
	if err != nil {
		t.Fatal(err)
	}
	if want := []Column{{"alpha", Float}, {"n", Float}, {"name", String}, {"zeta", Float}}; !reflect.DeepEqual(got.Columns, want) {
		t.Errorf("JSON: columns %v, want %v", got.Columns, want)
	}
	var b bytes.Buffer
	if err := got.Write(&b, CSV); err != nil {
		t.Fatal(err)
	}
	if want := "alpha,n,name,zeta\n1,12,plogic,0.123456\n"; !strings.HasPrefix(b.String(), want) {
		t.Errorf("JSON: got %s, want %s", b.String(), want)
	}
}

func TestReadRefuses(t *testing.T) {
	if _, err := ReadParquet(strings.NewReader("PAR1"), 4); err == nil {
		t.Error("read a file that is no Parquet")
	}
	if _, err := ReadJSON(strings.NewReader(`{"model":"a"}`)); err == nil {
		t.Error("read an object as a list")
	}
}
