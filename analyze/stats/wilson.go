package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Wilson returns Wilson's score interval of a share p of n trials at a level such as 0.95
// (E. B. Wilson, J. Am. Stat. Assoc. 22, 1927, p. 209). Its ends are NaN if n is 0.
func Wilson(p, n, level float64) (low, high float64) {
	if n == 0 {
		return math.NaN(), math.NaN()
	}
	z := distuv.UnitNormal.Quantile(1 - (1-level)/2)
	centre := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	low, high = max(0, centre-half), min(1, centre+half)
	// Rounding must not move an end away from a rate of exactly 0 or 1.
	if p == 0 {
		low = 0
	}
	if p == 1 {
		high = 1
	}
	return low, high
}
