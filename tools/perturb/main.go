// Command perturb makes candidates for the NL-FOL tasks from the formula of a row (the
// original). Candidates are formulas that differ from the original by one edit, a formula
// that is equivalent to the original, and the negation of the original. The relation of each
// candidate to the original is proved. See docs/candidates.md.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }
