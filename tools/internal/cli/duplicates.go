package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
)

// allowDuplicates is the flag with which rows that occur more than once are counted.
const allowDuplicates = "allow-duplicates"

// The columns id and identity distinguish the attempts of a dataset. The columns question
// distinguish the descriptions in several languages, and the questions of rank and reason,
// whose rows need no verdict. The columns
// stage show whether verify has processed a row.
var (
	identity = []string{"dataset", "model", "prompt", "params", "batch", "index", "run", "sample", "step"}
	stage    = []string{"verdict", "error"}
	question = []string{"language", "task", "form", "benchmark", "answer_class", "instruction", "candidate_instruction"}
)

// duplicates finds rows of the same attempt, which would count twice: a file that is
// given twice, or a directory with the same rows in two formats. It keeps a hash of 64
// bits for each row. In a measurement with a million rows, each row takes 65 bytes of
// memory. Two of ten million different rows seem equal with a probability of 6·10⁻⁶.
// Rows without an id are not compared.
//
// It also finds rows that verify has not processed, beside rows that it has processed.
// They would count as errors.
type duplicates struct {
	inputs []string
	same   string // the columns that are compared, for an error
	seed   maphash.Seed
	seen   map[uint64]struct{}
	again  found // rows that occurred before

	verified bool  // a row has a verdict
	open     found // rows without one
}

// found are rows that an error names.
type found struct {
	rows  int64
	first string // position and id of the first one
}

func (f *found) add(row *record.Row, at shard.Position) {
	if f.rows++; f.rows == 1 {
		f.first = strings.TrimSpace(fmt.Sprintf("%v %s", at, row.ID))
	}
}

// newDuplicates returns nil if the program does not count the rows, or may count them
// twice.
func newDuplicates(env *Env, inputs []string) *duplicates {
	if !env.once {
		return nil
	}
	return &duplicates{inputs: inputs, same: attempt(), seed: maphash.MakeSeed(), seen: map[uint64]struct{}{}}
}

// attempt lists the columns that distinguish attempts, for an error and the help.
func attempt(except ...string) string {
	names := slices.DeleteFunc(append([]string{"id"}, identity...), func(name string) bool { return slices.Contains(except, name) })
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// CheckAsked refuses rows that would count twice after a model has answered them. The
// answer changes their model, prompt and params, so these columns are not compared. limit
// is the number of rows to compare; 0: all.
func CheckAsked(ctx context.Context, part shard.Part, limit int64, names []string) error {
	in, err := shard.Open(ctx, names, nil, part)
	if err != nil {
		return err
	}
	d := newDuplicates(&Env{once: true}, in.Names())
	d.same = attempt("model", "prompt", "params")
	err = shard.Scan{Workers: runtime.GOMAXPROCS(0), Columns: d.columns(), Each: func(row *record.Row, at shard.Position) error {
		row.Model, row.Prompt, row.Params, row.Verdict = "", "", "", ""
		d.add(row, at)
		if limit--; limit == 0 {
			return shard.ErrStop
		}
		return nil
	}}.Run(ctx, in)
	return cmp.Or(errors.Join(err, in.Close()), d.check())
}

// columns returns the columns that add reads.
func (d *duplicates) columns() []string {
	if d == nil {
		return nil
	}
	return slices.Concat([]string{"id"}, identity, question, stage)
}

// add compares a row with the rows before it.
func (d *duplicates) add(row *record.Row, at shard.Position) {
	if d == nil {
		return
	}
	switch {
	case row.Verdict != "":
		d.verified = true
	case isOpen(row):
		d.open.add(row, at)
	}
	if row.ID == "" {
		return
	}
	hash := d.hash(row)
	if _, ok := d.seen[hash]; !ok {
		d.seen[hash] = struct{}{}
		return
	}
	d.again.add(row, at)
}

// hash hashes the columns that distinguish attempts, each after its length.
func (d *duplicates) hash(row *record.Row) uint64 {
	var h maphash.Hash
	h.SetSeed(d.seed)
	for _, text := range []string{row.ID, row.Dataset, row.Model, row.Prompt, row.Params} {
		maphash.WriteComparable(&h, len(text))
		h.WriteString(text)
	}
	for _, n := range []*int64{row.Batch, row.Index, row.Run, row.Sample, row.Step} {
		if maphash.WriteComparable(&h, n != nil); n != nil {
			maphash.WriteComparable(&h, *n)
		}
	}
	for _, name := range question {
		text, there := row.Text(name)
		maphash.WriteComparable(&h, there)
		maphash.WriteComparable(&h, len(text))
		h.WriteString(text)
	}
	return h.Sum64()
}

// isOpen reports whether a row without a verdict should have one: it is neither an error
// nor a question of rank or reason.
func isOpen(row *record.Row) bool {
	return row.Error == nil && !slices.ContainsFunc(question, func(name string) bool { _, ok := row.ExtraField(name); return ok })
}

// check returns the error of rows or inputs that occur twice, or of rows without a
// verdict beside verified rows.
func (d *duplicates) check() error {
	switch {
	case d == nil:
	case d.again.rows > 0:
		return Usagef("found %d rows with the same %s as a row before (the first: %s): give each row once, or use --%s to count all",
			d.again.rows, d.same, d.again.first, allowDuplicates)
	case d.verified && d.open.rows > 0:
		return Usagef("found %d rows without a verdict beside verified rows (the first: %s): give rows of one stage, leave these out with --where 'verdict is not null', or use --%s to count all",
			d.open.rows, d.open.first, allowDuplicates)
	default:
		if name := twice(d.inputs); name != "" {
			return Usagef("found the input %s twice: give it once, or use --%s to count its rows twice", name, allowDuplicates)
		}
	}
	return nil
}

// twice returns the name of an input that is the same file as one before, or "".
func twice(names []string) string {
	var files []os.FileInfo
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		if slices.ContainsFunc(files, func(f os.FileInfo) bool { return os.SameFile(f, info) }) {
			return name
		}
		files = append(files, info)
	}
	return ""
}
