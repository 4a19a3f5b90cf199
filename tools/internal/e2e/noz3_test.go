//go:build !z3

package e2e

// buildTags are what the programs under test are built with: the same as the
// test.
const buildTags = ""
