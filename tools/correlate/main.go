// Command correlate compares the scores that models get in two benchmarks. It computes
// correlations and the predictive power: the probability that, of two models, the model
// with the better score in one benchmark also has the better score in the other.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }
