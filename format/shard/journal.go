package shard

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"os"
	"slices"
	"sort"

	"github.com/go-json-experiment/json"
)

// A Unit is one input row, or a run of them, and the output rows it became.
type Unit struct {
	First   int64            // number of the input row among those of the run, from zero
	Count   int64            // of input rows, one or more
	Sum     uint32           // checksum of the input rows (Record.Sum over all of them)
	Lines   []byte           // the output rows as JSONL
	Rows    int64            // of output rows
	Classes map[string]int64 // how many output rows are of which class; units may share it
	Sums    map[string]int64 // what else is added up over the output rows, by name
}

// add puts a unit that follows directly behind.
func (u *Unit) add(v Unit) {
	u.Count += v.Count
	u.Sum = combine(u.Sum, v.Sum)
	u.Lines = append(u.Lines, v.Lines...)
	u.Rows += v.Rows
	if u.Classes == nil {
		u.Classes = map[string]int64{}
	}
	for class, n := range v.Classes {
		u.Classes[class] += n
	}
	if u.Sums == nil && len(v.Sums) > 0 {
		u.Sums = map[string]int64{}
	}
	for name, n := range v.Sums {
		u.Sums[name] += n
	}
}

// combine chains the checksums of rows.
func combine(sum, next uint32) uint32 {
	return crc32.Update(sum, castagnoli, []byte{byte(next), byte(next >> 8), byte(next >> 16), byte(next >> 24)})
}

// The log is JSON Lines of three kinds: what the run is, once at the top; what
// has been done; and that a part of a directory is complete, so that the data
// begins anew.
type logLine struct {
	Run  map[string]string `json:"run,omitempty"`
	Done *logEntry         `json:"done,omitempty"`
	Part *int              `json:"part,omitempty"` // number of the part that begins
	Made string            `json:"made,omitempty"` // the result's temporary name, when it is complete
}

// A logEntry says that bytes up to End of the data are the output of input
// rows First to First+Count-1. Entries follow one another in the data.
type logEntry struct {
	First   int64            `json:"first"`
	Count   int64            `json:"count"`
	Sum     uint32           `json:"sum"`
	End     int64            `json:"end"`
	CRC     uint32           `json:"crc"` // CRC-32C of the bytes
	Rows    int64            `json:"rows"`
	Classes map[string]int64 `json:"classes,omitempty"`
	Sums    map[string]int64 `json:"sums,omitempty"`
}

// A span is where the output of consecutive input rows stands in the data.
type span struct {
	first, count int64
	start, end   int64
}

// A doneRun is consecutive input rows that are done, and their checksum.
type doneRun struct {
	first, count int64
	sum          uint32
}

// A journal is the rows of an output that is not finished, NAME.partial, with
// the log that says which inputs they answer, NAME.partial.log. The log is
// written after the data; each entry carries the checksum of its data, so that
// whatever a crash left of either, the entries that hold are found again.
type journal struct {
	data, log *os.File
	sync      bool

	run     map[string]string
	spans   []span // of the current part
	runs    []doneRun
	end     int64 // of the data
	part    int   // that the data is of
	inPart  int64 // rows in the data
	rows    int64
	classes map[string]int64
	sums    map[string]int64
	failed  error // of a write, after which the files are not touched
}

// append writes units and then their entries. With sync both are on the disk
// when it returns.
func (j *journal) append(units []Unit) error {
	if j.failed != nil {
		return j.failed
	}
	var data, log bytes.Buffer
	end := j.end
	for i := range units {
		u := &units[i]
		data.Write(u.Lines)
		end += int64(len(u.Lines))
		if err := writeLog(&log, logLine{Done: &logEntry{
			First: u.First, Count: u.Count, Sum: u.Sum, Rows: u.Rows, Classes: u.Classes, Sums: u.Sums,
			End: end, CRC: crc32.Checksum(u.Lines, castagnoli),
		}}); err != nil {
			return err
		}
	}
	if err := j.write(j.data, data.Bytes()); err != nil {
		return err
	}
	if err := j.write(j.log, log.Bytes()); err != nil {
		return err
	}
	for i := range units {
		j.note(&units[i], j.end+int64(len(units[i].Lines)))
	}
	return nil
}

func (j *journal) write(f *os.File, b []byte) error {
	_, err := f.Write(b)
	if err == nil && j.sync {
		err = f.Sync()
	}
	if err != nil {
		j.failed = fmt.Errorf("writing %s: %w", f.Name(), err)
	}
	return j.failed
}

func writeLog(w io.Writer, line logLine) error {
	b, err := json.Marshal(line, json.Deterministic(true))
	if err != nil {
		return fmt.Errorf("log of the unfinished output: %w", err)
	}
	_, err = w.Write(append(b, '\n'))
	return err
}

// note keeps in memory what an entry says.
func (j *journal) note(u *Unit, end int64) {
	if n := len(j.spans) - 1; n >= 0 && j.spans[n].first+j.spans[n].count == u.First {
		j.spans[n].count += u.Count
		j.spans[n].end = end
	} else {
		j.spans = append(j.spans, span{u.First, u.Count, j.end, end})
	}
	j.runs = append(j.runs, doneRun{u.First, u.Count, u.Sum})
	j.end = end
	j.rows += u.Rows
	j.inPart += u.Rows
	for class, n := range u.Classes {
		j.classes[class] += n
	}
	for name, n := range u.Sums {
		if j.sums == nil {
			j.sums = map[string]int64{}
		}
		j.sums[name] += n
	}
}

// nextPart begins a part: the data so far stands in a file of its own.
func (j *journal) nextPart() error {
	next := j.part + 1
	if err := writeLog(j.log, logLine{Part: &next}); err != nil {
		return fmt.Errorf("writing %s: %w", j.log.Name(), err)
	}
	if err := j.log.Sync(); err != nil {
		return fmt.Errorf("writing %s: %w", j.log.Name(), err)
	}
	j.beginPart(next)
	return j.cut()
}

// finished notes that the result is complete under its temporary name, so that
// a log that is found where that name no longer is is a leftover.
func (j *journal) finished(made string) error {
	if err := writeLog(j.log, logLine{Made: made}); err != nil {
		return fmt.Errorf("writing %s: %w", j.log.Name(), err)
	}
	return j.log.Sync()
}

func (j *journal) beginPart(part int) {
	j.part, j.inPart, j.end, j.spans = part, 0, 0, nil
}

// cut takes away what follows the last entry's data.
func (j *journal) cut() error {
	if err := j.data.Truncate(j.end); err != nil {
		return fmt.Errorf("writing %s: %w", j.data.Name(), err)
	}
	_, err := j.data.Seek(j.end, io.SeekStart)
	return err
}

// load reads the log as far as it holds, and cuts both files there. It is
// false where there is no log, or none that got as far as its first line.
func (j *journal) load() (bool, error) {
	began, err := j.lastPart()
	if err != nil {
		return false, err
	}
	if _, err := j.data.Seek(0, io.SeekStart); err != nil {
		return false, err
	}
	data := bufio.NewReaderSize(j.data, 256<<10)
	var good int64 // length of the log that holds
	err = j.lines(func(line logLine, end int64) (bool, error) {
		switch {
		case line.Run != nil && j.run == nil:
			j.run = line.Run
		case line.Made != "" && j.run != nil: // and yet not renamed: it is made again
		case line.Part != nil && j.run != nil:
			j.beginPart(*line.Part)
		case line.Done != nil && j.run != nil && line.Done.End >= j.end && line.Done.Count > 0:
			// The data of parts before the last has gone from here.
			if end > began {
				if holds, err := line.Done.check(data, line.Done.End-j.end); err != nil || !holds {
					return false, err
				}
			}
			e := line.Done
			j.note(&Unit{First: e.First, Count: e.Count, Sum: e.Sum, Rows: e.Rows, Classes: e.Classes, Sums: e.Sums}, e.End)
		default:
			return false, nil
		}
		good = end
		return true, nil
	})
	if err != nil {
		return false, fmt.Errorf("reading %s: %w", j.log.Name(), err)
	}
	if err := j.log.Truncate(good); err != nil {
		return false, fmt.Errorf("writing %s: %w", j.log.Name(), err)
	}
	if _, err := j.log.Seek(good, io.SeekStart); err != nil {
		return false, err
	}
	return j.run != nil, j.cut()
}

// lastPart tells where in the log the data that is there begins.
func (j *journal) lastPart() (began int64, err error) {
	err = j.lines(func(line logLine, end int64) (bool, error) {
		if line.Part != nil {
			began = end
		}
		return true, nil
	})
	return began, err
}

// lines calls do with the lines of the log and where each ends, until it is
// false or a line is torn.
func (j *journal) lines(do func(line logLine, end int64) (bool, error)) error {
	if _, err := j.log.Seek(0, io.SeekStart); err != nil {
		return err
	}
	r := bufio.NewReaderSize(j.log, 64<<10)
	for end := int64(0); ; {
		text, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil // what follows the last newline is torn
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

// check says whether the next size bytes of the data are the entry's.
func (e *logEntry) check(data io.Reader, size int64) (bool, error) {
	h := crc32.New(castagnoli)
	_, err := io.CopyN(h, data, size)
	if errors.Is(err, io.EOF) {
		return false, nil
	}
	return h.Sum32() == e.CRC, err
}

// ordered is the data as spans in the order of the inputs.
func (j *journal) ordered() []span {
	spans := slices.Clone(j.spans)
	sort.Slice(spans, func(a, b int) bool { return spans[a].first < spans[b].first })
	return spans
}

// done tells the checksums of the input rows that are done, as consecutive runs.
func (j *journal) done() []doneRun {
	runs := slices.Clone(j.runs)
	sort.Slice(runs, func(a, b int) bool { return runs[a].first < runs[b].first })
	return runs
}

// counts is a copy of the classes' counts.
func (j *journal) counts() map[string]int64 { return maps.Clone(j.classes) }

// total is a copy of what the rows so far add up to.
func (j *journal) total() map[string]int64 {
	total := maps.Clone(j.sums)
	if total == nil {
		total = map[string]int64{}
	}
	return total
}
