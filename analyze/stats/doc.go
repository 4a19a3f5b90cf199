// Package stats provides the statistics that gonum lacks: correlations with
// p-values for few points, the bootstrap, tests for paired answers, pass@k,
// and the rates of models that are crossed.
//
// The input of each function is plain numbers, and no function keeps state. Random
// numbers come from a seed: the same seed gives the same results.
package stats
