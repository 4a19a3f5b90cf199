// Package stats provides the statistics that gonum lacks: correlations with
// p-values for few points, the bootstrap, tests for paired answers, and pass@k.
// It also estimates the horizon (Horizon): the complexity at which the accuracy falls to
// a given share, such as one half. FitCrossed is for models that formalize the
// descriptions of each other. From the outcomes, it estimates how often each model
// describes a formula correctly, and how often it formalizes a correct description
// correctly.
//
// The input of each function is numbers, not rows, and no function keeps state. Random
// numbers come from a seed: the same seed gives the same results.
package stats
