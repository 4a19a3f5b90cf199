// Command report writes one self-contained HTML file about verified rows. See
// docs/report.md.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }
