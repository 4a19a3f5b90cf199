package syntax

// A Law is the law by which a rewrite keeps the meaning.
type Law string

// The Boolean laws.
const (
	DeMorgan       Law = "de_morgan"             // ¬(A ∧ B) = ¬A ∨ ¬B, and the like, both ways
	DoubleNegation Law = "double_negation"       // A = ¬A', where A' means ¬A
	Commutativity  Law = "commutativity"         // A ∧ B = B ∧ A for neighbours in a chain, and A ↔ B = B ↔ A
	Distributivity Law = "distributivity"        // A ∧ (B ∨ C) = (A ∧ B) ∨ (A ∧ C), and its dual
	Expansion      Law = "implication_expansion" // A → B = ¬A ∨ B, A ↔ B = (A → B) ∧ (B → A)
)

// A Rewrite is one use of a law in one formula. Apply returns the rewritten formula.
type Rewrite struct {
	Law   Law
	Apply func() Tree
}

// Rewrites lists every use of every law in a tree, in the order of the text. laws lists
// the uses at the top of a tree. A use makes the rewritten tree.
func Rewrites[T Node[T]](root T, laws func(t T, use func(Law, func() T)), tree func(T) Tree) []Rewrite {
	var all []Rewrite
	for spot := range Spots(root) {
		laws(spot.Tree, func(law Law, change func() T) {
			all = append(all, Rewrite{law, func() Tree { return tree(spot.Replace(change())) }})
		})
	}
	return all
}
