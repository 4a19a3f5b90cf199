// Command perturb makes the candidate sets of the NL-FOL tasks: formulas that
// differ from a row's formula by one edit, one that means the same, and its
// negation, each with the proof of how it stands to the formula. The edits are
// package gen/perturb's, the proofs package verify's; docs/nlfol.md tells what
// to do with them.
package main

import (
	"os"

	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/verify/z3"
)

func main() {
	if z3.IsWorker() { // the program is its own solver process
		os.Exit(z3.ServeWorker())
	}
	cli.Main(run)
}
