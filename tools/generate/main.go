// Command generate makes datasets of new formulas and regular expressions from
// grammars.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }
