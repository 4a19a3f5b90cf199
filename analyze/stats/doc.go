// Package stats provides the statistics that gonum lacks: correlations with
// p-values for few points, the bootstrap, tests for paired answers, and pass@k.
// Horizon is the complexity at which the accuracy falls to a given share, such as one
// half. FitCrossed needs the outcomes of several models that formalize the same
// descriptions (Crossed). It estimates how often each model describes a formula
// correctly, and how often it formalizes a correct description correctly.
//
// The input of each function is plain numbers, and no function keeps state. Random
// numbers come from a seed: the same seed gives the same results.
package stats
