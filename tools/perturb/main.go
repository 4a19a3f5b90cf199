// Command perturb makes candidates from the formula of a row, for the NL-FOL tasks:
// formulas that differ from it by one edit, an equivalent formula, and its negation. The
// relation of each candidate to the formula is proved. See docs/candidates.md.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }
