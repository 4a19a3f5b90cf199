// Command correlate measures how well one score per model goes with another.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }
