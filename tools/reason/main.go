// Command reason asks a model the questions of reasoning benchmarks. For FOLIO, the
// question is whether a conclusion follows from premises. Multi-LogiEval has its own
// questions. With --task linc, the model writes premises and conclusion as formulas, and
// the built-in engines or Z3 decide the question. With --task ontology, the model drafts
// English meanings of the symbols of formulas. The command also summarizes the scores of
// answers, and compares the labels of a benchmark with proofs. See docs/reasoning.md.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }
