// Command judge asks a model whether the two formulas of each row are equivalent, and
// stores its judgement beside the verdict of the program verify. See docs/judges.md.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }
