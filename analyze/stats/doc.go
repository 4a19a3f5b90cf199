// Package stats holds the statistics that gonum does not have and that the
// metrics need: rank correlations with p-values for few models, the bootstrap,
// tests for paired answers, pass@k and the figures of a confusion matrix.
//
// All take plain numbers and keep nothing. Randomness comes from a seed, and
// the same seed gives the same figures. What gonum has (moments, Pearson's r,
// quantiles of distributions) is taken from there.
package stats
