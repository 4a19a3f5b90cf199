// Command rank gives a model a sentence, and several formulas from the command perturb.
// The model chooses the formula with the meaning of the sentence, or ranks all formulas. A
// chat model answers in text. With an embedding model, the answer follows from the
// similarity of the vectors of the sentence and of each formula. The command scores the
// answers and summarizes the scores. See docs/candidates.md.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }
