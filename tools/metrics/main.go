// Command metrics computes rates from verified rows: syntactic compliance and
// accuracy, by group and overall.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }
