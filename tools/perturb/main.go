// Command perturb makes the candidates of the NL-FOL tasks: formulas that differ
// from a row's formula by one edit, an equivalent formula, and the negation. Each
// has a proof of its relation to the formula. See docs/candidates.md.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }
