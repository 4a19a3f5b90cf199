package correlate

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/analyze/table"
)

// Scores maps each model to its score. Names of models are in lower case.
type Scores map[string]float64

// A Category holds the scores of the lines that have one value in the column
// grouped by.
type Category struct {
	Name   string // empty where nothing is grouped
	Scores Scores
}

// A Query selects a score of a table.
type Query struct {
	Column string
	Where  table.Condition // of the lines
	By     string          // column of categories; empty for one of all lines
}

// ReadScores reads a score from a CSV with a header. The table is either wide,
// with the columns model and the one asked for, or long, with the columns
// model, benchmark and score, of which the lines of the benchmark asked for are
// taken. Lines without a model or without a score are ignored.
//
// Where a category has several lines of a model and the table a column rows, as
// those of metrics do, the score is the mean weighted by the rows that it is a
// rate of: those without an error for a compliance, else all. Without a column
// rows a second score for a model is an error, since it is not clear which is
// meant. Categories come in the order in which they first occur.
func ReadScores(r io.Reader, q Query) ([]Category, error) {
	t, err := openScores(r, q)
	if err != nil {
		return nil, err
	}
	for {
		line, err := t.csv.Read()
		if errors.Is(err, io.EOF) {
			return t.categories()
		} else if err != nil {
			return nil, err
		}
		if err := t.add(line); err != nil {
			return nil, err
		}
	}
}

// A scoreTable is a table being read.
type scoreTable struct {
	q                                             Query
	csv                                           *csv.Reader
	head                                          []string
	model, score, benchmark, by, rows, errorCount int // places of columns; −1 for none
	others                                        []string
	sums                                          map[string]map[string]*weighted
	order                                         []string
}

type weighted struct{ sum, weight float64 }

func openScores(r io.Reader, q Query) (*scoreTable, error) {
	t := &scoreTable{q: q, csv: csv.NewReader(r), sums: map[string]map[string]*weighted{}}
	t.csv.TrimLeadingSpace = true
	head, err := t.csv.Read()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("line 1: found an empty file, expected a header")
	} else if err != nil {
		return nil, err
	}
	t.head = head
	place := func(name string) int { return slices.Index(head, name) }
	if t.model = place("model"); t.model < 0 {
		return nil, fmt.Errorf("line 1: found columns %s, expected one called model", strings.Join(head, ", "))
	}
	t.score, t.benchmark = place(q.Column), -1
	if t.score < 0 {
		t.score, t.benchmark = place("score"), place("benchmark")
		if t.score < 0 || t.benchmark < 0 {
			return nil, fmt.Errorf("line 1: found columns %s, expected %s, or benchmark and score", strings.Join(head, ", "), q.Column)
		}
	}
	t.by, t.rows, t.errorCount = place(q.By), place("rows"), place("error")
	if q.By != "" && t.by < 0 {
		return nil, fmt.Errorf("line 1: found columns %s, expected %s", strings.Join(head, ", "), q.By)
	}
	for _, column := range q.Where.Columns() {
		if place(column) < 0 {
			return nil, fmt.Errorf("line 1: found columns %s, expected %s, which the condition asks for", strings.Join(head, ", "), column)
		}
	}
	return t, nil
}

// A csvLine is a line as a filter reads it: cells are numbers where they can be.
type csvLine struct{ head, cells []string }

// Get finds a cell by its column; an empty cell is missing.
func (l csvLine) Get(column string) (any, bool) {
	i := slices.Index(l.head, column)
	if i < 0 || l.cells[i] == "" {
		return nil, false
	}
	if x, err := strconv.ParseFloat(l.cells[i], 64); err == nil {
		return x, true
	}
	return l.cells[i], true
}

func (t *scoreTable) add(line []string) error {
	if t.benchmark >= 0 && line[t.benchmark] != t.q.Column {
		t.others = append(t.others, line[t.benchmark])
		return nil
	}
	if line[t.model] == "" || line[t.score] == "" || !t.q.Where.Match(csvLine{t.head, line}) {
		return nil
	}
	n, _ := t.csv.FieldPos(t.score)
	number := func(i int) (float64, error) {
		x, err := strconv.ParseFloat(line[i], 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return 0, fmt.Errorf("line %d: %s: found %q, expected a number", n, t.head[i], line[i])
		}
		return x, nil
	}
	x, err := number(t.score)
	if err != nil {
		return err
	}
	weight := 1.0
	if t.rows >= 0 {
		if weight, err = number(t.rows); err != nil {
			return err
		}
		if strings.HasPrefix(t.q.Column, "compliance") && t.errorCount >= 0 {
			failed, err := number(t.errorCount)
			if err != nil {
				return err
			}
			weight -= failed
		}
	}
	category, model := "", strings.ToLower(line[t.model])
	if t.by >= 0 {
		category = line[t.by]
	}
	sums := t.sums[category]
	if sums == nil {
		sums = map[string]*weighted{}
		t.sums[category], t.order = sums, append(t.order, category)
	}
	if sums[model] == nil {
		sums[model] = &weighted{}
	} else if t.rows < 0 {
		return fmt.Errorf("line %d: second score of %s for model %s", n, t.q.Column, line[t.model])
	}
	sums[model].sum += weight * x
	sums[model].weight += weight
	return nil
}

func (t *scoreTable) categories() ([]Category, error) {
	if len(t.sums) == 0 && t.benchmark >= 0 && !slices.Contains(t.others, t.q.Column) {
		slices.Sort(t.others)
		return nil, fmt.Errorf("no benchmark %q: found %s", t.q.Column, strings.Join(slices.Compact(t.others), ", "))
	}
	var all []Category
	for _, name := range t.order {
		c := Category{Name: name, Scores: Scores{}}
		for model, w := range t.sums[name] {
			if !(w.weight > 0) {
				continue
			}
			mean := w.sum / w.weight
			if math.IsNaN(mean) || math.IsInf(mean, 0) {
				return nil, fmt.Errorf("%s of model %s: found lines without a finite mean", t.q.Column, model)
			}
			c.Scores[model] = mean
		}
		all = append(all, c)
	}
	return all, nil
}

// Benchmarks lists the benchmarks of a long table, sorted.
func Benchmarks(r io.Reader) ([]string, error) {
	lines, err := csv.NewReader(r).ReadAll()
	if err != nil {
		return nil, err
	}
	var names []string
	if len(lines) > 0 {
		if i := slices.Index(lines[0], "benchmark"); i >= 0 {
			for _, line := range lines[1:] {
				names = append(names, line[i])
			}
		}
	}
	if len(names) == 0 {
		return nil, errors.New("found no column benchmark with names")
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// Join pairs the scores of the models that both have, in the order of their
// names.
func Join(x, y Scores) (models []string, xs, ys []float64) {
	for m := range x {
		if _, both := y[m]; both {
			models = append(models, m)
		}
	}
	slices.Sort(models)
	for _, m := range models {
		xs, ys = append(xs, x[m]), append(ys, y[m])
	}
	return models, xs, ys
}
