// Command reason asks a model to answer reasoning benchmarks: whether conclusions
// follow from FOLIO's premises, in English or in logic, and the questions of
// Multi-LogiEval. It can have the model formalize and a prover decide, asks for
// drafts of ontologies and checks them, summarizes scores for correlate, and
// audits the labels of a dataset by proof; see docs/reasoning.md.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }
