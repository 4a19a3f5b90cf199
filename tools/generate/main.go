// Command generate makes datasets of new formulas and regular expressions from a
// context-free grammar. See docs/generate.md.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }
