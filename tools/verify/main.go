// Command verify compares the two formulas of each row: the original (fs), and the
// formula that the model wrote from the description (fs_out). It proves that they are
// equivalent, or finds a counterexample, or leaves the answer unknown. With --task
// entailment, it decides whether a conclusion follows from premises. See docs/verify.md.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }
