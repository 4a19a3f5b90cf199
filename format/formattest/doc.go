// Package formattest draws random formulas, regular expressions and rows for
// property tests.
package formattest
