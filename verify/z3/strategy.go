//go:build z3 && cgo && unix

package z3

// An attempt is a solver of Z3's with its settings.
type attempt struct {
	permille uint64 // of the work limit
	elements int    // look only for models of at most so many elements; 0: of any size
	settings []setting
}

// A setting is a parameter of Z3's SMT solver. A truth value is 0 or 1.
type setting struct {
	name  string
	value uint64
	bool  bool
}

// strategy is the order of attempts. Z3 as it comes decides nearly everything
// at once or not at all, so that it is asked twice, the second time with half
// of the work. In between stand two that decide most of what it leaves open:
//
//   - With the domain closed off, ∀x (x = d1 ∨ ... ∨ x = dn), and instantiation
//     by models only, Z3 is a finite model finder. Left to itself it prefers to
//     go on inventing elements.
//   - With relevancy off and plain activity-based case splits, every instance
//     is put to use at once, and many refutations of nested quantifiers are
//     short. Its work is counted badly, hence the small shares: the same limit
//     takes it ten times as long, and its memory may end first.
//
// A model of many elements is then tried to be replaced by one of two to four
// (shrink in solve.go).
//
// On two sets of hard pairs, 1,066 in all with two directions each, and with 20
// million units of work, Z3 as it comes left 141 of the 2,132 queries open, the
// strategy leaves 40 (TestHard), all of them unsatisfiable as far as is known.
var strategy = []attempt{
	{permille: 10},
	{permille: 20, elements: 2, settings: modelsOnly},
	{permille: 5, settings: eager},
	{permille: 500},
	{permille: 100, elements: 3, settings: modelsOnly},
	{permille: 25, settings: eager},
	{permille: 100, elements: 4, settings: modelsOnly},
	{permille: 240, settings: modelsOnly},
}

var (
	modelsOnly = []setting{{"auto_config", 0, true}, {"ematching", 0, true}}
	eager      = []setting{{"auto_config", 0, true}, {"relevancy", 0, false}, {"case_split", 0, false}}
)
