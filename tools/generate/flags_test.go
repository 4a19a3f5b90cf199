package generate

import (
	"testing"

	"github.com/truthloop/truthloop/tools/internal/cli/flagtest"
)

// Flags about symbols that a dataset does not have were accepted, such as --objects for
// propositional formulas, and so were --output with --check-grammar and --nodes with walks.
func TestNoFlagIsAcceptedWithoutAnEffect(t *testing.T) {
	values := map[string]string{
		"dataset": "other", "grammar": "mine.cfg", "k": "2", "batches": "2", "method": "walk", "depth": "7", "nodes": "1", "rows": "2", "metric": "num_not",
		"sample-count": "1", "attempts": "1", "propositions": "3", "predicates": "2", "min-arity": "2", "max-arity": "3", "objects": "2",
		"alphabet-size": "3", "bind-probability": "0.9", "max-free-variables": "0", "verbs": "verbs.txt", "verbnet": "verbs", "meanings": "builtin",
		"quantifiers": "1..2", "distinct": "equivalent", "seed": "2", "output": "out.jsonl", "format": "csv", "part-rows": "5", "shard": "2/3",
		"formalism": "other", "operators": "*",
	}
	files := map[string]string{
		"mine.cfg":  "S -> '(' S '→' S ')' | '¬' v | v | '(' '∀' f '.' p ')'\n",
		"sums.cfg":  "S -> '(' S '+' S ')' | '(' S '*' S ')' | 'x' | 'y'\n",
		"regex.cfg": "S -> S S | '(' S ')' '*' | Σ\n",
		"verbs.txt": "age\nburn\nchange\neat\nfight\nhelp\nmove\nread\nwrite\n",
	}
	flagtest.CheckBut(t, Command, map[string]string{
		"ksat":    "--dataset=ksat --depth=6 --sample-count=60 --no-trivial",
		"plogic":  "--dataset=plogic --depth=6 --sample-count=60",
		"fol":     "--dataset=fol --depth=6 --sample-count=60 --attempts=99",
		"english": "--dataset=fol-english --depth=6 --sample-count=60 --attempts=99",
		"walk":    "--dataset=plogic --depth=6 --sample-count=60 --attempts=99 --method=walk",
		"own":     "--grammar=mine.cfg --depth=6 --sample-count=60",
		"regex":   "--grammar=regex.cfg --depth=6 --sample-count=60 --metric=dfa_states",
		"sums":    "--grammar=sums.cfg --formalism=sums --operators=+ --depth=6 --sample-count=60",
		"parts":   "--dataset=plogic --depth=6 --sample-count=60 -o=parts/",
		"check":   "--grammar=mine.cfg --check-grammar",
	}, files, values, map[string][]string{"regex": {"formalism"}}) // which has no automata
}
