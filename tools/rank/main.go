// Command rank asks a model to choose, from formulas that the program perturb made, the
// one with the meaning of a sentence, or to rank them all. A chat model answers in text.
// With an embedding model, the answer follows from the similarity of the vectors of the
// sentence and of each formula. The command scores the answers and summarizes the
// scores. See docs/candidates.md.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }
