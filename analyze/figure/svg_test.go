package figure

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

// A box is the bounding box of something drawn, in points from the upper left corner.
type box struct{ left, top, right, bottom float64 }

func (b box) overlaps(o box) bool {
	return b.left < o.right && o.left < b.right && b.top < o.bottom && o.top < b.bottom
}

func (b box) within(o box) bool {
	return b.left >= o.left && b.right <= o.right && b.top >= o.top && b.bottom <= o.bottom
}

func (b box) center() (x, y float64) { return (b.left + b.right) / 2, (b.top + b.bottom) / 2 }

// A piece is a text or a path of a drawing.
type piece struct {
	box
	text string
	size float64 // of the text
	fill bool    // whether a path is filled
	ink  string  // the colour of a path, as SVG writes it
}

// A picture is an SVG as a viewer sees it: this reader knows nothing of the package.
type picture struct {
	page         box
	texts, paths []piece
}

// A matrix is an affine transformation: x' = a·x + c·y + e, y' = b·x + d·y + f.
type matrix struct{ a, b, c, d, e, f float64 }

func (m matrix) times(n matrix) matrix {
	return matrix{
		m.a*n.a + m.c*n.b, m.b*n.a + m.d*n.b, m.a*n.c + m.c*n.d, m.b*n.c + m.d*n.d,
		m.a*n.e + m.c*n.f + m.e, m.b*n.e + m.d*n.f + m.f,
	}
}

func (m matrix) of(points ...[2]float64) box {
	b := box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for _, p := range points {
		x, y := m.a*p[0]+m.c*p[1]+m.e, m.b*p[0]+m.d*p[1]+m.f
		b = box{min(b.left, x), min(b.top, y), max(b.right, x), max(b.bottom, y)}
	}
	return b
}

var (
	transform = regexp.MustCompile(`(\w+)\(([^)]*)\)`)
	number    = regexp.MustCompile(`-?\d+(\.\d+)?(e-?\d+)?`)
	command   = regexp.MustCompile(`([MLAQCZ])([^MLAQCZ]*)`)
)

func numbers(t *testing.T, s string) (all []float64) {
	t.Helper()
	for _, n := range number.FindAllString(s, -1) {
		x, err := strconv.ParseFloat(n, 64)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, x)
	}
	return all
}

func (m matrix) then(t *testing.T, text string) matrix {
	t.Helper()
	for _, part := range transform.FindAllStringSubmatch(text, -1) {
		switch n := numbers(t, part[2]); part[1] {
		case "scale":
			m = m.times(matrix{a: n[0], d: n[len(n)-1]})
		case "translate":
			m = m.times(matrix{1, 0, 0, 1, n[0], n[1]})
		case "rotate":
			sin, cos := math.Sincos(n[0] * math.Pi / 180)
			m = m.times(matrix{cos, sin, -sin, cos, 0, 0})
		default:
			t.Fatalf("transform %q", part[0])
		}
	}
	return m
}

// pathBox is the box of a path. Its arcs are halves of circles.
func pathBox(t *testing.T, m matrix, d string) box {
	t.Helper()
	var points [][2]float64
	for _, c := range command.FindAllStringSubmatch(d, -1) {
		switch n := numbers(t, c[2]); c[1] {
		case "A":
			end, last := [2]float64{n[5], n[6]}, points[len(points)-1]
			x, y := (end[0]+last[0])/2, (end[1]+last[1])/2
			points = append(points, [2]float64{x, y - n[1]}, [2]float64{x, y + n[1]}, end)
		case "Z":
		default:
			points = append(points, [2]float64{n[len(n)-2], n[len(n)-1]})
		}
	}
	return m.of(points...)
}

func attributes(e xml.StartElement) map[string]string {
	all := map[string]string{}
	for _, a := range e.Attr {
		all[a.Name.Local] = a.Value
	}
	for part := range strings.SplitSeq(all["style"], ";") {
		name, value, _ := strings.Cut(part, ":")
		all[strings.TrimSpace(name)] = value
	}
	return all
}

// see reads an SVG.
func see(t *testing.T, svg []byte) (p picture) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	stack := []matrix{{a: 1, d: 1}}
	var text *piece
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return p
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
		switch token := token.(type) {
		case xml.StartElement:
			at := attributes(token)
			m := stack[len(stack)-1].then(t, at["transform"])
			stack = append(stack, m)
			switch token.Name.Local {
			case "svg":
				n := numbers(t, at["viewBox"])
				p.page = box{0, 0, n[2], n[3]}
			case "path":
				one := piece{box: pathBox(t, m, at["d"]), ink: at["stroke"]}
				if one.ink == "" {
					one.fill, one.ink = true, cmp.Or(at["fill"], "#000000")
				}
				p.paths = append(p.paths, one)
			case "text":
				text = &piece{size: numbers(t, at["font-size"])[0], box: m.of([2]float64{numbers(t, at["x"])[0], numbers(t, at["y"])[0]})}
			case "script":
				t.Error("a script in a figure")
			}
		case xml.CharData:
			if text != nil {
				text.text += string(token)
			}
		case xml.EndElement:
			if token.Name.Local == "text" {
				m := stack[len(stack)-1]
				x, y := text.left, text.top
				// Letters reach from 0.2 of the size below the line to 0.72 above it.
				width, up, down := float64(textStyle(vg.Length(text.size)).Width(text.text)), 0.72*text.size, 0.2*text.size
				m.e, m.f = x, y
				text.box = m.of([2]float64{0, -up}, [2]float64{width, down})
				p.texts = append(p.texts, *text)
				text = nil
			}
			stack = stack[:len(stack)-1]
		}
	}
}

// checkTexts checks that no text covers another one or leaves the page.
func (p picture) checkTexts(t *testing.T) {
	t.Helper()
	for i, a := range p.texts {
		if strings.TrimSpace(a.text) == "" {
			continue
		}
		if a.size < 6.5 {
			t.Errorf("%q has the size %v", a.text, a.size)
		}
		if !a.within(p.page) {
			t.Errorf("%q leaves the page: %.1f on %.1f", a.text, a.box, p.page)
		}
		for _, b := range p.texts[i+1:] {
			if a.overlaps(b.box) && strings.TrimSpace(b.text) != "" {
				t.Errorf("%q at %.1f covers %q at %.1f", a.text, a.box, b.text, b.box)
			}
		}
	}
}

// marks counts the marks of points: small paths that are about as wide as high, in a
// colour of the palette. The two strokes of a cross count once.
func (p picture) marks() (n int) {
	seen := map[string]bool{}
	for _, path := range p.paths {
		w, h := path.right-path.left, path.bottom-path.top
		if w < 2 || w > 6 || math.Abs(w-h) > 1 {
			continue
		}
		for _, c := range palette {
			if path.ink == fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B) {
				x, y := path.center()
				seen[fmt.Sprintf("%s %.1f %.1f", path.ink, x, y)] = true
			}
		}
	}
	return len(seen)
}
