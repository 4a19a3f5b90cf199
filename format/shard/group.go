package shard

import (
	"bufio"
	"cmp"
	"container/heap"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"slices"
)

// maxGrouped is the number of bytes of records that a Grouper holds in memory.
const maxGrouped = 16 << 20

// A Grouper reorders records so that those with the same key are adjacent. The groups are
// in the order of their first records, and the records of a group in the order of Add. It
// sorts runs of at most maxGrouped bytes in memory, writes all but the last to a temporary
// file, and merges them (Knuth, The Art of Computer Programming, volume 3, section 5.4).
// Besides the runs, it holds 16 bytes for each key.
type Grouper struct {
	most  int64
	seed  maphash.Seed
	first map[uint64]int64 // number of the first record, by the hash of its key
	n     int64            // records
	held  []grouped
	size  int64 // bytes of held
	file  *spool
	end   int64 // bytes of the file
	runs  runHeap
}

// A grouped record. Records are in the order of first, key and seq: the key counts if two
// keys have the same hash.
type grouped struct {
	first, seq int64
	key        string
	rec        *Record
}

func (a grouped) compare(b grouped) int {
	return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.key, b.key), cmp.Compare(a.seq, b.seq))
}

// NewGrouper returns an empty Grouper.
func NewGrouper() *Grouper {
	return &Grouper{most: maxGrouped, seed: maphash.MakeSeed(), first: map[uint64]int64{}}
}

// Pack encodes the record as a line, which needs less memory than a row. It may be called
// before Add, by another goroutine.
func (r *Record) Pack() *Record { return &Record{Pos: r.Pos, line: r.AppendJSON(nil)} }

// Add adds a packed record. A record with an empty key is a group of its own.
func (g *Grouper) Add(key string, rec *Record) error {
	e := grouped{first: g.n, seq: g.n, key: key, rec: rec}
	if key != "" {
		hash := maphash.String(g.seed, key)
		if first, ok := g.first[hash]; ok {
			e.first = first
		} else {
			g.first[hash] = e.first
		}
	}
	g.n++
	g.held = append(g.held, e)
	if g.size += int64(len(rec.line)+len(key)) + 128; g.size < g.most {
		return nil
	}
	return g.spill()
}

// spill writes the held records to the file, as one run.
func (g *Grouper) spill() (err error) {
	slices.SortFunc(g.held, grouped.compare)
	if g.file == nil {
		if g.file, err = newSpool(); err != nil {
			return fmt.Errorf("grouping the rows in a temporary file: %w", err)
		}
	}
	var b []byte
	w := bufio.NewWriterSize(g.file, 1<<20)
	written := int64(0)
	for _, e := range g.held {
		b = e.append(b[:0])
		written += int64(len(b))
		if _, err := w.Write(b); err != nil {
			return fmt.Errorf("grouping the rows in a temporary file: %w", err)
		}
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("grouping the rows in a temporary file: %w", err)
	}
	g.runs = append(g.runs, &groupRun{from: bufio.NewReaderSize(io.NewSectionReader(g.file, g.end, written), 64<<10)})
	g.end += written
	g.held, g.size = nil, 0
	return nil
}

// Sort ends the calls of Add. Read follows.
func (g *Grouper) Sort() error {
	g.first = nil
	slices.SortFunc(g.held, grouped.compare)
	g.runs = append(g.runs, &groupRun{held: g.held})
	g.held = nil
	for _, run := range g.runs {
		if err := run.next(); err != nil {
			return err
		}
	}
	g.runs = slices.DeleteFunc(g.runs, func(r *groupRun) bool { return r.done })
	heap.Init(&g.runs)
	return nil
}

// Read returns the next record, and io.EOF after the last one.
func (g *Grouper) Read() (*Record, error) {
	if len(g.runs) == 0 {
		return nil, io.EOF
	}
	run := g.runs[0]
	rec := run.at.rec
	rec.Key = run.at.key
	if err := run.next(); err != nil {
		return nil, err
	}
	if run.done {
		heap.Pop(&g.runs)
	} else {
		heap.Fix(&g.runs, 0)
	}
	return rec, nil
}

// Close removes the temporary file.
func (g *Grouper) Close() error {
	if g.file == nil {
		return nil
	}
	return g.file.Close()
}

// A groupRun yields sorted records, of the file or in memory.
type groupRun struct {
	held []grouped
	from *bufio.Reader // nil: in memory
	at   grouped
	done bool
}

func (r *groupRun) next() error {
	if r.from == nil {
		if r.done = len(r.held) == 0; !r.done {
			r.at, r.held = r.held[0], r.held[1:]
		}
		return nil
	}
	err := r.at.read(r.from)
	if r.done = errors.Is(err, io.EOF); r.done {
		return nil
	}
	if err != nil {
		return fmt.Errorf("reading the grouped rows from a temporary file: %w", err)
	}
	return nil
}

// append encodes a record for the file: numbers, and texts after their lengths.
func (e grouped) append(b []byte) []byte {
	text := int64(0)
	if e.rec.Pos.Text {
		text = 1
	}
	for _, n := range []int64{e.first, e.seq, e.rec.Pos.Row, text} {
		b = binary.AppendVarint(b, n)
	}
	for _, s := range []string{e.key, e.rec.Pos.File} {
		b = append(binary.AppendUvarint(b, uint64(len(s))), s...)
	}
	return append(binary.AppendUvarint(b, uint64(len(e.rec.line))), e.rec.line...)
}

// read is the reverse of append. The error is io.EOF if there is no record.
func (e *grouped) read(from *bufio.Reader) error {
	first, err := binary.ReadVarint(from)
	if err != nil {
		return err
	}
	var numbers [3]int64
	for i := range numbers {
		if numbers[i], err = binary.ReadVarint(from); err != nil {
			return noEOF(err)
		}
	}
	var texts [3][]byte
	for i := range texts {
		n, err := binary.ReadUvarint(from)
		if err == nil {
			texts[i] = make([]byte, n)
			_, err = io.ReadFull(from, texts[i])
		}
		if err != nil {
			return noEOF(err)
		}
	}
	pos := Position{File: string(texts[1]), Row: numbers[1], Text: numbers[2] == 1}
	*e = grouped{first: first, seq: numbers[0], key: string(texts[0]), rec: &Record{Pos: pos, line: texts[2]}}
	return nil
}

func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// A runHeap has the run with the smallest record at its top.
type runHeap []*groupRun

func (h runHeap) Len() int           { return len(h) }
func (h runHeap) Less(i, j int) bool { return h[i].at.compare(h[j].at) < 0 }
func (h runHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }

// Push is that of heap.Interface.
func (h *runHeap) Push(x any) { *h = append(*h, x.(*groupRun)) }

// Pop is that of heap.Interface.
func (h *runHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}
