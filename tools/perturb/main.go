// Command perturb makes the candidate sets of the NL-FOL tasks: formulas that
// differ from a row's formula by one edit, one that means the same, and its
// negation, each with the proof of how it stands to the formula. The edits are
// package gen/perturb's, the proofs package verify's; docs/candidates.md says what
// to do with them.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }
