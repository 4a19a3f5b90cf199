// Command run runs the whole loop into a directory: it generates formulas or reads
// rows, informalizes, autoformalizes and verifies them, and writes a table of rates
// and a report. See docs/run.md.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }
