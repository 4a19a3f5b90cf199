package shard

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"slices"

	"github.com/go-json-experiment/json"
)

// A Chunk holds consecutive input rows and their output rows.
type Chunk struct {
	First   int64            `json:"first"`             // number of the first input row in the run, from zero
	Count   int64            `json:"count"`             // input rows, one or more
	Sum     uint32           `json:"sum"`               // checksum of the input rows (Record.Sum over all of them)
	Lines   []byte           `json:"-"`                 // the output rows as JSONL
	Rows    int64            `json:"rows"`              // output rows
	Classes map[string]int64 `json:"classes,omitempty"` // output rows of each class; chunks may share it
	Sums    map[string]int64 `json:"sums,omitempty"`    // other totals over the output rows, by name
}

// add appends the next chunk.
func (c *Chunk) add(next Chunk) {
	if c.Count == 0 {
		c.First, c.Sum = next.First, next.Sum
		c.Classes, c.Sums = map[string]int64{}, map[string]int64{}
	} else {
		c.Sum = combine(c.Sum, next.Sum)
	}
	c.Count += next.Count
	c.Lines = append(c.Lines, next.Lines...)
	c.Rows += next.Rows
	addCounts(c.Classes, next.Classes)
	addCounts(c.Sums, next.Sums)
}

func addCounts(to, from map[string]int64) {
	for name, n := range from {
		to[name] += n
	}
}

// combine chains the checksums of rows.
func combine(sum, next uint32) uint32 {
	return crc32.Update(sum, castagnoli, []byte{byte(next), byte(next >> 8), byte(next >> 16), byte(next >> 24)})
}

// A logLine is one line of the log. There are three kinds:
//
//	{"run":{"seed":"1",...}}        first: the settings; a resumed run must have the same
//	{"done":{"first":0,"count":64,  input rows 0 to 63 are done;
//	  "sum":123,                    a checksum of these rows, from the CRC-32C of each;
//	  "rows":64,...                 the number of their output rows;
//	  "end":4096,                   the byte of NAME.partial where these rows end;
//	  "crc":456}}                   the CRC-32C of these rows
//	{"made":"NAME.tmp"}             last: the complete result has this name
type logLine struct {
	Run  map[string]string `json:"run,omitempty"`
	Done *logEntry         `json:"done,omitempty"`
	Made string            `json:"made,omitempty"`
}

// A logEntry records that the bytes of the data from the end of the previous entry up
// to End are the output of a chunk.
type logEntry struct {
	Chunk
	End int64  `json:"end"`
	CRC uint32 `json:"crc"` // CRC-32C of the bytes
}

// A span is the output of consecutive input rows: its place in the data, and the
// checksum of the inputs.
type span struct {
	first, count int64
	sum          uint32
	start, end   int64
}

// A journal is the two files of an unfinished output and their content. The log is
// written after the data, and each entry has the checksum of its data. So after a crash
// the valid entries are found again. The log is locked while a process writes the
// output.
//
// The journal is JSONL, because a Parquet file without its footer cannot be read, and one
// that grows while rows arrive would not save time. Rejected: a database, since users read an unfinished output with head and jq. Also
// rejected: counting the lines of the unfinished output, since a stage may write several
// rows for one input row.
type journal struct {
	data, log *os.File
	sync      bool

	run    map[string]string
	spans  []span
	end    int64 // of the data
	total  Chunk // without Lines
	failed error // of a write; later calls do not touch the files
}

// append writes chunks to the data and then their entries to the log. With sync, both
// are on the disk when it returns.
func (j *journal) append(chunks ...Chunk) error {
	if j.failed != nil {
		return j.failed
	}
	var data bytes.Buffer
	var log []logLine
	for _, c := range chunks {
		data.Write(c.Lines)
		log = append(log, logLine{Done: &logEntry{c, j.end + int64(data.Len()), crc32.Checksum(c.Lines, castagnoli)}})
	}
	_, err := j.data.Write(data.Bytes())
	if err == nil && j.sync {
		err = j.data.Sync()
	}
	if err != nil {
		err = fmt.Errorf("writing %s: %w", j.data.Name(), err)
	} else {
		err = j.writeLog(j.sync, log...)
	}
	if j.failed = err; err != nil {
		return err
	}
	for _, line := range log {
		j.note(line.Done)
	}
	return nil
}

// writeLog appends lines to the log.
func (j *journal) writeLog(sync bool, lines ...logLine) error {
	var b bytes.Buffer
	for _, line := range lines {
		text, err := json.Marshal(line, json.Deterministic(true))
		if err != nil {
			return fmt.Errorf("writing %s: %w", j.log.Name(), err)
		}
		b.Write(append(text, '\n'))
	}
	_, err := j.log.Write(b.Bytes())
	if err == nil && sync {
		err = j.log.Sync()
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", j.log.Name(), err)
	}
	return nil
}

// note keeps an entry in memory.
func (j *journal) note(e *logEntry) {
	j.spans = append(j.spans, span{e.First, e.Count, e.Sum, j.end, e.End})
	j.end, e.Lines = e.End, nil
	j.total.add(e.Chunk)
}

// begin empties both files and starts a run.
func (j *journal) begin(run map[string]string) error {
	j.run = run
	if err := errors.Join(cut(j.data, 0), cut(j.log, 0)); err != nil {
		return err
	}
	return j.writeLog(true, logLine{Run: run})
}

// load reads the valid entries of the log and cuts both files after them. It returns
// false if the log lacks a complete first line.
func (j *journal) load() (bool, error) {
	if _, err := j.data.Seek(0, io.SeekStart); err != nil {
		return false, err
	}
	data := bufio.NewReaderSize(j.data, 256<<10)
	var good int64 // length of the valid log
	err := readLog(j.log, func(line logLine, end int64) (bool, error) {
		switch {
		case line.Run != nil && j.run == nil:
			j.run = line.Run
		case line.Made != "" && j.run != nil: // not renamed yet: make it again
		case line.Done != nil && j.run != nil && line.Done.End >= j.end && line.Done.Count > 0:
			if holds, err := line.Done.check(data, line.Done.End-j.end); err != nil || !holds {
				return false, err
			}
			j.note(line.Done)
		default:
			return false, nil
		}
		good = end
		return true, nil
	})
	if err != nil {
		return false, fmt.Errorf("reading %s: %w", j.log.Name(), err)
	}
	return j.run != nil, errors.Join(cut(j.log, good), cut(j.data, j.end))
}

// cut truncates a file to a length and continues at its end.
func cut(f *os.File, end int64) error {
	err := f.Truncate(end)
	if err == nil {
		_, err = f.Seek(end, io.SeekStart)
	}
	return err
}

// readLog calls do with each line of the log and the offset of its end, until do
// returns false or a line is incomplete.
func readLog(log *os.File, do func(line logLine, end int64) (bool, error)) error {
	if _, err := log.Seek(0, io.SeekStart); err != nil {
		return err
	}
	r := bufio.NewReaderSize(log, 64<<10)
	for end := int64(0); ; {
		text, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil // what follows the last newline is incomplete
		}
		if err != nil {
			return err
		}
		var line logLine
		if json.Unmarshal(text, &line) != nil {
			return nil
		}
		end += int64(len(text))
		if ok, err := do(line, end); err != nil || !ok {
			return err
		}
	}
}

// isLog reports whether a file begins with the first line of a log, or is empty. The
// first line is on the disk before the first row is. A crash can leave a part of it, or
// zeros.
func isLog(log *os.File) (begun, empty bool, err error) {
	err = readLog(log, func(line logLine, _ int64) (bool, error) {
		begun = line.Run != nil
		return false, nil
	})
	if err != nil || begun {
		return begun, false, err
	}
	const first = `{"run":{`
	head := make([]byte, len(first))
	n, err := log.ReadAt(head, 0)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	head = bytes.TrimRight(head[:n], "\x00")
	return false, len(head) == 0 || string(head) == first, err
}

// check reports whether the next size bytes of the data match the entry.
func (e *logEntry) check(data io.Reader, size int64) (bool, error) {
	h := crc32.New(castagnoli)
	_, err := io.CopyN(h, data, size)
	if errors.Is(err, io.EOF) {
		return false, nil
	}
	return h.Sum32() == e.CRC, err
}

// inOrder returns the spans in the order of their inputs.
func (j *journal) inOrder() []span {
	return slices.SortedFunc(slices.Values(j.spans), func(a, b span) int { return cmp.Compare(a.first, b.first) })
}

// sections returns the fewest parts of the data that together, one after another, are
// the output in the order of the inputs.
func (j *journal) sections() []span {
	var merged []span
	for _, s := range j.inOrder() {
		if n := len(merged); n > 0 && merged[n-1].end == s.start {
			merged[n-1].end = s.end
		} else {
			merged = append(merged, s)
		}
	}
	return merged
}

// A Resumption finds the input rows that an earlier run has done. It receives the
// inputs one after another, and checks that they are the same.
type Resumption struct {
	spans []span
	at    int
	sum   uint32
}

// Done reports whether input row k has been done. It must be called for each row in
// order. The error means that the rows differ from those of the earlier run.
func (r *Resumption) Done(k int64, rec *Record) (bool, error) {
	if r.at == len(r.spans) || k < r.spans[r.at].first {
		return false, nil
	}
	s := r.spans[r.at]
	if k == s.first {
		r.sum = rec.Sum(0)
	} else {
		r.sum = combine(r.sum, rec.Sum(0))
	}
	if k < s.first+s.count-1 {
		return true, nil
	}
	r.at++
	if r.sum != s.sum {
		return false, fmt.Errorf("%v: the input differs from that of the unfinished run, in this row or the %d before it; expected the same rows", rec.Pos, s.count-1)
	}
	return true, nil
}

// Rest returns the number of input rows that were done and that Done has not received
// yet.
func (r *Resumption) Rest() int64 {
	var n int64
	for _, s := range r.spans[r.at:] {
		n += s.count
	}
	return n
}
