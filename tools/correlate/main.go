// Command correlate compares the scores that models get in two benchmarks: it
// computes correlations and predictive power.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }
