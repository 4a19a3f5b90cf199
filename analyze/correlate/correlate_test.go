package correlate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/analyze/filter"
)

// close compares to 1e-9, relative above 1; NaN is close to NaN.
func close(a, b float64) bool {
	return math.Abs(a-b) <= 1e-9*max(1, math.Abs(a)) || math.IsNaN(a) && math.IsNaN(b)
}

// The expected r and p were computed with scipy.stats.pearsonr 1.16.2; the
// pairs are counted by hand.
func TestOf(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name   string
		xs, ys []float64
		want   Result
	}{
		{"line", []float64{1, 2, 3}, []float64{10, 20, 30}, Result{Models: 3, Pearson: 1, P: 0, Power: 1, Pairs: 3, Concordant: 3}},
		{"falling", []float64{1, 2, 3, 4}, []float64{4, 3, 2, 1}, Result{Models: 4, Pearson: -1, P: 0, Power: 0, Pairs: 6}},
		{"two models", []float64{1, 2}, []float64{5, 9}, Result{Models: 2, Pearson: 1, P: nan, Power: 1, Pairs: 1, Concordant: 1}},
		{"constant x", []float64{1, 1, 1}, []float64{1, 2, 3}, Result{Models: 3, Pearson: nan, P: nan, Power: 0, Pairs: 3, TiesX: 3}},
		{"constant y", []float64{1, 2, 3}, []float64{7, 7, 7}, Result{Models: 3, Pearson: nan, P: nan, Power: nan, TiesY: 3}},
		{
			"scatter",
			[]float64{0.1, 0.4, 0.35, 0.8, 0.4},
			[]float64{20, 60, 30, 50, 60},
			Result{Models: 5, Pearson: 0.564741871507135, P: 0.32124643300943645, Power: 7.0 / 9, Pairs: 9, Concordant: 7, TiesY: 1},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Of(c.xs, c.ys)
			if err != nil {
				t.Fatal(err)
			}
			if !close(got.Pearson, c.want.Pearson) || !close(got.P, c.want.P) || !close(got.Power, c.want.Power) {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
			if got.Pairs != c.want.Pairs || got.Concordant != c.want.Concordant || got.TiesX != c.want.TiesX || got.TiesY != c.want.TiesY {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

func TestOfRefuses(t *testing.T) {
	for _, c := range [][2][]float64{
		{{1}, {2}},
		{{1, 2}, {1}},
		{{1, math.NaN()}, {1, 2}},
		{{1, 2}, {1, math.Inf(1)}},
	} {
		if r, err := Of(c[0], c[1]); err == nil {
			t.Errorf("Of(%v, %v) = %+v, want an error", c[0], c[1], r)
		}
	}
}

func TestOfProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 12).Draw(t, "n")
		score := rapid.Float64Range(0, 1)
		xs, ys := rapid.SliceOfN(score, n, n).Draw(t, "xs"), rapid.SliceOfN(score, n, n).Draw(t, "ys")
		r, err := Of(xs, ys)
		if err != nil {
			t.Fatal(err)
		}
		if r.Pairs+r.TiesY != n*(n-1)/2 {
			t.Errorf("%d pairs and %d ties of %d models", r.Pairs, r.TiesY, n)
		}
		if r.Pearson < -1 || r.Pearson > 1 || r.P < 0 || r.P > 1 {
			t.Errorf("out of range: %+v", r)
		}
		// Turning x round swaps concordant and discordant pairs.
		turned := make([]float64, n)
		for i, x := range xs {
			turned[i] = -x
		}
		if s, _ := Of(turned, ys); s.Concordant != r.Pairs-r.TiesX-r.Concordant || !close(s.Pearson, -r.Pearson) {
			t.Errorf("turned round: %+v against %+v", s, r)
		}
	})
}

func TestReadScores(t *testing.T) {
	const wide = "model,accuracy,n\nA,0.5,10\nb,0.75,20\nc,,5\n"
	const long = "model,benchmark,score,source\na,HE,61,\"X, 2024\"\nB,HE,70,Y\na,BBH,20,Z\n"
	const grouped = "model,depth,rows,error,compliance,accuracy_low\na,1,5,0,1,1\na,2,5,5,,0.5\nb,1,1,0,1,0\nb,2,1,0,0,1\n"
	for _, c := range []struct{ name, in, column, where, by, want string }{
		{"wide", wide, "accuracy", "", "", "a=0.5 b=0.75"},
		{"long", long, "HE", "", "", "a=61 b=70"},
		{"long, few", long, "BBH", "", "", "a=20"},
		{"unknown benchmark", long, "GSM8K", "", "", `no benchmark "GSM8K": found BBH, HE`},
		{"unknown column", wide, "recall", "", "", "line 1: found columns model, accuracy, n, expected recall, or benchmark and score"},
		{"no model", "name,x\na,1\n", "x", "", "", "line 1: found columns name, x, expected one called model"},
		{"empty", "", "x", "", "", "line 1: found an empty file, expected a header"},
		{"no number", "model,x\na,1\nb,high\n", "x", "", "", `line 3: x: found "high", expected a number`},
		{"twice", "model,x\na,1\nA,2\n", "x", "", "", "line 3: second score of x for model A"},
		{"weighted", grouped, "accuracy_low", "", "", "a=0.75 b=0.5"},
		{"weighted by answers", grouped, "compliance", "", "", "a=1 b=0.5"},
		{"some lines", grouped, "accuracy_low", "depth <= 1", "", "a=1 b=0"},
		{"categories", grouped, "accuracy_low", "", "depth", "1: a=1 b=0 2: a=0.5 b=1"},
		{"unknown category", grouped, "accuracy_low", "", "width", "line 1: found columns model, depth, rows, error, compliance, accuracy_low, expected width"},
		{"unknown condition", grouped, "accuracy_low", "width < 1", "", "line 1: found columns model, depth, rows, error, compliance, accuracy_low, expected width, which the condition asks for"},
		{"no weight", "model,x,rows\na,1,many\n", "x", "", "", `line 2: rows: found "many", expected a number`},
	} {
		t.Run(c.name, func(t *testing.T) {
			where, err := filter.Parse(c.where)
			if err != nil {
				t.Fatal(err)
			}
			categories, err := ReadScores(strings.NewReader(c.in), Query{Column: c.column, Where: where, By: c.by})
			var got []string
			if err != nil {
				got = []string{err.Error()}
			}
			for _, category := range categories {
				if c.by != "" {
					got = append(got, category.Name+":")
				}
				models, xs, _ := Join(category.Scores, category.Scores)
				for i, m := range models {
					got = append(got, fmt.Sprintf("%s=%v", m, xs[i]))
				}
			}
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("got %s, want %s", s, c.want)
			}
		})
	}
}

func TestJoinTakesModelsOfBoth(t *testing.T) {
	models, xs, ys := Join(Scores{"a": 1, "b": 2, "z": 9}, Scores{"b": 20, "a": 10, "y": 8})
	if strings.Join(models, "") != "ab" || xs[1] != 2 || ys[1] != 20 {
		t.Errorf("got %v %v %v", models, xs, ys)
	}
}

func TestBenchmarks(t *testing.T) {
	got, err := Benchmarks(strings.NewReader("model,benchmark,score\na,B,1\na,A,2\nb,B,3\n"))
	if err != nil || strings.Join(got, " ") != "A B" {
		t.Errorf("got %v, %v", got, err)
	}
	if _, err := Benchmarks(strings.NewReader("model,x\na,1\n")); err == nil {
		t.Error("found benchmarks in a wide table")
	}
}

func TestIntervals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(4, 12).Draw(t, "n")
		score := rapid.Float64Range(0, 1)
		xs, ys := rapid.SliceOfN(score, n, n).Draw(t, "xs"), rapid.SliceOfN(score, n, n).Draw(t, "ys")
		seed := rapid.Uint64().Draw(t, "seed")
		in := IntervalsOf(xs, ys, 0.9, 60, seed)
		for name, i := range map[string]Interval{"r": in.Pearson, "rho": in.Spearman, "tau": in.Kendall, "power": in.Power} {
			least := -1.0
			if name == "power" {
				least = 0
			}
			if !math.IsNaN(i.Low) && !(least <= i.Low && i.Low <= i.High && i.High <= 1) {
				t.Errorf("%s: [%v, %v]", name, i.Low, i.High)
			}
		}
		if again := IntervalsOf(xs, ys, 0.9, 60, seed); fmt.Sprint(again) != fmt.Sprint(in) {
			t.Errorf("the same seed gave %v and %v", in, again)
		}
	})
	// Resamples of a line are lines.
	in := IntervalsOf([]float64{1, 2, 3, 4}, []float64{2, 4, 6, 8}, 0.95, 100, 1)
	for _, i := range []Interval{in.Spearman, in.Kendall, in.Power} {
		if !close(i.Low, 1) || !close(i.High, 1) {
			t.Errorf("of a line: %+v", in)
		}
	}
}

// About 95 in 100 intervals hold the predictive power of the population: here
// of normal pairs, of which it is 1/2 + asin(r)/π (W. F. Sheppard, 1899).
func TestPowerIntervalCovers(t *testing.T) {
	const r, models, trials = 0.7, 30, 150
	truth := 0.5 + math.Asin(r)/math.Pi
	random := rand.New(rand.NewPCG(1, 2))
	held := 0
	for k := range trials {
		xs, ys := make([]float64, models), make([]float64, models)
		for i := range xs {
			xs[i] = random.NormFloat64()
			ys[i] = r*xs[i] + math.Sqrt(1-r*r)*random.NormFloat64()
		}
		if in := IntervalsOf(xs, ys, 0.95, 200, uint64(k)).Power; in.Low <= truth && truth <= in.High {
			held++
		}
	}
	if share := float64(held) / trials; share < 0.88 || share > 0.99 {
		t.Errorf("%v of the intervals hold %v", share, truth)
	}
}

// Any file has scores that are finite, or an error.
func FuzzReadScores(f *testing.F) {
	f.Add("model,accuracy,n\nA,0.5,10\nb,0.75,20\n", "accuracy", "")
	f.Add("model,benchmark,score\na,HE,61\n", "HE", "")
	f.Add("model,depth,rows,error,compliance\na,1,5,0,1\na,2,5,5,\n", "compliance", "depth")
	f.Add("model,x,rows\na,1e308,9\na,1e308,9\n", "x", "")
	f.Fuzz(func(t *testing.T, table, column, by string) {
		categories, err := ReadScores(strings.NewReader(table), Query{Column: column, By: by})
		if err != nil {
			return
		}
		for _, c := range categories {
			for model, x := range c.Scores {
				if math.IsNaN(x) || math.IsInf(x, 0) {
					t.Errorf("%q has the score %v", model, x)
				}
			}
		}
	})
}
