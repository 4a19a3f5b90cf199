package translate_test

import (
	"math"
	"testing"

	"github.com/truthloop/truthloop/translate"
)

func TestCosine(t *testing.T) {
	for _, c := range []struct {
		a, b []float32
		want float64
	}{
		{[]float32{1, 0}, []float32{2, 0}, 1},
		{[]float32{1, 0}, []float32{0, 3}, 0},
		{[]float32{1, 1}, []float32{-1, -1}, -1},
		{[]float32{1, 0}, []float32{1, 1}, math.Sqrt2 / 2},
		{[]float32{0, 0}, []float32{1, 1}, 0},
		{[]float32{1}, []float32{1, 1}, 0},
		{[]float32{float32(math.Inf(1))}, []float32{1}, 0},
	} {
		if got := translate.Cosine(c.a, c.b); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("cosine of %v and %v: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}
