package z3

import "github.com/truthloop/truthloop/verify/structure"

// An attempt is a solver of Z3 with its settings.
type attempt struct {
	name     string
	percent  uint64 // of the work limit
	elements int    // look only for models of at most so many elements; 0: of any size
	settings []setting
}

// A setting is a parameter of Z3's SMT solver.
type setting struct {
	name  string
	value uint64
	bool  bool
}

var strategy = []attempt{{name: "default", percent: 100}}

// Limits of a model that is written out.
const (
	maxElements = 64
	maxCells    = 1 << 16 // over all symbols
)

// modelCells is the length of a symbol's table in a model of size elements;
// false where the model is not written out for it.
func modelCells(size, arity int) (int, bool) {
	if size > maxElements {
		return 0, false
	}
	n, ok := structure.Cells(size, arity)
	return n, ok && n <= maxCells
}
