// Command verify proves, for every row, whether the formula that came back
// means what the formula that went out means. What the verdicts rest on is in
// docs/verify.md and in package verify.
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
