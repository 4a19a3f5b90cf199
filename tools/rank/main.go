// Command rank asks a model to choose, or rank, the candidates of the NL-FOL
// tasks that perturb made: a chat model by its answers, an embedding model by the
// similarity of its vectors. It scores the answers and summarizes the scores; see
// docs/candidates.md.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }
