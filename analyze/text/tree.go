package text

import (
	"regexp"

	"github.com/truthloop/truthloop/format/logic"
)

// A Tree is a labelled, ordered tree. The tree of a formula has a node for each
// connective, quantifier (with its variable), atom, function and name; a chain of
// one connective is one node.
type Tree struct {
	Label    string
	Children []Tree
}

var signs = map[logic.Op]string{
	logic.OpTrue: "⊤", logic.OpFalse: "⊥", logic.OpNot: "¬", logic.OpAnd: "∧", logic.OpOr: "∨", logic.OpXor: "⊕",
	logic.OpImplies: "→", logic.OpIff: "↔", logic.OpForall: "∀", logic.OpExists: "∃",
}

// TreeOf returns the tree of a formula. Names are folded, as in verdicts.
func TreeOf(f *logic.Formula) Tree {
	switch f.Op {
	case logic.OpAtom:
		return Tree{logic.Fold(f.Name), terms(f.Terms)}
	case logic.OpEqual:
		return Tree{"=", terms(f.Terms)}
	case logic.OpForall, logic.OpExists:
		return Tree{signs[f.Op] + logic.Fold(f.Name), []Tree{TreeOf(f.Args[0])}}
	}
	n := Tree{Label: signs[f.Op]}
	for _, a := range f.Args {
		n.Children = append(n.Children, TreeOf(a))
	}
	return n
}

func terms(all []logic.Term) []Tree {
	var nodes []Tree
	for _, t := range all {
		nodes = append(nodes, Tree{logic.Fold(t.Name), terms(t.Args)})
	}
	return nodes
}

// MaxNodes bounds the nodes of a tree for TreeDistance, and of a formula for LE.
const MaxNodes = 500

// TreeDistance returns the least number of nodes to insert, remove or rename, by the
// algorithm of K. Zhang and D. Shasha (SIAM J. Comput. 18, 1989, p. 1245), which is
// simpler than RTED and fast enough for formulas. It returns false if a tree has more
// than MaxNodes nodes.
func TreeDistance(a, b Tree) (int, bool) {
	x, y := order(a), order(b)
	if len(x.labels) > MaxNodes || len(y.labels) > MaxNodes {
		return 0, false
	}
	trees := grid(len(x.labels), len(y.labels))
	forests := grid(len(x.labels)+1, len(y.labels)+1)
	for _, i := range x.roots {
		for _, j := range y.roots {
			between(x, y, i, j, trees, forests)
		}
	}
	return trees[len(x.labels)-1][len(y.labels)-1], true
}

// Size returns the number of nodes.
func (t Tree) Size() int {
	size := 1
	for _, c := range t.Children {
		size += c.Size()
	}
	return size
}

func grid(rows, columns int) [][]int {
	all := make([]int, rows*columns)
	g := make([][]int, rows)
	for i := range g {
		g[i] = all[i*columns : (i+1)*columns]
	}
	return g
}

// A postorder lists the nodes of a tree, children first: their labels, the
// first leaf below each, and the key roots, which are the root and all nodes
// with a sibling to their left.
type postorder struct {
	labels []string
	leaf   []int
	roots  []int
}

func order(n Tree) *postorder {
	p := &postorder{}
	p.visit(n)
	last := map[int]int{} // the highest node above each first leaf
	for i, l := range p.leaf {
		last[l] = i
	}
	for i, l := range p.leaf {
		if last[l] == i {
			p.roots = append(p.roots, i)
		}
	}
	return p
}

func (p *postorder) visit(n Tree) int {
	leaf := -1
	for _, c := range n.Children {
		if l := p.visit(c); leaf < 0 {
			leaf = l
		}
	}
	if leaf < 0 {
		leaf = len(p.labels)
	}
	p.labels, p.leaf = append(p.labels, n.Label), append(p.leaf, leaf)
	return leaf
}

// between fills in the distances of the subtrees below key roots i and j.
func between(x, y *postorder, i, j int, trees, forests [][]int) {
	top, left := x.leaf[i], y.leaf[j]
	forests[top][left] = 0
	for k := top; k <= i; k++ {
		forests[k+1][left] = forests[k][left] + 1
	}
	for k := left; k <= j; k++ {
		forests[top][k+1] = forests[top][k] + 1
	}
	for m := top; m <= i; m++ {
		for n := left; n <= j; n++ {
			least := min(forests[m][n+1], forests[m+1][n]) + 1
			if x.leaf[m] != top || y.leaf[n] != left {
				forests[m+1][n+1] = min(least, forests[x.leaf[m]][y.leaf[n]]+trees[m][n])
				continue
			}
			rename := 1
			if x.labels[m] == y.labels[n] {
				rename = 0
			}
			forests[m+1][n+1] = min(least, forests[m][n]+rename)
			trees[m][n] = forests[m+1][n+1]
		}
	}
}

// written matches the symbols of a formula as it is written.
var written = regexp.MustCompile(`[∀∃]\s*[\pL\pN_]+|[\pL\pN_]+|\S`)

// WrittenSymbols lists the names, operators and brackets of a formula as it is written.
// A quantifier and its variable are one symbol. With these tokens, BLEU is 0.18 in the
// example "BLEU score does not capture the logical semantic" of Brunello et al., AAAI
// 2026, as in the paper.
func WrittenSymbols(formula string) []string {
	return written.FindAllString(formula, -1)
}

var symbol = regexp.MustCompile(`[\pL\pN_'-]+|\S`)

// Symbols lists the names, operators and brackets of the printed formula, as
// tokens for BLEU.
func Symbols(f *logic.Formula) []string { return symbol.FindAllString(f.String(), -1) }
