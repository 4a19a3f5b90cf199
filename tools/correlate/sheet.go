package correlate

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

// A sheet is a table of scores. It has the columns of --join. It is either wide, with
// a column for each score, or long, with the columns benchmark and score.
type sheet struct {
	columns []string
	lines   []line
}

// A line is a line of a sheet. cells lacks the cells without a value.
type line struct {
	cells map[string]any
	at    string
}

// Get returns the value of a cell; see table.Row. If text is a number, Get converts it.
func (l line) Get(column string) (any, bool) {
	v, ok := l.cells[column]
	if n, err := strconv.ParseInt(fmt.Sprint(v), 10, 64); err == nil {
		return n, ok
	}
	if x, err := toNumber(v); err == nil {
		return x, ok
	}
	return v, ok
}

// text returns a cell as text, or "" if it has no value.
func (l line) text(column string) string {
	if v, ok := l.cells[column]; ok {
		return fmt.Sprint(v)
	}
	return ""
}

// number returns a cell as a finite number.
func (l line) number(column string) (float64, error) {
	x, err := toNumber(l.cells[column])
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, fmt.Errorf("%s: %s: found %q, expected a number", l.at, column, l.text(column))
	}
	return x, nil
}

func toNumber(v any) (float64, error) { return strconv.ParseFloat(fmt.Sprint(v), 64) }

// readCSV reads a table with a header. Empty cells have no value.
func readCSV(r io.Reader) (*sheet, error) {
	in := csv.NewReader(r)
	in.TrimLeadingSpace = true
	head, err := in.Read()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("line 1: found an empty file, expected a header")
	} else if err != nil {
		return nil, err
	}
	s := &sheet{columns: head}
	if err := shard.CheckColumns(s.columns); err != nil {
		return nil, fmt.Errorf("line 1: %w", err)
	}
	for {
		texts, err := in.Read()
		if errors.Is(err, io.EOF) {
			return s, nil
		} else if err != nil {
			return nil, err
		}
		n, _ := in.FieldPos(0)
		l := line{map[string]any{}, fmt.Sprintf("line %d", n)}
		for i, text := range texts {
			if err := record.ValidText(head[i], text); err != nil {
				return nil, fmt.Errorf("%s: %w", l.at, err)
			}
			if text != "" {
				l.cells[head[i]] = text
			}
		}
		s.lines = append(s.lines, l)
	}
}

// sheetOf makes a sheet of rows. Cells can be nil.
func sheetOf(columns []string, rows []map[string]any) *sheet {
	s := &sheet{columns: columns}
	for i, row := range rows {
		maps.DeleteFunc(row, func(_ string, v any) bool { return table.Value(v) == nil })
		s.lines = append(s.lines, line{row, fmt.Sprintf("row %d", i+1)})
	}
	return s
}

// Scores maps each point to its score. Names of models are in lower case.
type Scores map[point]float64

// A category holds the scores of the lines that have the same value in the column by
// which lines are grouped.
type category struct {
	name   string // empty if lines are not grouped
	scores Scores
}

// A query selects a score of a sheet.
type query struct {
	column string
	where  table.Condition // of the lines
	by     metrics.Key     // column of categories; empty for a single category
	join   []metrics.Key   // columns whose values form a point
}

// points returns the names of the columns of a point.
func (q query) points() string { return strings.Join((&joiner{keys: q.join}).columns(), ", ") }

// weighted is a weighted mean: sum / weight.
type weighted struct {
	sum, weight float64
	lines       int
	only        float64 // the score of the first line
}

// mean returns the score of the only line, or else the mean with 12 digits. The last digits
// of a mean are rounding errors, which would order scores that are equal.
func (w *weighted) mean() float64 {
	if w.lines == 1 {
		return w.only
	}
	y, _ := strconv.ParseFloat(strconv.FormatFloat(w.sum/w.weight, 'g', 12, 64), 64)
	return y
}

// read reads a score. In a long table, the column is the name of a benchmark. Lines
// without a score are ignored, and lines that lack a column of the point, such as
// totals. partial counts the lines that have some but not all columns of the point.
//
// A category can have several lines of a point. If the table has a column rows, like the
// tables of metrics, the score is the mean of the lines, weighted by their rows; for
// compliance_answered, by the rows without an error. Without a column rows, a second
// score of a point is an error, because it is not clear which one is meant. Categories
// come in the order in which they first occur.
func (s *sheet) read(q query) (_ []category, partial int, err error) {
	score, long, err := s.check(q)
	if err != nil {
		return nil, 0, err
	}
	sums := map[string]map[point]*weighted{} // by category
	var order, others []string
	for _, l := range s.lines {
		if long && l.text("benchmark") != q.column {
			others = append(others, l.text("benchmark"))
			continue
		}
		if l.text(score) == "" || !q.where.Match(l) {
			continue
		}
		at := l.pointOf(q.join)
		if at == "" {
			if slices.ContainsFunc(q.join, func(key metrics.Key) bool { return l.text(key.Column) != "" }) {
				partial++
			}
			continue
		}
		x, err := l.number(score)
		if err != nil {
			return nil, 0, err
		}
		weight, err := s.weight(l, q.column)
		if err != nil {
			return nil, 0, err
		}
		name := l.valueOf(q.by)
		if sums[name] == nil {
			sums[name], order = map[point]*weighted{}, append(order, name)
		}
		mean := sums[name][at]
		if mean == nil {
			mean = &weighted{only: x}
			sums[name][at] = mean
		} else if !s.has("rows") {
			return nil, 0, fmt.Errorf("%s: second score of %s for %s %s", l.at, q.column, q.points(), at)
		}
		mean.sum += weight * x
		mean.weight += weight
		mean.lines++
	}
	if len(order) == 0 && long && !slices.Contains(others, q.column) {
		slices.Sort(others)
		others = slices.Compact(others)
		return nil, 0, cli.Usagef("no benchmark %q: found %s%s", q.column, strings.Join(others, ", "), cli.Nearest(q.column, others))
	}
	var all []category
	for _, name := range order {
		c := category{name, Scores{}}
		for at, w := range sums[name] {
			if !(w.weight > 0) {
				continue
			}
			mean := w.mean()
			if math.IsNaN(mean) || math.IsInf(mean, 0) {
				return nil, 0, fmt.Errorf("%s of %s %s: found lines without a finite mean", q.column, q.points(), at)
			}
			c.scores[at] = mean
		}
		all = append(all, c)
	}
	return all, partial, nil
}

func (s *sheet) has(column string) bool { return slices.Contains(s.columns, column) }

// check finds the column of the score, and reports whether the table is long. A missing
// column of the query is an error.
func (s *sheet) check(q query) (score string, long bool, err error) {
	missing := func(name, use string) error {
		return cli.Usagef("found columns %s, expected %s%s%s", strings.Join(s.columns, ", "), name, use, cli.Nearest(name, s.columns))
	}
	for _, key := range q.join {
		if !s.has(key.Column) {
			return "", false, missing(key.Column, ", by which scores are joined")
		}
	}
	score = q.column
	if !s.has(score) {
		if score, long = "score", true; !s.has("score") || !s.has("benchmark") {
			return "", false, missing(q.column, ", or benchmark and score")
		}
	}
	if by := q.by.Column; by != "" && !s.has(by) {
		return "", false, missing(by, "")
	}
	for _, column := range q.where.Columns() {
		if !s.has(column) {
			return "", false, missing(column, ", which the condition asks for")
		}
	}
	return score, long, nil
}

// weight returns the number of rows of which a line's score is a rate.
func (s *sheet) weight(l line, column string) (float64, error) {
	if !s.has("rows") {
		return 1, nil
	}
	rows, err := l.number("rows")
	if err != nil || column != "compliance_answered" || !s.has("error") {
		return rows, err
	}
	failed, err := l.number("error")
	return rows - failed, err
}

// benchmarks lists the benchmarks of a long table, sorted.
func (s *sheet) benchmarks() ([]string, error) {
	found := map[string]bool{}
	for _, l := range s.lines {
		if name := l.text("benchmark"); name != "" {
			found[name] = true
		}
	}
	if len(found) == 0 {
		return nil, errors.New("found no column benchmark with names")
	}
	return slices.Sorted(maps.Keys(found)), nil
}
