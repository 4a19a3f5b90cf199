package figure

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var nan = math.NaN()

func chart() []Chart {
	return []Chart{
		{Title: "fol", Lines: []Line{
			{Name: "one", Points: []Point{{1, 0.9, 0.8, 0.97, 0.95}, {2, 0.7, 0.6, 0.8, 0.7}, {3, nan, nan, nan, nan}}},
			{Name: "two", Points: []Point{{1, 0.5, 0.4, 0.6, nan}}},
		}},
		{Title: "regex", Lines: []Line{{Name: "two", Points: []Point{{1, 0.2, nan, nan, nan}, {5, 0.3, nan, nan, nan}}}}},
	}
}

// texts are what an SVG says.
func texts(t *testing.T, svg []byte) string {
	t.Helper()
	var all []string
	d := xml.NewDecoder(bytes.NewReader(svg))
	inText := false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return strings.Join(all, "\n")
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
		switch token := token.(type) {
		case xml.StartElement:
			inText = token.Name.Local == "text"
			if token.Name.Local == "script" {
				t.Error("a script in a figure")
			}
		case xml.CharData:
			if inText {
				all = append(all, strings.TrimSpace(string(token)))
			}
		}
	}
}

func TestLines(t *testing.T) {
	var svg, image bytes.Buffer
	axes := Axes{X: "depth", Y: "accuracy", Most: 1}
	if err := Lines(&svg, Options{Format: SVG}, chart(), axes); err != nil {
		t.Fatal(err)
	}
	said := texts(t, svg.Bytes())
	for _, want := range []string{"fol", "regex", "depth", "accuracy", "one", "two", "interval", "upper bound", "0.6", "1.0"} {
		if !strings.Contains("\n"+said+"\n", "\n"+want+"\n") {
			t.Errorf("the figure does not say %q:\n%s", want, said)
		}
	}
	var again bytes.Buffer
	// A machine without Liberation Sans drew the texts in a serif font, which did not fit.
	if n := strings.Count(svg.String(), "font-family:"); n == 0 || n != strings.Count(svg.String(), ",sans-serif") {
		t.Errorf("%d texts, of which some name one font alone", n)
	}
	if err := Lines(&again, Options{Format: SVG}, chart(), axes); err != nil || again.String() != svg.String() {
		t.Error("the same figure came out otherwise")
	}
	if err := Lines(&image, Options{Format: PNG}, chart(), axes); err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(&image)
	if err != nil {
		t.Fatal(err)
	}
	colours := map[[3]uint32]int{}
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			r, g, b, _ := picture.At(x, y).RGBA()
			colours[[3]uint32{r >> 8, g >> 8, b >> 8}]++
		}
	}
	for i := range 2 { // both lines are there in their colours
		c := palette[i]
		if n := colours[[3]uint32{uint32(c.R), uint32(c.G), uint32(c.B)}]; n < 50 {
			t.Errorf("found %d points in the colour of line %d", n, i)
		}
	}
}

func TestScatters(t *testing.T) {
	var svg bytes.Buffer
	s := Scatter{Title: "r = 0.9", X: "ours", Y: "HumanEval", Names: []string{"a", "b", "c"}, Xs: []float64{1, 2, 3}, Ys: []float64{2, 3, 5}}
	if err := Scatters(&svg, Options{Format: SVG}, []Scatter{s, s}); err != nil {
		t.Fatal(err)
	}
	said := "\n" + texts(t, svg.Bytes()) + "\n"
	for want, n := range map[string]int{"r = 0.9": 2, "ours": 2, "HumanEval": 2, "a": 1, "b": 1, "c": 1} { // the legend has the names
		if strings.Count(said, "\n"+want+"\n") != n {
			t.Errorf("the figure does not say %q %d times:\n%s", want, n, said)
		}
	}
	s.Xs = []float64{1, 1, 1} // without a trend
	if err := Scatters(io.Discard, Options{Format: SVG}, []Scatter{s}); err != nil {
		t.Error(err)
	}
}

func TestEmpty(t *testing.T) {
	for _, charts := range [][]Chart{nil, {{Title: "a"}}, {{Lines: []Line{{Points: []Point{{1, nan, nan, nan, nan}}}}}}} {
		if err := Lines(io.Discard, Options{Format: SVG}, charts, Axes{}); !errors.Is(err, ErrEmpty) {
			t.Errorf("%v: got %v", charts, err)
		}
	}
	for _, s := range [][]Scatter{nil, {{}}} {
		if err := Scatters(io.Discard, Options{Format: SVG}, s); !errors.Is(err, ErrEmpty) {
			t.Errorf("%v: got %v", s, err)
		}
	}
}

var hostileNames = []string{
	"</text><script>alert(1)</script>", "\x00\x1b[31m", "\u202e\u2066", "\xff\xfe", strings.Repeat("long", 1000), "]]>", "&amp;", "\uffff", ") Tj (", "中文",
}

// Names come from data: whatever they are, the SVG stays well-formed.
func TestHostileNames(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		hostile := rapid.OneOf(rapid.String(), rapid.SampledFrom(hostileNames))
		c := []Chart{{Title: hostile.Draw(r, "title"), Lines: []Line{{Name: hostile.Draw(r, "name"), Points: []Point{{1, 2, 0, 3, nan}, {2, 2, 1, 3, nan}}}}}}
		var svg bytes.Buffer
		if err := Lines(&svg, Options{Format: SVG}, c, Axes{X: hostile.Draw(r, "x")}); err != nil {
			r.Fatal(err)
		}
		texts(t, svg.Bytes())
	})
	for _, name := range hostileNames {
		if err := Lines(io.Discard, Options{Format: PDF, Note: name}, Charts{{Title: name, Lines: chart()[0].Lines}}, Axes{X: name}); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		least, most float64
		want        string
	}{
		{0, 1, "0.0 0.2 0.4 0.6 0.8 1.0"},
		{-0.03, 1.03, "0.0 0.2 0.4 0.6 0.8 1.0"},
		{0, 40, "0 10 20 30 40"},
		{1, 9, "2 4 6 8"},
		{-0.25, 0.25, "-0.2 -0.1 0.0 0.1 0.2"},
		{0.5, 0.52, "0.500 0.505 0.510 0.515 0.520"},
	} {
		var got []string
		for _, tick := range (roundTicks{}).Ticks(c.least, c.most) {
			got = append(got, tick.Label)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("[%v, %v]: got %s, want %s", c.least, c.most, s, c.want)
		}
	}
}

// Columns may hold any numbers: figures of them come to an end.
func TestHostileNumbers(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		number := rapid.OneOf(rapid.Float64Range(-10, 10), rapid.Float64Range(-1e18, 1e18), rapid.SampledFrom([]float64{1e18, 1e18 + 128, 0, 1e-300}))
		c := []Chart{{Lines: []Line{{Points: []Point{
			{number.Draw(r, "x"), number.Draw(r, "y"), nan, nan, nan},
			{number.Draw(r, "x"), number.Draw(r, "y"), nan, nan, nan},
		}}}}}
		if err := Lines(io.Discard, Options{Format: SVG}, c, Axes{}); err != nil {
			r.Fatal(err)
		}
	})
}

func TestFormatOf(t *testing.T) {
	for name, want := range map[string]string{"a.svg": "1", "a.png": "2", "a.pdf": "3", "a.eps": `figure "a.eps": expected a name that ends in .svg, .png or .pdf`} {
		f, err := FormatOf(name)
		got := fmt.Sprint(f)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

func TestDistributions(t *testing.T) {
	var svg bytes.Buffer
	all := []Distribution{
		{Title: "fol", X: "depth", Y: "items", Bars: []Bar{{1, 3}, {2, 7}, {5, 1}}},
		{Title: "one value", X: "depth", Y: "items", Bars: []Bar{{4, 3}}},
	}
	if err := Distributions(&svg, Options{Format: SVG}, all, 0); err != nil {
		t.Fatal(err)
	}
	said := "\n" + texts(t, svg.Bytes()) + "\n"
	for _, want := range []string{"fol", "one value", "depth", "items", "6"} {
		if !strings.Contains(said, "\n"+want+"\n") {
			t.Errorf("the figure does not say %q:\n%s", want, said)
		}
	}
	if n := strings.Count(svg.String(), "fill:#0072B2"); n != 4 {
		t.Errorf("found %d bars, expected 4", n)
	}
	for _, all := range [][]Distribution{nil, {{}}} {
		if err := Distributions(io.Discard, Options{Format: SVG}, all, 0); !errors.Is(err, ErrEmpty) {
			t.Errorf("%v: got %v", all, err)
		}
	}
}

// The axis of the steps 1 to 4 had ticks at 1.5 and 2.5.
func TestStepsHaveWholeTicks(t *testing.T) {
	var charts Charts
	for step := 1; step <= 4; step++ {
		charts.Panel("", "").Add("", Point{X: float64(step), Y: 1})
	}
	e := extentOf(charts, Axes{})
	left, right := span(e.left, e.right, 0.04)
	var labels []string
	for _, tick := range (roundTicks{whole: e.whole}).Ticks(left, right) {
		labels = append(labels, tick.Label)
	}
	if got := strings.Join(labels, " "); got != "1 2 3 4" {
		t.Errorf("ticks %s", got)
	}
}

// The symbols of logic were the same box in PNG and PDF.
func TestSymbolsOfLogicDiffer(t *testing.T) {
	charts, _ := someLines(rand.New(rand.NewPCG(1, 1)), 1, 1, 4)
	for _, format := range []Format{PNG, PDF} {
		seen := map[string]rune{}
		for _, r := range "∧∨¬→↔⊕∀∃≠⊨" {
			var b bytes.Buffer
			if err := Lines(&b, Options{Format: format, Note: string(r)}, charts, Axes{X: "depth"}); err != nil {
				t.Fatal(err)
			}
			if other, ok := seen[b.String()]; ok {
				t.Errorf("%v: %c and %c look the same", format, other, r)
			}
			seen[b.String()] = r
		}
	}
}
