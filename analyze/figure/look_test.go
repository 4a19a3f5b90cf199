package figure

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// drawn draws a figure as SVG, and reads it again.
func drawn(t *testing.T, draw func(w *bytes.Buffer) error) picture {
	t.Helper()
	var svg bytes.Buffer
	if err := draw(&svg); err != nil {
		t.Fatal(err)
	}
	return see(t, svg.Bytes())
}

// someLines are lines of points with random values and intervals, in panels.
func someLines(r *rand.Rand, panels, lines, points int) (c Charts, total int) {
	for p := range panels {
		for l := range lines {
			for x := range points {
				y := r.Float64()
				if r.IntN(8) == 0 {
					y = nan
				} else {
					total++
				}
				c.Panel(fmt.Sprint("panel ", p), "accuracy").Add(fmt.Sprint("meta-llama/Llama-3-", l), Point{float64(x), y, y * 0.8, y*0.8 + 0.2, min(1, y*1.1)})
			}
		}
	}
	return c, total
}

// Each number is drawn as one mark, and each line has one in the legend.
func TestMarksAreTheNumbersOfTheTable(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	for _, lines := range []int{1, 3, 5, 9, 15} {
		for _, panels := range []int{1, 2, 5} {
			charts, total := someLines(r, panels, lines, 4)
			axes := Axes{X: "depth", Most: 1}
			p := drawn(t, func(w *bytes.Buffer) error { return Lines(w, Options{Format: SVG}, charts, axes) })
			p.checkTexts(t)
			if n := p.marks(); n != total+lines {
				t.Errorf("%d lines in %d panels: %d marks, want %d points and %d lines of the legend", lines, panels, n, total, lines)
			}
			categories := []string{"one", "two", "three", "four"}
			p = drawn(t, func(w *bytes.Buffer) error { return Dots(w, Options{Format: SVG}, charts, categories, axes) })
			p.checkTexts(t)
			if n := p.marks(); n != total+lines {
				t.Errorf("%d lines of dots in %d panels: %d marks, want %d and %d", lines, panels, n, total, lines)
			}
		}
	}
}

// Figures with more than four lines had no bands.
func TestEachLineHasItsBand(t *testing.T) {
	charts, _ := someLines(rand.New(rand.NewPCG(3, 4)), 2, 9, 5)
	p := drawn(t, func(w *bytes.Buffer) error {
		return Lines(w, Options{Format: SVG}, charts, Axes{Intervals: []string{"95% Wilson"}})
	})
	titles, bands, named := 0, 0, 0
	for _, text := range p.texts {
		titles += strings.Count(text.text, "panel 0")
		named += strings.Count(text.text, "95% Wilson")
	}
	for _, path := range p.paths {
		if path.fill && path.right-path.left > 50 && path.ink != "#FFFFFF" {
			bands++
		}
	}
	if titles != 1 || bands != 18 || named != 1 {
		t.Errorf("%d panels of the first chart, %d bands, %d names, want 1, 18 and 1", titles, bands, named)
	}
}

// With a title, a width and a height, texts are cut and ticks left out instead of
// covering each other. What is too small is refused.
func TestSizes(t *testing.T) {
	charts, _ := someLines(rand.New(rand.NewPCG(7, 8)), 3, 3, 5)
	bars := []Bar{{1, 3}, {2, 7}, {5, 1}}
	scores := Charts{{Lines: []Line{{Points: []Point{{0, 0.8, 0.5, 0.9, nan}, {1, 0.4, nan, nan, nan}}}}}}
	scatter := Scatter{Title: "r = 0.90 (p < 0.001), ρ = 1.00 (p = 0.003)", X: "ours", Y: "HumanEval", Names: []string{"a", "b"}, Xs: []float64{0.12345, 0.12346}, Ys: []float64{2, 3}}
	kinds := map[string]func(*bytes.Buffer, Options) error{
		"lines": func(w *bytes.Buffer, o Options) error {
			return Lines(w, o, charts, Axes{X: "number of operators", Most: 1, Intervals: []string{"95% Wilson"}, Uppers: []string{"upper bound: unknown rows count as right"}})
		},
		"dots": func(w *bytes.Buffer, o Options) error {
			return Dots(w, o, charts, []string{"a", "b", "c", "d", "a category"}, Axes{X: "model", Most: 1})
		},
		"scores": func(w *bytes.Buffer, o Options) error {
			return Dots(w, o, scores, []string{"FOLIO(R; NL)", "a benchmark with a rather long name"}, Axes{Y: "predictive power", Most: 1})
		},
		"distributions": func(w *bytes.Buffer, o Options) error {
			return Distributions(w, o, []Distribution{{Title: "fol", X: "depth", Y: "items", Bars: bars}}, 0)
		},
		"scatters": func(w *bytes.Buffer, o Options) error { return Scatters(w, o, []Scatter{scatter, scatter}) },
	}
	for name, draw := range kinds {
		t.Run(name, func(t *testing.T) {
			drawn(t, func(w *bytes.Buffer) error {
				return draw(w, Options{Format: SVG, Note: "A long title of a figure, which has to be broken into several lines"})
			}).checkTexts(t)
		})
	}
}
