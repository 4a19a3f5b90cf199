// Command verify proves, for every row, whether the formula that came back
// means what the formula that went out means. What the verdicts rest on is in
// docs/verify.md and in package verify.
package main

import (
	"os"
	"runtime/debug"

	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/verify/z3"
)

func main() {
	if z3.IsWorker() { // the program is its own solver process
		os.Exit(z3.ServeWorker())
	}
	relaxGC()
	cli.Main(run)
}

// relaxGC lets the heap grow to five times what is in use, a few megabytes,
// before it is collected, unless the user has a say in it: rows live so short
// that collecting them as often as usual takes a sixth of the time.
func relaxGC() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}
