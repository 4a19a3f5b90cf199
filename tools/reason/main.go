// Command reason asks a model the questions of reasoning benchmarks: whether
// conclusions follow from FOLIO's premises, and the questions of Multi-LogiEval.
// With --task linc, the model writes formulas and a prover decides. With --task
// ontology, the model drafts an ontology. The command also summarizes scores, and
// compares the labels of a dataset with proofs. See docs/reasoning.md.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }
