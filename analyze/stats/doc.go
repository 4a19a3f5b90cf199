// Package stats provides the statistics that gonum lacks: correlations with
// p-values for few models, the bootstrap, tests for paired answers, and pass@k.
//
// All functions take plain numbers and keep nothing. Randomness comes from a seed,
// and the same seed gives the same figures.
package stats
