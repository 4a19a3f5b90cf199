package shard

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// Existing says what is to become of an output that is there already.
type Existing uint8

// What to do with an existing output, finished or not.
const (
	Refuse    Existing = iota // an error that names the choices
	Resume                    // do what is missing
	Overwrite                 // start over; the old output stays until the new one is complete
	Replace                   // as Resume, but a finished output is to be replaced: --retry
)

// DefaultPartRows is how many rows a part of a directory has.
const DefaultPartRows = 50_000

// OutputOptions describe an Output.
type OutputOptions struct {
	Name     string            // the final name, whose ending tells the format
	Existing Existing          // what to do where it exists
	Run      map[string]string // what must be the same for Resume
	Sync     bool              // each commit is on the disk when Commit returns, in any order
	PartRows int64             // rows of a directory's part; 0: DefaultPartRows
	Retries  bool              // --retry is among the choices that an error offers
}

// An Output is a result on its way. Its rows go to NAME.partial, in JSONL
// whatever the final format, and NAME.partial.log says which inputs they
// answer. Finish brings them into the order of the inputs and into the final
// format, and gives the result its name in one step. Until then the two files
// are all that a later run needs to go on, whenever this one ends.
//
// A directory's parts are made as soon as their rows are there, in the
// directory NAME.parts, unless Sync lets the rows come in any order.
type Output struct {
	o      OutputOptions
	name   string // without a trailing slash
	format Format
	j      *journal

	pending Unit // not yet in the journal; only where Sync is off

	mu      sync.Mutex // guards group
	group   *commitGroup
	writing sync.Mutex
}

// ErrComplete says that there is nothing to resume: the output is complete.
var ErrComplete = errors.New("the output is complete")

// Create begins an output or goes on with one. The error is ErrComplete where
// Resume finds it complete.
func Create(o OutputOptions) (*Output, error) {
	format, err := FormatOf(o.Name)
	if err != nil {
		return nil, err
	}
	if o.PartRows == 0 {
		o.PartRows = DefaultPartRows
	}
	out := &Output{o: o, name: strings.TrimRight(o.Name, "/"), format: format, group: new(commitGroup)}
	if err := out.refuse(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(out.name), 0o777); err != nil {
		return nil, fmt.Errorf("output %s: %w", o.Name, err)
	}
	if err := out.open(); err != nil {
		return nil, err
	}
	if err := out.begin(); err != nil {
		return nil, errors.Join(err, out.Close())
	}
	return out, nil
}

func (o *Output) partialName() string { return o.name + ".partial" }
func (o *Output) logName() string     { return o.name + ".partial.log" }
func (o *Output) partsName() string   { return o.name + ".parts" }

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// refuse finds out whether what exists stands in the way.
func (o *Output) refuse() error {
	complete, begun := exists(o.name), exists(o.logName())
	switch {
	case o.o.Existing == Refuse && complete:
		retry := ""
		if o.o.Retries {
			retry = " --retry CLASSES to do some rows again,"
		}
		return fmt.Errorf("output %s: found that it exists, expected --resume to do what is missing,%s or --overwrite to start over", o.o.Name, retry)
	case o.o.Existing == Refuse && begun:
		return fmt.Errorf("output %s: found an unfinished run of it (%s), expected --resume to go on with it, or --overwrite to start over", o.o.Name, o.partialName())
	case o.o.Existing == Resume && complete && !begun:
		return ErrComplete
	}
	return nil
}

// open opens and locks the journal's files.
func (o *Output) open() error {
	for {
		log, err := os.OpenFile(o.logName(), os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil {
			return fmt.Errorf("output %s: %w", o.o.Name, err)
		}
		free, err := lock(log)
		if err == nil && !free {
			err = errors.New("found that another process is writing it, expected to be the only one")
		}
		if err != nil {
			return errors.Join(fmt.Errorf("output %s: %w", o.o.Name, err), log.Close())
		}
		// The process that had it may have finished, and removed the file,
		// between our opening and locking it.
		if !sameFile(log, o.logName()) {
			log.Close()
			continue
		}
		if o.leftover(log) {
			if err := errors.Join(removeIfThere(o.partialName()), os.Remove(o.logName()), log.Close()); err != nil {
				return fmt.Errorf("output %s: %w", o.o.Name, err)
			}
			if o.o.Existing == Resume {
				return ErrComplete
			}
			continue
		}
		data, err := os.OpenFile(o.partialName(), os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil {
			return errors.Join(fmt.Errorf("output %s: %w", o.o.Name, err), log.Close())
		}
		o.j = &journal{data: data, log: log, sync: o.o.Sync, classes: map[string]int64{}}
		return nil
	}
}

// leftover says whether the log is of a run that was killed after its result
// had taken its final name.
func (o *Output) leftover(log *os.File) bool {
	made := ""
	j := journal{log: log}
	err := j.lines(func(line logLine, _ int64) (bool, error) {
		made = line.Made
		return true, nil
	})
	return err == nil && made != "" && !exists(made) && exists(o.name)
}

// Begun reads what an unfinished run of the named output is: the Run of its
// options. It is false where there is none.
func Begun(name string) (map[string]string, bool) {
	o := Output{name: strings.TrimRight(name, "/")}
	log, err := os.Open(o.logName())
	if err != nil {
		return nil, false
	}
	defer log.Close()
	if o.leftover(log) {
		return nil, false
	}
	j := journal{log: log}
	err = j.lines(func(line logLine, _ int64) (bool, error) {
		j.run = line.Run
		return false, nil
	})
	return j.run, err == nil && j.run != nil
}

func sameFile(f *os.File, name string) bool {
	a, err := f.Stat()
	if err != nil {
		return false
	}
	b, err := os.Stat(name)
	return err == nil && os.SameFile(a, b)
}

// begin loads the journal of an earlier run, or starts one.
func (o *Output) begin() error {
	run := maps.Clone(o.o.Run)
	if run == nil {
		run = map[string]string{}
	}
	run["format"] = o.format.String()
	if o.o.Existing != Overwrite {
		begun, err := o.j.load()
		if err != nil {
			return fmt.Errorf("output %s: %w", o.o.Name, err)
		}
		if begun {
			if err := SameRun(o.j.run, run); err != nil {
				return fmt.Errorf("output %s: the unfinished run differs: %w; expected the same, or --overwrite to start over", o.o.Name, err)
			}
			return o.afterLoad()
		}
	}
	if err := errors.Join(o.j.log.Truncate(0), o.j.data.Truncate(0), os.RemoveAll(o.partsName())); err != nil {
		return fmt.Errorf("output %s: %w", o.o.Name, err)
	}
	if _, err := o.j.log.Seek(0, 0); err != nil {
		return err
	}
	o.j.run = run
	if err := writeLog(o.j.log, logLine{Run: run}); err != nil {
		return fmt.Errorf("output %s: %w", o.o.Name, err)
	}
	return o.j.log.Sync()
}

// afterLoad completes the part whose making the earlier run did not survive.
func (o *Output) afterLoad() error {
	if o.o.Sync || o.format != Dir || o.j.inPart < o.o.PartRows {
		return nil
	}
	return o.completePart()
}

// SameRun says in what the settings of two runs differ, in the order of their
// names; nil where they do not.
func SameRun(was, is map[string]string) error {
	names := slices.Collect(maps.Keys(was))
	for name := range is {
		if _, ok := was[name]; !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var differences []string
	for _, name := range names {
		if was[name] != is[name] {
			old, now := apart(was[name], is[name])
			differences = append(differences, fmt.Sprintf("%s was %q and is now %q", name, old, now))
		}
	}
	if len(differences) == 0 {
		return nil
	}
	return errors.New(strings.Join(differences, ", "))
}

// shown is how many bytes of a setting's value a message holds at the most:
// lists of seeds or of inputs may have thousands.
const shown = 120

// apart shortens two values that differ to where they begin to.
func apart(a, b string) (string, string) {
	if max(len(a), len(b)) <= shown {
		return a, b
	}
	same := 0
	for same < min(len(a), len(b)) && a[same] == b[same] {
		same++
	}
	from := max(0, same-shown/4)
	cut := func(s string) string {
		text := strings.ToValidUTF8(s[min(from, len(s)):min(from+shown, len(s))], "")
		if from > 0 {
			text = "…" + text
		}
		if from+shown < len(s) {
			text += "…"
		}
		return text
	}
	return cut(a), cut(b)
}

// Rows is how many output rows there are so far.
func (o *Output) Rows() int64 { return o.j.rows + o.pending.Rows }

// Inputs is how many input rows have been done.
func (o *Output) Inputs() int64 {
	var n int64
	for _, r := range o.j.runs {
		n += r.count
	}
	return n + o.pending.Count
}

// Classes counts the output rows of each class so far.
func (o *Output) Classes() map[string]int64 {
	counts := o.j.counts()
	for class, n := range o.pending.Classes {
		counts[class] += n
	}
	return counts
}

// Sums is what the output rows so far add up to.
func (o *Output) Sums() map[string]int64 {
	total := o.j.total()
	for name, n := range o.pending.Sums {
		total[name] += n
	}
	return total
}

// flushBytes is how much may wait in memory for its place in the journal.
const flushBytes = 256 << 10

// Commit adds a unit. With Sync it may be called by several goroutines, in any
// order of units, and returns when the unit is on the disk. Without, units come
// in their order, and are safe from a kill of the process after Flush.
func (o *Output) Commit(u Unit) error {
	if o.o.Sync {
		return o.commitTogether(u)
	}
	if o.pending.Count == 0 {
		lines := append(o.pending.Lines, u.Lines...)
		o.pending = Unit{First: u.First, Count: u.Count, Sum: u.Sum, Lines: lines, Rows: u.Rows, Classes: maps.Clone(u.Classes), Sums: maps.Clone(u.Sums)}
	} else {
		o.pending.add(u)
	}
	full := o.format == Dir && o.j.inPart+o.pending.Rows >= o.o.PartRows
	if !full && len(o.pending.Lines) < flushBytes {
		return nil
	}
	if err := o.Flush(); err != nil || !full {
		return err
	}
	return o.completePart()
}

// Flush puts what has been committed into the journal.
func (o *Output) Flush() error {
	if o.o.Sync || o.pending.Count == 0 {
		return nil
	}
	err := o.j.append([]Unit{o.pending})
	o.pending = Unit{Lines: o.pending.Lines[:0]}
	return err
}

// A commitGroup is the units that go to the disk together: while one group is
// being written, those that arrive form the next, so that many requests under
// way share one sync.
type commitGroup struct {
	units []Unit
	done  bool
	err   error
}

func (o *Output) commitTogether(u Unit) error {
	o.mu.Lock()
	g := o.group
	g.units = append(g.units, u)
	o.mu.Unlock()

	o.writing.Lock()
	defer o.writing.Unlock()
	if !g.done {
		o.mu.Lock()
		o.group = new(commitGroup)
		o.mu.Unlock()
		g.err, g.done = o.j.append(g.units), true
	}
	return g.err
}

// Close leaves the output as it is, for a later run.
func (o *Output) Close() error {
	if o.j == nil {
		return nil
	}
	err := o.Flush()
	err = errors.Join(err, o.j.data.Close(), o.j.log.Close())
	o.j = nil
	return err
}
