// Command run runs the whole loop, and writes all its files into a directory. It
// generates formulas or reads rows. A model describes each formula in English
// (informalize) and translates the description back (autoformalize), and the command
// verifies whether the two formulas are equivalent. Then it writes a table of compliance
// and accuracy, and a report. See docs/run.md.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }
