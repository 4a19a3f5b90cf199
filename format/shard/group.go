package shard

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A Grouper reorders records so that those with the same key are adjacent. The groups are
// in the order of their first records, and the records of a group in the order of Add. The
// records are in a temporary file. In memory are 24 bytes of each record, and the hash of
// each key.
type Grouper struct {
	file *spool
	out  *bufio.Writer

	groups map[[16]byte]int // the number of the first record with the key
	recs   []grouped        // those that Read has not returned
	end    int64            // of the file
}

// A grouped is the place of a record in the file, and its group.
type grouped struct {
	group    int
	at, size int64
}

// NewGrouper returns an empty Grouper.
func NewGrouper() (*Grouper, error) {
	file, err := newSpool()
	if err != nil {
		return nil, fmt.Errorf("grouping the rows in a temporary file: %w", err)
	}
	return &Grouper{file: file, out: bufio.NewWriterSize(file, 1<<20), groups: map[[16]byte]int{}}, nil
}

// Pack encodes the record as a line, which needs less memory than a row. It may be called
// before Add, by another goroutine.
func (r *Record) Pack() *Record { return &Record{Pos: r.Pos, line: r.AppendJSON(nil)} }

// Add adds a packed record. A record with an empty key is a group of its own.
func (g *Grouper) Add(key string, rec *Record) error {
	group := len(g.recs)
	if key != "" {
		sum := sha256.Sum256([]byte(key))
		hash := [16]byte(sum[:16])
		if first, ok := g.groups[hash]; ok {
			group = first
		}
		g.groups[hash] = group
	}
	head, err := json.Marshal(rec.Pos, jsontext.AllowInvalidUTF8(true)) // of the name of a file
	if err == nil {
		_, err = g.out.Write(append(append(head, '\n'), rec.line...))
	}
	if err != nil {
		return fmt.Errorf("grouping the rows in a temporary file: %w", err)
	}
	size := int64(len(head) + 1 + len(rec.line))
	g.recs = append(g.recs, grouped{group, g.end, size})
	g.end += size
	return nil
}

// Sort ends the calls of Add. Read follows.
func (g *Grouper) Sort() error {
	g.groups = nil
	slices.SortStableFunc(g.recs, func(a, b grouped) int { return a.group - b.group })
	if err := g.out.Flush(); err != nil {
		return fmt.Errorf("grouping the rows in a temporary file: %w", err)
	}
	return nil
}

// Read returns the next records of a group: all that are left or, if they have more than
// the given number of records or bytes, the first of them. more reports whether the group
// has others. The error is io.EOF after the last group.
func (g *Grouper) Read(most int, bytes int64) (recs []*Record, more bool, err error) {
	if len(g.recs) == 0 {
		return nil, false, io.EOF
	}
	group := g.recs[0].group
	for size := int64(0); len(g.recs) > 0 && g.recs[0].group == group; g.recs = g.recs[1:] {
		if size += g.recs[0].size; len(recs) > 0 && (len(recs) == most || size > bytes) {
			return recs, true, nil
		}
		rec, err := g.read(g.recs[0])
		if err != nil {
			return nil, false, fmt.Errorf("reading the grouped rows from a temporary file: %w", err)
		}
		recs = append(recs, rec)
	}
	return recs, false, nil
}

func (g *Grouper) read(r grouped) (*Record, error) {
	text := make([]byte, r.size)
	_, err := g.file.ReadAt(text, r.at)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF // EOF would be the end of the rows
	}
	if err != nil {
		return nil, err
	}
	head, line, _ := bytes.Cut(text, []byte("\n"))
	rec := &Record{line: line}
	return rec, json.Unmarshal(head, &rec.Pos)
}

// Close removes the temporary file.
func (g *Grouper) Close() error { return g.file.Close() }
