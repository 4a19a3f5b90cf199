package stats

// Quantile interpolates between the order statistics, as numpy does.
func Quantile(sorted []float64, p float64) float64 {
	at := max(0, min(1, p)) * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[i]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}
