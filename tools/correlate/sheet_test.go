package correlate

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/analyze/table"
)

// none selects every line.
var none table.Condition

func TestReadScores(t *testing.T) {
	const wide = "model,accuracy,n\nA,0.5,10\nb,0.75,20\nc,,5\n"
	const long = "model,benchmark,score,source\na,HE,61,\"X, 2024\"\nB,HE,70,Y\na,BBH,20,Z\n"
	const grouped = "model,depth,rows,error,compliance_answered,accuracy_low\na,1,5,0,1,1\na,2,5,5,,0.5\nb,1,1,0,1,0\nb,2,1,0,0,1\n"
	for _, c := range []struct{ name, in, column, where, want string }{
		{"wide", wide, "accuracy", "", "a=0.5 b=0.75"},
		{"long", long, "HE", "", "a=61 b=70"},
		{"long, few", long, "BBH", "", "a=20"},
		{"unknown benchmark", long, "GSM8K", "", `no benchmark "GSM8K": found BBH, HE`},
		{"unknown column", wide, "recall", "", "found columns model, accuracy, n, expected recall, or benchmark and score"},
		{"no model", "name,x\na,1\n", "x", "", "found columns name, x, expected model, by which scores are joined"},
		{"empty", "", "x", "", "line 1: found an empty file, expected a header"},
		{"no number", "model,x\na,1\nb,high\n", "x", "", `line 3: x: found "high", expected a number`},
		{"twice", "model,x\na,1\na,2\n", "x", "", "line 3: second score of x for model a"},
		{"weighted", grouped, "accuracy_low", "", "a=0.75 b=0.5"},
		{"weighted by answers", grouped, "compliance_answered", "", "a=1 b=0.5"},
		{"some lines", grouped, "accuracy_low", "depth <= 1", "a=1 b=0"},
		{"unknown condition", grouped, "accuracy_low", "width < 1", "found columns model, depth, rows, error, compliance_answered, accuracy_low, expected width, which the condition asks for"},
		{"no weight", "model,x,rows\na,1,many\n", "x", "", `line 2: rows: found "many", expected a number`},
		{"more errors than rows", "model,compliance_answered,rows,error\na,1,3,4\n", "compliance_answered", "", "line 2: error: found 4, expected at most the number of rows, 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			where, err := table.ParseCondition(c.where)
			if err != nil {
				t.Fatal(err)
			}
			var points map[point]float64
			in, err := readCSV(strings.NewReader(c.in))
			if err == nil {
				points, _, err = score{"", c.column, in}.points(byModel, where)
			}
			var got []string
			if err != nil {
				got = []string{err.Error()}
			}
			for _, at := range slices.Sorted(maps.Keys(points)) {
				got = append(got, fmt.Sprintf("%s=%v", at, points[at]))
			}
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("got %s, want %s", s, c.want)
			}
		})
	}
}

func TestBenchmarks(t *testing.T) {
	for text, want := range map[string]string{
		"model,benchmark,score\na,B,1\na,A,2\nb,B,3\n": "[A B]",
		"model,x\na,1\n": "[]",
	} {
		in, err := readCSV(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(in.benchmarks()); got != want {
			t.Errorf("%q: found %s, expected %s", text, got, want)
		}
	}
}

// TestTableOfMetricsIsASheet: a table that metrics writes has the scores of its lines.
func TestTableOfMetricsIsASheet(t *testing.T) {
	written := &table.Table{
		Columns: append(table.Strings("model"), append(table.Ints("rows"), table.Floats("x")...)...),
		Rows:    [][]any{{"a", int64(1), 0.25}, {"a", int64(3), 1.25}, {"b", int64(2), math.NaN()}, {nil, int64(6), 7.0}},
	}
	var b bytes.Buffer
	if err := written.Write(&b, table.CSV); err != nil {
		t.Fatal(err)
	}
	in, err := readCSV(&b)
	if err != nil {
		t.Fatal(err)
	}
	where, err := table.ParseCondition("rows <= 3 and model ~ '^[aA]'")
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := score{"", "x", in}.points(byModel, where)
	if want := (map[point]float64{"a": 1}); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("found %v, %v, expected %v", got, err, want)
	}
}

// Any file has scores that are finite, or an error.
func FuzzReadScores(f *testing.F) {
	f.Add("model,accuracy,n\nA,0.5,10\nb,0.75,20\n", "accuracy")
	f.Add("model,benchmark,score\na,HE,61\n", "HE")
	f.Add("model,depth,rows,error,compliance\na,1,5,0,1\na,2,5,5,\n", "compliance")
	f.Add("model,x,rows\na,1e308,9\na,1e308,9\n", "x")
	f.Fuzz(func(t *testing.T, table, column string) {
		in, err := readCSV(strings.NewReader(table))
		if err != nil {
			return
		}
		points, _, err := score{"", column, in}.points(byModel, none)
		if err != nil {
			return
		}
		for model, x := range points {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Errorf("%q has the score %v", model, x)
			}
		}
	})
}

// A mean over lines was off in its last digits, so that equal scores were not tied.
func TestMeansOfLinesLostTies(t *testing.T) {
	in, err := readCSV(strings.NewReader("model,rows,x\na,1,0.1\na,1,0.2\nb,2,0.15\nc,3,0.3333333333333333\nc,3,0.6666666666666666\nd,7,0.5\ne,3,0.1\n"))
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := score{"", "x", in}.points(byModel, none)
	if want := (map[point]float64{"a": 0.15, "b": 0.15, "c": 0.5, "d": 0.5, "e": 0.1}); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("found %v, %v, expected %v", got, err, want)
	}
}

// Integers of more than 53 bits are joined and selected by all their digits.
func TestLargeIntegersOfSheets(t *testing.T) {
	in, err := readCSV(strings.NewReader("n,x\n9007199254740993,1\n9007199254740992,2\n1000000,3\n"))
	if err != nil {
		t.Fatal(err)
	}
	for condition, want := range map[string]map[point]float64{
		"":                     {"9007199254740993": 1, "9007199254740992": 2, "1000000": 3},
		"n > 9007199254740992": {"9007199254740993": 1},
	} {
		where, err := table.ParseCondition(condition)
		if err != nil {
			t.Fatal(err)
		}
		got, _, err := score{"", "x", in}.points(&joiner{columns: []string{"n"}}, where)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: found %v, %v, expected %v", condition, got, err, want)
		}
	}
}
