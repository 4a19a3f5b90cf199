package correlate

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/data"
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
	cells map[string]string
	at    string
}

// Get returns the value of a cell; see table.Row. If the text is a number, Get converts it.
func (l line) Get(column string) (any, bool) {
	text, found := l.cells[column]
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n, true
	}
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		return x, true
	}
	return text, found
}

// number returns a cell as a finite number.
func (l line) number(column string) (float64, error) {
	x, err := strconv.ParseFloat(l.cells[column], 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, fmt.Errorf("%s: %s: found %q, expected a number", l.at, column, l.cells[column])
	}
	return x, nil
}

// open reads the table in a file, or the published scores.
func open(name string) (*sheet, error) {
	if name == "published" {
		return embeddedSheet("scores/benchmarks.csv")
	}
	if filepath.Ext(name) != ".csv" {
		return nil, cli.Usagef("expected a table in CSV, as metrics --by model -o scores.csv writes")
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close() // the file was only read
	s, err := readCSV(f)
	if err == nil && s.lines == nil {
		return nil, errors.New("found a header without rows, expected rows with scores")
	}
	return s, err
}

// embeddedSheet reads a table of package data.
func embeddedSheet(name string) (*sheet, error) {
	content, err := data.FS.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return readCSV(bytes.NewReader(content))
}

// byteOrderMark begins the files of some programs, such as Excel.
const byteOrderMark = "\uFEFF"

// readCSV reads a table with a header. Empty cells have no value.
func readCSV(r io.Reader) (*sheet, error) {
	from := bufio.NewReader(r)
	if mark, _ := from.Peek(len(byteOrderMark)); string(mark) == byteOrderMark {
		from.Discard(len(byteOrderMark))
	}
	in := csv.NewReader(from)
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
		l := line{map[string]string{}, fmt.Sprintf("line %d", n)}
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

func (s *sheet) has(column string) bool { return slices.Contains(s.columns, column) }

// benchmarks lists the benchmarks of a long table, sorted.
func (s *sheet) benchmarks() []string {
	found := map[string]bool{}
	for _, l := range s.lines {
		if name := l.cells["benchmark"]; name != "" {
			found[name] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// A score is a score of the points in a sheet: a column or, in a long table, a benchmark.
type score struct {
	name   string // NAME:COLUMN
	column string
	of     *sheet
}

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

// points returns the score of each point, over the lines that meet a condition. Lines
// without a score are ignored, and lines that lack a column of the point, such as totals.
// partial counts the lines that have some but not all columns of the point.
//
// If the table has a column rows, like the tables of metrics, the score of several lines is
// their mean, weighted by their rows; for compliance_answered, by the rows without an
// error. Without a column rows, a second score of a point is an error, because it is not
// clear which one is meant. So is a second name of one model.
func (s score) points(j *joiner, where table.Condition) (points map[point]float64, partial int, err error) {
	column, err := s.check(j, where)
	if err != nil {
		return nil, 0, err
	}
	means, written := map[point]*weighted{}, map[string]string{}
	for _, l := range s.of.lines {
		if column != s.column && l.cells["benchmark"] != s.column || l.cells[column] == "" || !where.Match(l) {
			continue
		}
		at, lacks := j.pointOf(l)
		if lacks {
			if slices.ContainsFunc(j.columns, func(name string) bool { return l.cells[name] != "" }) {
				partial++
			}
			continue
		}
		if name, model := strings.ToLower(l.cells[keyModel]), j.aliases.model(l.cells[keyModel]); j.byModel() {
			if other, found := written[model]; found && other != name {
				return nil, 0, fmt.Errorf("%s: %s and %s are names of one model, expected one of them; --aliases can part them", l.at, other, name)
			}
			written[model] = name
		}
		x, err := l.number(column)
		if err != nil {
			return nil, 0, err
		}
		weight, err := s.weight(l)
		if err != nil {
			return nil, 0, err
		}
		mean := means[at]
		if mean == nil {
			mean = &weighted{only: x}
			means[at] = mean
		} else if !s.of.has("rows") {
			return nil, 0, fmt.Errorf("%s: second score of %s for %s %s", l.at, s.column, strings.Join(j.columns, ", "), at)
		}
		mean.sum += weight * x
		mean.weight += weight
		mean.lines++
	}
	points = map[point]float64{}
	for at, w := range means {
		if !(w.weight > 0) {
			continue
		}
		mean := w.mean()
		if math.IsNaN(mean) || math.IsInf(mean, 0) {
			return nil, 0, fmt.Errorf("%s of %s %s: found lines without a finite mean", s.column, strings.Join(j.columns, ", "), at)
		}
		points[at] = mean
	}
	return points, partial, nil
}

// check returns the column with the score's numbers. A missing column is an error.
func (s score) check(j *joiner, where table.Condition) (column string, err error) {
	missing := func(name, use string) error {
		return cli.Usagef("found columns %s, expected %s%s%s", strings.Join(s.of.columns, ", "), name, use, cli.Nearest(name, s.of.columns))
	}
	for _, name := range j.columns {
		if !s.of.has(name) {
			return "", missing(name, ", by which scores are joined")
		}
	}
	for _, name := range where.Columns() {
		if !s.of.has(name) {
			return "", missing(name, ", which the condition asks for")
		}
	}
	if s.of.has(s.column) {
		return s.column, nil
	}
	if !s.of.has("score") || !s.of.has("benchmark") {
		return "", missing(s.column, ", or benchmark and score")
	}
	if names := s.of.benchmarks(); !slices.Contains(names, s.column) {
		return "", cli.Usagef("no benchmark %q: found %s%s", s.column, strings.Join(names, ", "), cli.Nearest(s.column, names))
	}
	return "score", nil
}

// weight returns the number of rows of which a line's score is a rate.
func (s score) weight(l line) (float64, error) {
	if !s.of.has("rows") {
		return 1, nil
	}
	rows, err := l.number("rows")
	if rows < 0 {
		return 0, fmt.Errorf("%s: rows: found %s, expected 0 or more", l.at, l.cells["rows"])
	}
	if err != nil || s.column != "compliance_answered" || !s.of.has("error") {
		return rows, err
	}
	failed, err := l.number("error")
	if err == nil && failed > rows {
		err = fmt.Errorf("%s: error: found %s, expected at most the number of rows, %s", l.at, l.cells["error"], l.cells["rows"])
	}
	return rows - failed, err
}
