package shard

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A Grouper reorders records so that those with the same key are adjacent. The groups are
// in the order of their first records, and the records of a group in the order of Add. The
// records are in a temporary file. In memory are 16 bytes of each record, and the hash of
// each key with the number of its last record.
type Grouper struct {
	file *spool
	out  *bufio.Writer

	last map[[16]byte]int
	at   []int64 // where each record begins in the file, and the end of the last one
	next []int   // the number of the next record of the same group, or a mark

	group int // all records before this one have been read
	rec   int // the record that Read returns next; noNext: that of the next group
}

// Marks of records without a next one: the last of a group, and one that Read has returned.
const (
	noNext  = -1
	wasRead = -2
)

// A placed is the key and the position of a record, as the file has them before its line.
type placed struct {
	Key string
	Pos Position
}

// NewGrouper returns an empty Grouper.
func NewGrouper() (*Grouper, error) {
	file, err := newSpool()
	if err != nil {
		return nil, fmt.Errorf("grouping the rows in a temporary file: %w", err)
	}
	return &Grouper{file: file, out: bufio.NewWriterSize(file, 1<<20), last: map[[16]byte]int{}, at: []int64{0}, rec: noNext}, nil
}

// Pack encodes the record as a line, which needs less memory than a row. It may be called
// before Add, by another goroutine.
func (r *Record) Pack() *Record { return &Record{Pos: r.Pos, line: r.AppendJSON(nil)} }

// Add adds a packed record. A record with an empty key is a group of its own.
func (g *Grouper) Add(key string, rec *Record) error {
	n := len(g.next)
	g.next = append(g.next, noNext)
	if key != "" {
		sum := sha256.Sum256([]byte(key))
		hash := [16]byte(sum[:16])
		if last, ok := g.last[hash]; ok {
			g.next[last] = n
		}
		g.last[hash] = n
	}
	head, err := json.Marshal(placed{key, rec.Pos}, jsontext.AllowInvalidUTF8(true)) // of the name of a file
	if err == nil {
		_, err = g.out.Write(append(append(head, '\n'), rec.line...))
	}
	if err != nil {
		return fmt.Errorf("grouping the rows in a temporary file: %w", err)
	}
	g.at = append(g.at, g.at[n]+int64(len(head)+1+len(rec.line)))
	return nil
}

// Sort ends the calls of Add. Read follows.
func (g *Grouper) Sort() error {
	g.last = nil
	if err := g.out.Flush(); err != nil {
		return fmt.Errorf("grouping the rows in a temporary file: %w", err)
	}
	return nil
}

// Read returns the next record, and io.EOF after the last one.
func (g *Grouper) Read() (*Record, error) {
	if g.rec == noNext {
		for g.group < len(g.next) && g.next[g.group] == wasRead {
			g.group++
		}
		g.rec = g.group
	}
	if g.rec == len(g.next) {
		return nil, io.EOF
	}
	text := make([]byte, g.at[g.rec+1]-g.at[g.rec])
	_, err := g.file.ReadAt(text, g.at[g.rec])
	head, line, _ := bytes.Cut(text, []byte("\n"))
	var p placed
	if err == nil {
		err = json.Unmarshal(head, &p)
	}
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF // EOF would be the end of the rows
	}
	if err != nil {
		return nil, fmt.Errorf("reading the grouped rows from a temporary file: %w", err)
	}
	g.rec, g.next[g.rec] = g.next[g.rec], wasRead
	return &Record{Pos: p.Pos, Key: p.Key, line: line}, nil
}

// Close removes the temporary file.
func (g *Grouper) Close() error { return g.file.Close() }
