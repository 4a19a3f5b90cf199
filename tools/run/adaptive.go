package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"

	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/analyze/stats"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

// chosen is the name of the file of a round's formulas.
const chosen = "chosen.jsonl"

// An adaptive study asks in this number of rounds, to find the complexity at which the
// accuracy falls to the share.
const (
	rounds     = 6
	share      = 0.5
	complexity = "complexity" // the column
)

// A pool holds the formulas from which an adaptive study chooses.
type pool struct {
	rows       []*record.Row
	complexity []float64
	used       []bool
	most       float64 // the largest complexity
}

// adapt asks about formulas of the inputs in rounds, and returns the verified rows of
// all rounds. stats.NextComplexities chooses the complexities of a round from the
// answers of the previous rounds. So a resumed run chooses the same formulas.
func (l *loop) adapt(ctx context.Context, dir string, at choice, calls []*stage, inputs []string) (verified []string, err error) {
	all, _ := strconv.Atoi(l.study.value("run", "adaptive")) // has been checked
	answers := metrics.NewHorizons(nil, complexity, []float64{share})
	p, err := l.openPool(ctx, answers, all, inputs)
	if err != nil {
		return nil, err
	}
	for k := range rounds {
		dir := filepath.Join(dir, fmt.Sprintf("round-%d", k+1))
		name := filepath.Join(dir, chosen)
		next := stats.NextComplexities(answers.Trials(), share, p.most, all*(k+1)/rounds-all*k/rounds)
		if err := keepSame(name, p.choose(next)); err != nil {
			return nil, err
		}
		out, err := l.chain(ctx, dir, at, calls, []string{name})
		if err != nil {
			return nil, err
		}
		verified = append(verified, out...)
		if err := eachRow(ctx, out, answers.Add); err != nil {
			return nil, err
		}
	}
	return verified, nil
}

// eachRow calls fn with each row of files.
func eachRow(ctx context.Context, names []string, fn func(*record.Row)) error {
	in, err := shard.Open(ctx, names, nil, shard.Part{})
	if err != nil {
		return err
	}
	for rec, err := range in.Rows() {
		if err != nil {
			return errors.Join(err, in.Close())
		}
		fn(rec.Row())
	}
	return in.Close()
}

// openPool reads the formulas that have a complexity.
func (l *loop) openPool(ctx context.Context, of *metrics.Horizons, n int, inputs []string) (*pool, error) {
	p, seen := new(pool), map[string]bool{}
	err := eachRow(ctx, inputs, func(row *record.Row) {
		if x, ok := of.Complexity(row); ok && (row.ID == "" || !seen[row.ID]) {
			seen[row.ID] = true
			p.rows, p.complexity = append(p.rows, row), append(p.complexity, x)
			p.most = max(p.most, x)
		}
	})
	if err != nil {
		return nil, err
	}
	if len(p.rows) < n {
		return nil, cli.Usagef("adaptive: found %d different formulas with a number in column %s, expected at least %d", len(p.rows), complexity, n)
	}
	p.used = make([]bool, len(p.rows))
	return p, nil
}

// choose takes the formula nearest to each complexity from the pool, and returns these
// formulas as JSONL. If several formulas are equally near, it takes the first.
func (p *pool) choose(complexities []float64) []byte {
	var text bytes.Buffer
	for _, want := range complexities {
		nearest, distance := -1, math.Inf(1)
		for i, x := range p.complexity {
			if d := math.Abs(math.Log1p(x) - math.Log1p(want)); !p.used[i] && d < distance {
				nearest, distance = i, d
			}
		}
		p.used[nearest] = true
		text.Write(append(record.Append(nil, p.rows[nearest]), '\n'))
	}
	return text.Bytes()
}

// keepSame writes a file, or compares it with the file of an earlier run.
func keepSame(name string, content []byte) error {
	was, err := os.ReadFile(name)
	switch {
	case err == nil && !bytes.Equal(was, content):
		return fmt.Errorf("%s: found other formulas than those that follow from the flags and the answers; expected the same flags, or --overwrite to start over", name)
	case err == nil:
		return nil
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	if err := shard.RemoveUnfinished(name); err != nil { // a killed run left it
		return err
	}
	return shard.WriteFile(name, content)
}
