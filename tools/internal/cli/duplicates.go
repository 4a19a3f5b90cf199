package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
)

// allowDuplicates is the flag that lets rows count that occur more than once.
const allowDuplicates = "allow-duplicates"

// identity and id are the columns that tell the attempts of a dataset apart. question are
// those that tell apart the questions of rank and reason, whose rows need no verdict.
// stage are those that show whether verify has seen a row.
var (
	identity = []string{"dataset", "model", "prompt", "params", "batch", "index", "run", "sample", "step"}
	stage    = []string{"verdict", "error"}
	question = []string{"task", "form", "benchmark", "answer_class", "instruction", "candidate_instruction"}
)

// duplicates finds rows of the same attempt, which would count twice: a file that is
// given twice, or a directory with the same rows in two formats. It keeps a hash of 64
// bits for each row; measured with a million rows, that takes 65 bytes of memory each.
// Two of ten million different rows seem equal with a probability of 6·10⁻⁶. Rows
// without an id are not compared.
//
// It also finds rows of an earlier stage: rows that verify has not seen, beside rows
// that it has seen. They would count as errors.
type duplicates struct {
	inputs []string
	same   string // the columns that are compared, for an error
	hash   *shard.Fingerprint
	seen   map[uint64]struct{}
	again  found // rows that occurred before

	verified bool  // a row has a verdict
	open     found // rows without one
}

// found are rows that an error names.
type found struct {
	rows  int64
	first []string // positions of some of them
}

func (f *found) add(row *record.Row, at shard.Position) {
	const most = 3
	if f.rows++; len(f.first) < most {
		f.first = append(f.first, strings.TrimSpace(fmt.Sprintf("%v %s", at, row.ID)))
	}
}

// String lists some positions.
func (f *found) String() string {
	more := ""
	if f.rows > int64(len(f.first)) {
		more = ", ..."
	}
	return strings.Join(f.first, ", ") + more
}

// newDuplicates returns nil if the program does not count the rows, or may count them
// twice.
func newDuplicates(env *Env, inputs []string) *duplicates {
	if !env.once {
		return nil
	}
	return &duplicates{inputs: inputs, same: attempt(), hash: shard.NewFingerprint(identity, question), seen: map[uint64]struct{}{}}
}

// attempt lists the columns that tell attempts apart, for an error and the help.
func attempt(except ...string) string {
	names := slices.DeleteFunc(append([]string{"id"}, identity...), func(name string) bool { return slices.Contains(except, name) })
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// CheckAsked refuses rows that would count twice after a model is asked about them, which
// sets their model, prompt and params.
func CheckAsked(ctx context.Context, c *ucli.Context, names []string, stdin io.Reader) error {
	part, err := partOf(c)
	if err != nil {
		return err
	}
	in, err := shard.Open(ctx, names, stdin, part)
	if err != nil {
		return err
	}
	d, left := newDuplicates(&Env{once: !c.Bool(allowDuplicates)}, in.Names()), c.Int64("limit") // 0: all
	if d == nil {
		return nil
	}
	d.same = attempt("model", "prompt", "params")
	err = shard.Scan{Workers: WorkersOf(c), Columns: d.columns(), Each: func(row *record.Row, at shard.Position) error {
		row.Model, row.Prompt, row.Params, row.Verdict = "", "", "", ""
		d.add(row, at)
		if left--; left == 0 {
			return errEnough
		}
		return nil
	}}.Run(ctx, in)
	if errors.Is(err, errEnough) {
		err = nil
	}
	return cmp.Or(errors.Join(err, in.Close()), d.check())
}

// columns are those that add reads.
func (d *duplicates) columns() []string {
	if d == nil {
		return nil
	}
	return slices.Concat([]string{"id"}, identity, question, stage)
}

// add compares a row with those before it.
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
	hash, ok := d.hash.Row(row)
	if !ok {
		return
	}
	if _, ok := d.seen[hash]; !ok {
		d.seen[hash] = struct{}{}
		return
	}
	d.again.add(row, at)
}

// isOpen reports whether a row without a verdict should have one: it is neither an error
// nor a question of rank or reason.
func isOpen(row *record.Row) bool {
	return row.Error == nil && !slices.ContainsFunc(question, func(name string) bool { _, ok := row.ExtraField(name); return ok })
}

// check is the error of rows that occurred before.
func (d *duplicates) check() error {
	switch {
	case d == nil:
	case d.again.rows > 0:
		return Usagef("found %d rows with the same %s as a row before (%v): give each row once, or use --%s to count all",
			d.again.rows, d.same, &d.again, allowDuplicates)
	case d.verified && d.open.rows > 0:
		return Usagef("found %d rows without a verdict beside verified rows (%v): give rows of one stage, leave these out with --where 'verdict is not null', or use --%s to count all",
			d.open.rows, &d.open, allowDuplicates)
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
