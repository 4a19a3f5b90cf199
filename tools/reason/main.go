// Command reason has a model answer reasoning benchmarks: whether conclusions
// follow from FOLIO's premises, in English or in logic, and the questions of
// Multi-LogiEval. It can have the model formalize and a prover decide, asks for
// drafts of ontologies and checks them, sums scores up for correlate, and audits
// the labels of a dataset by proof; docs/nlfol.md tells how.
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
