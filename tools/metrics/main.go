// Command metrics computes two rates from verified rows, for groups of rows and for all
// rows: compliance, the share of the rows whose formula parses, and accuracy, the share
// of the rows that are proved equivalent. See docs/metrics.md.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }
