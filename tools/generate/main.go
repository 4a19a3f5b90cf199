// Command generate makes datasets of formulas and regular expressions that
// nobody has seen.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }
