// Package stats provides the statistics that gonum lacks: correlations with
// p-values for few points, the bootstrap, tests for paired answers, pass@k, the
// complexity at which the accuracy falls to a share (Horizon), and the rates of each
// stage when several models formalize the same descriptions (Crossed).
//
// The input of each function is plain numbers, and no function keeps state. Random
// numbers come from a seed: the same seed gives the same results.
package stats
