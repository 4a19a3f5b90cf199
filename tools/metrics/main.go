// Command metrics computes rates from verified rows: syntactic compliance and
// accuracy, for groups of rows and for all rows. See docs/metrics.md.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }
