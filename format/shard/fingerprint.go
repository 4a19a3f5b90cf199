package shard

import (
	"encoding/binary"
	"hash/maphash"
	"reflect"
	"slices"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"github.com/truthloop/truthloop/format/record"
)

// A Fingerprint hashes the columns of a row that distinguish it from other attempts.
// Rows without an id have no hash. A row's hash is a hash of its numbers and of the
// hashes of its texts, so two different rows have the same 64-bit hash with a
// probability of about 2⁻⁶³. The methods of a nil Fingerprint hash nothing.
type Fingerprint struct {
	seed   maphash.Seed
	fields []*shapedField // texts and integers; the first is the id
	others []string       // unknown fields
}

// NewFingerprint returns a Fingerprint of the id, other columns of the row, which must
// be texts or integers, and unknown fields.
func NewFingerprint(columns, others []string) *Fingerprint {
	f := &Fingerprint{seed: maphash.MakeSeed(), others: others}
	for _, name := range append([]string{"id"}, columns...) {
		for i := range rowShape {
			if rowShape[i].Name == name {
				f.fields = append(f.fields, &rowShape[i])
			}
		}
	}
	return f
}

func (f *Fingerprint) columns() (names []string) {
	if f == nil {
		return nil
	}
	for _, field := range f.fields {
		names = append(names, field.Name)
	}
	return append(names, f.others...)
}

// wordSize is the size of a hash or a number. The first word of a row has a bit for each
// field that is present.
const wordSize = 8

// Row returns the hash of a row; false if it has none.
func (f *Fingerprint) Row(row *record.Row) (uint64, bool) {
	if f == nil || row.ID == "" {
		return 0, false
	}
	words := make([]byte, wordSize*(1+len(f.fields)))
	present := uint64(0)
	v := reflect.ValueOf(row).Elem()
	for k, field := range f.fields {
		value := v.Field(field.index)
		if value.IsZero() {
			continue
		}
		word := uint64(0)
		if value.Kind() == reflect.Pointer {
			word = uint64(value.Elem().Int())
		} else {
			word = maphash.String(f.seed, value.String())
		}
		binary.LittleEndian.PutUint64(words[wordSize*(k+1):], word)
		present |= 1 << k
	}
	for k, name := range f.others {
		if text, ok := row.Text(name); ok {
			present |= 1 << (len(f.fields) + k)
			words = binary.LittleEndian.AppendUint64(words, maphash.String(f.seed, text))
		}
	}
	binary.LittleEndian.PutUint64(words, present)
	return maphash.Bytes(f.seed, words), true
}

// reads reports whether table can hash the rows of a table: its columns have the types
// of the row's fields, and it contains none of the unknown fields.
func (f *Fingerprint) reads(columns []tableColumn, batch []arrow.Array) bool {
	if f == nil {
		return true
	}
	for k, c := range columns {
		own := slices.ContainsFunc(f.fields, func(field *shapedField) bool { return field.Name == c.name })
		switch {
		case own && c.field == nil, slices.Contains(f.others, c.name), c.name == extraColumn && !allNull(batch[k]):
			return false
		}
	}
	return true
}

func allNull(a arrow.Array) bool { return a.NullN() == a.Len() }

// table calls each with the hash of each row that has one.
func (f *Fingerprint) table(columns []tableColumn, batch []arrow.Array, rows int, each func(i int, hash uint64)) {
	if f == nil {
		return
	}
	size := wordSize * (1 + len(f.fields))
	words, present := make([]byte, size*rows), make([]uint64, rows)
	for k, field := range f.fields {
		at := slices.IndexFunc(columns, func(c tableColumn) bool { return c.field == field })
		if at < 0 || allNull(batch[at]) {
			continue
		}
		set := func(i int, word uint64) {
			binary.LittleEndian.PutUint64(words[size*i+wordSize*(k+1):], word)
			present[i] |= 1 << k
		}
		f.words(batch[at], set)
	}
	for i := range rows {
		if present[i]&1 != 0 { // it has an id
			row := words[size*i : size*(i+1)]
			binary.LittleEndian.PutUint64(row, present[i])
			each(i, maphash.Bytes(f.seed, row))
		}
	}
}

// words calls set with the number or the hash of each value that is present.
func (f *Fingerprint) words(a arrow.Array, set func(i int, word uint64)) {
	switch a := a.(type) {
	case *array.Int64:
		for i, v := range a.Int64Values() {
			if a.IsValid(i) {
				set(i, uint64(v))
			}
		}
	case *array.String:
		for i := range a.Len() {
			if text := a.Value(i); text != "" && a.IsValid(i) {
				set(i, maphash.String(f.seed, text))
			}
		}
	case *array.Dictionary:
		texts := a.Dictionary().(*array.String)
		hashes := make([]uint64, texts.Len())
		for k := range hashes {
			hashes[k] = maphash.String(f.seed, texts.Value(k))
		}
		for i := range a.Len() {
			if k := 0; a.IsValid(i) {
				if k = a.GetValueIndex(i); texts.ValueLen(k) > 0 {
					set(i, hashes[k])
				}
			}
		}
	}
}
