// Package formattest draws random formulas and regular expressions for property
// tests. It also draws pairs of formulas, of which the second is like a model's
// answer, for tests and benchmarks of speed.
package formattest
