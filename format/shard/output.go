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

// Existing selects what Create does if the output exists.
type Existing uint8

// What to do with an existing output, finished or not.
const (
	Refuse    Existing = iota // return an error that lists the choices
	Resume                    // do the missing rows
	Overwrite                 // start over; the old output stays until the new one is complete
	Replace                   // as Resume, but replaces a finished output: --retry
)

// PartRows is the number of rows in a part of a directory.
const PartRows = 50_000

// OutputOptions describe an Output.
type OutputOptions struct {
	Name     string            // the final name, whose ending determines the format
	Existing Existing          // what to do if it exists
	Run      map[string]string // settings that must be the same for Resume
	Sync     bool              // Commit writes to the disk before it returns; any order
	Retries  bool              // the error of an existing output also offers --retry
}

// An Output is a result that is not finished. Its rows go to NAME.partial, in JSONL for
// every final format, and NAME.partial.log records which inputs they belong to. Finish
// puts them into the order of the inputs and into the final format, and gives the
// result its name in one step. Until then a later run can continue from the two files.
type Output struct {
	o      OutputOptions
	name   string // without a trailing slash, after symbolic links
	format Format
	part   int64 // rows of a directory's part
	j      *journal

	pending Chunk // not yet in the journal; only without Sync

	mu      sync.Mutex // guards group
	group   *commitGroup
	writing sync.Mutex
}

// ErrComplete means that there is nothing to resume: the output is complete.
var ErrComplete = errors.New("the output is complete")

// Create begins an output or continues one. The error is ErrComplete if Existing is
// Resume and the output is complete.
func Create(o OutputOptions) (*Output, error) {
	format, err := FormatOf(o.Name)
	if err != nil {
		return nil, err
	}
	if err := notDevice(o.Name); err != nil {
		return nil, err
	}
	out := &Output{o: o, name: target(strings.TrimRight(o.Name, "/")), format: format, part: PartRows, group: new(commitGroup)}
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
		return nil, errors.Join(fmt.Errorf("output %s: %w", o.Name, err), out.Close())
	}
	return out, nil
}

// ErrExists is the error of Create if the output or an unfinished run of it exists and
// must not be replaced.
var ErrExists = errors.New("the output exists")

type existsError string

func (e existsError) Error() string     { return string(e) }
func (e existsError) Is(err error) bool { return err == ErrExists }

// Exists returns an ErrExists error for an output. The choices are further flags beside
// --overwrite and what they do. flag is the flag that names the output.
func Exists(name, flag string, choices ...string) error {
	choices = append(choices, "--overwrite to start over", "another --"+flag)
	last := len(choices) - 1
	return existsError(fmt.Sprintf("output %s exists: use %s or %s", name, strings.Join(choices[:last], ", "), choices[last]))
}

// partialSuffix ends the name of the file with the rows of an unfinished run.
const partialSuffix = ".partial"

// IsPartial reports whether a name is that of the rows of an unfinished run.
func IsPartial(name string) bool { return strings.HasSuffix(name, partialSuffix) }

// manifestSuffix ends the names of the files that describe an output.
const manifestSuffix = ".manifest.json"

// ManifestName returns the name of the file that describes an output. For a symbolic
// link, the file is beside the target.
func ManifestName(output string) string {
	return target(strings.TrimRight(output, "/")) + manifestSuffix
}

func (o *Output) partialName() string { return o.name + partialSuffix }
func (o *Output) logName() string     { return o.partialName() + ".log" }

// refuse returns an error if an existing output or journal must not be replaced.
func (o *Output) refuse() error {
	complete := exists(o.name)
	switch {
	case o.o.Existing == Refuse && complete:
		choices := []string{"--resume to do what is missing"}
		if o.o.Retries {
			choices = append(choices, "--retry CLASSES to do some rows again")
		}
		return Exists(o.o.Name, "output", choices...)
	case o.o.Existing == Resume && complete && !exists(o.logName()):
		return ErrComplete
	}
	return nil
}

// open opens and locks the journal's files.
func (o *Output) open() error {
	for {
		refuse := o.o.Existing == Refuse && exists(o.logName())
		log, err := openLocked(o.logName())
		if err != nil {
			return fmt.Errorf("output %s: %w", o.o.Name, err)
		}
		if refuse {
			if err := o.ownJournal(log); err != nil {
				return fmt.Errorf("output %s: %w", o.o.Name, err)
			}
			err := existsError(fmt.Sprintf("output %s: found an unfinished run (%s): use --resume to continue it, or --overwrite to start over", o.o.Name, o.partialName()))
			return errors.Join(err, log.Close())
		}
		if o.leftover(log) {
			if err := errors.Join(removeIfThere(o.partialName()), RemoveUnfinished(o.name), removeLocked(log)); err != nil {
				return fmt.Errorf("output %s: %w", o.o.Name, err)
			}
			if o.o.Existing == Resume {
				return ErrComplete
			}
			continue
		}
		if err := o.ownJournal(log); err != nil {
			return fmt.Errorf("output %s: %w", o.o.Name, err)
		}
		data, err := openOwn(o.partialName())
		if err != nil {
			return errors.Join(fmt.Errorf("output %s: %w", o.o.Name, err), log.Close())
		}
		o.j = &journal{data: data, log: log, sync: o.o.Sync}
		return nil
	}
}

// ownJournal returns an error, and closes the log, unless the two files of the journal
// are those of a run. A log without its first line is of a run that was killed before
// its first row, so there are no rows. If there are some, their log has been lost, or
// the file is not of a run.
func (o *Output) ownJournal(log *os.File) error {
	begun, empty, err := isLog(log)
	switch info, dataErr := os.Lstat(o.partialName()); {
	case err != nil:
	case begun, empty && (dataErr != nil || info.Size() == 0 && info.Mode().IsRegular()):
		return nil
	case empty:
		err = fmt.Errorf("found %s, but no %s, which says which input rows it has; move the file, or choose another --output", o.partialName(), o.logName())
		return errors.Join(err, removeLocked(log))
	default:
		err = fmt.Errorf("found other text in %s, expected the log of an unfinished run; move the file, or choose another --output", o.logName())
	}
	return errors.Join(err, log.Close())
}

// RemoveOutput removes an output, its manifest and its unfinished run. It refuses if
// another process is writing the output.
func RemoveOutput(name string) error {
	o := &Output{o: OutputOptions{Name: name, Existing: Overwrite}, name: target(strings.TrimRight(name, "/"))}
	if err := o.open(); err != nil {
		return err
	}
	return errors.Join(removeIfThere(o.name), removeIfThere(ManifestName(o.name)), RemoveUnfinished(o.name), o.Discard())
}

// leftover reports whether the log belongs to a run that was killed after its result
// got its final name.
func (o *Output) leftover(log *os.File) bool {
	made := ""
	err := readLog(log, func(line logLine, _ int64) (bool, error) {
		made = line.Made
		return true, nil
	})
	return err == nil && made != "" && !exists(made) && exists(o.name)
}

// Begun returns OutputOptions.Run of an unfinished run of the named output, and false
// if there is none.
func Begun(name string) (run map[string]string, ok bool) {
	o := Output{name: target(strings.TrimRight(name, "/"))}
	log, err := os.OpenFile(o.logName(), os.O_RDONLY|noFollow, 0)
	if err != nil {
		return nil, false
	}
	defer log.Close()
	if o.leftover(log) {
		return nil, false
	}
	err = readLog(log, func(line logLine, _ int64) (bool, error) {
		run = line.Run
		return false, nil
	})
	return run, err == nil && run != nil
}

// begin loads the journal of an earlier run, or starts one.
func (o *Output) begin() error {
	run := map[string]string{}
	maps.Copy(run, o.o.Run)
	run["format"] = o.format.String()
	if o.o.Existing != Overwrite {
		begun, err := o.j.load()
		if err != nil {
			return err
		}
		if begun {
			if err := SameRun(o.j.run, run); err != nil {
				return fmt.Errorf("the unfinished run differs: %w; expected the same, or --overwrite to start over", err)
			}
			return nil
		}
	}
	return o.j.begin(run)
}

// SameRun returns an error that lists the differences between the settings of two
// runs, in the order of their names; nil if there are none.
func SameRun(was, is map[string]string) error {
	all := map[string]string{}
	maps.Copy(all, was)
	maps.Copy(all, is)
	var differences []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		switch old, now := was[name], is[name]; {
		case old == now:
		case max(len(old), len(now)) > shown:
			differences = append(differences, name+" has changed")
		default:
			differences = append(differences, fmt.Sprintf("%s was %q and is now %q", name, old, now))
		}
	}
	if len(differences) == 0 {
		return nil
	}
	return errors.New(strings.Join(differences, ", "))
}

// shown bounds the number of bytes of a setting's value in a message: lists of seeds or
// of inputs can have thousands.
const shown = 200

// Resumption returns a Resumption at the first input row.
func (o *Output) Resumption() *Resumption { return &Resumption{spans: o.j.inOrder()} }

// Total sums the chunks that have been committed so far, without their lines.
func (o *Output) Total() Chunk {
	var total Chunk
	for _, c := range []Chunk{o.j.total, o.pending} {
		c.Lines = nil
		total.add(c)
	}
	return total
}

// flushBytes is the number of bytes in memory at which Commit writes to the journal.
const flushBytes = 256 << 10

// Commit adds a chunk. With Sync, several goroutines may call it, in any order of
// chunks, and it returns when the chunk is on the disk. Without Sync, chunks must be in
// order, and after Flush they survive a kill of the process.
func (o *Output) Commit(c Chunk) error {
	if o.o.Sync {
		return o.commitTogether(c)
	}
	o.pending.add(c)
	if len(o.pending.Lines) < flushBytes {
		return nil
	}
	return o.Flush()
}

// Flush writes the committed chunks to the journal.
func (o *Output) Flush() error {
	if o.o.Sync || o.pending.Count == 0 {
		return nil
	}
	err := o.j.append(o.pending)
	o.pending = Chunk{Lines: o.pending.Lines[:0]}
	return err
}

// A commitGroup has the chunks that go to the disk together. While one group is
// written, the chunks that arrive form the next group, so that many requests under way
// share one sync.
type commitGroup struct {
	chunks []Chunk
	done   bool
	err    error
}

func (o *Output) commitTogether(c Chunk) error {
	o.mu.Lock()
	g := o.group
	g.chunks = append(g.chunks, c)
	o.mu.Unlock()

	o.writing.Lock()
	defer o.writing.Unlock()
	if !g.done {
		o.mu.Lock()
		o.group = new(commitGroup)
		o.mu.Unlock()
		g.err, g.done = o.j.append(g.chunks...), true
	}
	return g.err
}

// Discard ends a run that has no rows. It removes the journal, and keeps a complete
// output.
func (o *Output) Discard() error {
	err := errors.Join(o.j.data.Close(), removeIfThere(o.partialName()), removeLocked(o.j.log))
	o.j = nil
	return err
}

// Close keeps the unfinished output for a later run.
func (o *Output) Close() error {
	if o.j == nil {
		return nil
	}
	err := o.Flush()
	if cerr := o.j.data.Close(); !errors.Is(cerr, os.ErrClosed) { // a failed Finish closed it
		err = errors.Join(err, cerr)
	}
	err = errors.Join(err, o.j.log.Close())
	o.j = nil
	return err
}
