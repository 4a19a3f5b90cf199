// Command rank asks a model which of the candidates that perturb made has the
// meaning of a sentence, or to rank all of them. A chat model answers in text;
// for an embedding model, the similarity of the vectors decides. The command
// scores the answers and summarizes the scores. See docs/candidates.md.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }
