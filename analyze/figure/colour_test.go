package figure

import (
	"image/color"
	"math"
	"testing"
)

// deficiencies simulate full protanopia, deuteranopia and tritanopia on linear RGB:
// the matrices of severity 1.0 of G. M. Machado et al., A Physiologically-based Model
// for Simulation of Color Vision Deficiency, IEEE TVCG 15(6), 2009, table 1.
var deficiencies = map[string][3][3]float64{
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
	"none":         {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"grey print":   {{0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}},
}

func times(m [3][3]float64, v [3]float64) (w [3]float64) {
	for i := range m {
		for j := range m {
			w[i] += m[i][j] * v[j]
		}
	}
	return w
}

// lab is a simulated colour in CIE L*a*b* (D65).
func lab(c color.NRGBA, m [3][3]float64) [3]float64 {
	var linear [3]float64
	for i, v := range []uint8{c.R, c.G, c.B} {
		x := float64(v) / 255
		if x <= 0.04045 {
			linear[i] = x / 12.92
		} else {
			linear[i] = math.Pow((x+0.055)/1.055, 2.4)
		}
	}
	linear = times(m, linear)
	for i := range linear {
		linear[i] = min(1, max(0, linear[i]))
	}
	xyz := times([3][3]float64{{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}}, linear)
	for i, white := range []float64{0.95047, 1, 1.08883} {
		if x := xyz[i] / white; x > 216.0/24389 {
			xyz[i] = math.Cbrt(x)
		} else {
			xyz[i] = (24389.0/27*x + 16) / 116
		}
	}
	return [3]float64{116*xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])}
}

// Beyond seven series, the points of a scatter repeated in colour and shape. Any two of
// 35 lines differ for a colour-blind reader, either clearly in colour or in both the
// shape of the points and the dashes. In grey, one of these suffices, and half the difference. A difference of 2.3
// is just noticeable (M. Mahy et al., Color Res. Appl. 19, 1994, p. 105).
func TestColourBlindReadersTellSeriesApart(t *testing.T) {
	const clear, series = 15, 35
	for name, m := range deficiencies {
		for i := range series {
			for j := range i {
				a, b := lab(palette[i%len(palette)], m), lab(palette[j%len(palette)], m)
				distance := math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
				shape := pointStyle(i).Shape != pointStyle(j).Shape
				dash := i%len(dashes) != j%len(dashes)
				if name == "grey print" && distance < clear/2 && !shape && !dash || name != "grey print" && distance < clear && !(shape && dash) {
					t.Errorf("%s: series %d and %d: distance %.1f, other shape: %v, other dashes: %v", name, j, i, distance, shape, dash)
				}
			}
		}
	}
	for i := range len(palette) * len(shapes) {
		for j := range i {
			if pointStyle(i).Color == pointStyle(j).Color && pointStyle(i).Shape == pointStyle(j).Shape {
				t.Errorf("points of series %d and %d are the same", j, i)
			}
		}
	}
}
