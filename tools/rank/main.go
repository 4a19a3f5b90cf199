// Command rank has a model choose, or rank, the candidates of the NL-FOL tasks
// that perturb made: a chat model by answering, an embedding model by the
// similarity of its vectors. It scores the answers and sums the scores up;
// see docs/candidates.md.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }
