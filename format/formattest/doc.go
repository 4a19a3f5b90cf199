// Package formattest draws random formulas, regular expressions and rows for
// property tests, and tells linear time from quadratic time.
package formattest
