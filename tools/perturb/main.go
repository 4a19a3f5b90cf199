// Command perturb makes the candidate sets of the NL-FOL tasks: formulas that
// differ from a row's formula by one edit, one that means the same, and its
// negation, each with a proof of its relation to the formula; see
// docs/candidates.md.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }
