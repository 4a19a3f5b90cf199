package correlate

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Scores maps each model to its score.
type Scores map[string]float64

// ReadScores reads the score called column from a CSV with a header. The table
// is either wide, with the columns model and the one asked for, or long, with
// the columns model, benchmark and score, of which the lines of the benchmark
// asked for are taken. Lines without a model or without a score are passed
// over; a second score for a model is an error, since it is not clear which is
// meant. Names of models are compared in lower case.
func ReadScores(r io.Reader, column string) (Scores, error) {
	cr := csv.NewReader(r)
	cr.TrimLeadingSpace = true
	head, err := cr.Read()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("line 1: found an empty file, expected a header")
	} else if err != nil {
		return nil, err
	}
	model := slices.Index(head, "model")
	if model < 0 {
		return nil, fmt.Errorf("line 1: found columns %s, expected one called model", strings.Join(head, ", "))
	}
	score, benchmark := slices.Index(head, column), -1
	if score < 0 {
		score, benchmark = slices.Index(head, "score"), slices.Index(head, "benchmark")
		if score < 0 || benchmark < 0 {
			return nil, fmt.Errorf("line 1: found columns %s, expected %s, or benchmark and score", strings.Join(head, ", "), column)
		}
	}
	scores, others := Scores{}, []string{}
	for {
		line, err := cr.Read()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		if benchmark >= 0 && line[benchmark] != column {
			others = append(others, line[benchmark])
			continue
		}
		if line[model] == "" || line[score] == "" {
			continue
		}
		n, _ := cr.FieldPos(score)
		x, err := strconv.ParseFloat(line[score], 64)
		if err != nil {
			return nil, fmt.Errorf("line %d: %s: found %q, expected a number", n, head[score], line[score])
		}
		name := strings.ToLower(line[model])
		if _, twice := scores[name]; twice {
			return nil, fmt.Errorf("line %d: second score of %s for model %s", n, column, line[model])
		}
		scores[name] = x
	}
	if len(scores) == 0 && benchmark >= 0 {
		slices.Sort(others)
		return nil, fmt.Errorf("no benchmark %q: found %s", column, strings.Join(slices.Compact(others), ", "))
	}
	return scores, nil
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
