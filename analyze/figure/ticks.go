package figure

import (
	"cmp"
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// roundTicks are about five ticks at multiples of 1, 2 or 5 times a power of ten. The
// default ticks of plot are often multiples of three. On an axis of whole numbers, such
// as steps, no tick lies between two whole numbers.
type roundTicks struct {
	whole bool
	room  float64 // the largest number of steps; 0 for the default
}

const defaultRoom = 6.5

func (r roundTicks) Ticks(least, most float64) []plot.Tick {
	step := math.Pow(10, math.Floor(math.Log10((most-least)/4)))
	for _, factor := range []float64{1, 2, 5, 10, 20, 50} {
		if (most-least)/(step*factor) <= cmp.Or(r.room, defaultRoom) {
			step *= factor
			break
		}
	}
	if r.whole {
		step = max(1, step)
	}
	digits := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	var ticks []plot.Tick
	first := math.Ceil(least / step)
	for k := range 10 { // by number, since large floats do not change by adding 1
		at := (first + float64(k)) * step
		if !(at <= most) {
			break
		}
		label := strconv.FormatFloat(at+0, 'f', digits, 64)
		if at != 0 && (digits > 6 || math.Abs(at) >= 1e7) {
			label = strconv.FormatFloat(at, 'e', max(0, int(math.Round(math.Log10(math.Abs(at)/step)))), 64)
		} else if digits > 6 {
			label = "0"
		}
		ticks = append(ticks, plot.Tick{Value: at, Label: label})
	}
	return ticks
}
