// Package formattest draws random formulas, regular expressions and rows for
// property tests, and pairs of formulas for benchmarks.
package formattest
