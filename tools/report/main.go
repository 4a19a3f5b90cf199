// Command report writes one HTML file with figures, tables and a browser of the rows of
// a run. The file needs no network and no other files. See docs/report.md.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }
