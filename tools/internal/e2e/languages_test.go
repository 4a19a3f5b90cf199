//go:build unix

package e2e

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/big"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
)

// valueOf evaluates an expression with + - * by Go's parser and big integers: it shares
// nothing with the checker of data/examples/languages.
func valueOf(t *testing.T, text string, at map[string]*big.Int) *big.Int {
	t.Helper()
	e, err := parser.ParseExpr(text)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	var value func(e ast.Expr) *big.Int
	value = func(e ast.Expr) *big.Int {
		switch e := e.(type) {
		case *ast.ParenExpr:
			return value(e.X)
		case *ast.Ident:
			return at[e.Name]
		case *ast.BasicLit:
			n, _ := new(big.Int).SetString(e.Value, 10)
			return n
		case *ast.BinaryExpr:
			x, y := value(e.X), value(e.Y)
			switch e.Op {
			case token.ADD:
				return new(big.Int).Add(x, y)
			case token.SUB:
				return new(big.Int).Sub(x, y)
			case token.MUL:
				return new(big.Int).Mul(x, y)
			}
		}
		t.Fatalf("%q: found %T", text, e)
		return nil
	}
	return value(e)
}

// The pairs of the test below: random expressions, each beside another one or beside one
// that a law makes of it.
func expressionPairs(n int) (pairs [][2]string) {
	rng := rand.New(rand.NewPCG(15, 4))
	var draw func(size int) string
	draw = func(size int) string {
		if size == 0 {
			return []string{"x", "y", "z", "2", "1", "0"}[rng.IntN(6)]
		}
		left := rng.IntN(size)
		return "(" + draw(left) + " " + []string{"+", "-", "*"}[rng.IntN(3)] + " " + draw(size-1-left) + ")"
	}
	for range n {
		a, b, c := draw(rng.IntN(4)), draw(rng.IntN(3)), draw(rng.IntN(3))
		pairs = append(pairs, [][2]string{
			{a, b},
			{a + " * (" + b + " + " + c + ")", "(" + b + " * " + a + ") + (" + c + " * " + a + ")"}, // distributivity
			{a + " - (" + b + " - " + c + ")", "(" + a + " - " + b + ") + " + c},
			{a + " - (" + b + " - " + c + ")", "(" + a + " - " + b + ") - " + c}, // equal if c is 0
			{"(" + a + " + " + b + ") * (" + a + " - " + b + ")", a + " * " + a + " - " + b + " * " + b},
		}[rng.IntN(5)])
	}
	return pairs
}

// TestArithmeticChecker: each verdict of the checker of docs/howto/languages.md agrees with the
// values of both sides. A witness must show different values. Equivalent sides must have
// the same value at 20 random points below 2^64: two different polynomials of degree 12 or
// less agree at one such point with probability 12/2^64 at most (Schwartz and Zippel).
func TestArithmeticChecker(t *testing.T) {
	dir := workplace(t)
	pairs := expressionPairs(1500)
	var rows strings.Builder
	for i, p := range pairs {
		fmt.Fprintf(&rows, `{"id":"%d","formalism":"arithmetic","fs":%q,"fs_out":%q}`+"\n", i, p[0], p[1])
	}
	write(t, filepath.Join(dir, "pairs.jsonl"), rows.String())
	sh(t, dir, `verify --checker "arithmetic=python3 data/examples/languages/arithmetic_checker.py" pairs.jsonl -o verified.jsonl`)
	rng := rand.New(rand.NewPCG(1, 1))
	count := map[any]int{}
	for i, row := range readRows(t, filepath.Join(dir, "verified.jsonl")) {
		p := pairs[i]
		count[row["verdict"]]++
		switch row["verdict"] {
		case "equivalent":
			for range 20 {
				at := map[string]*big.Int{}
				for _, name := range []string{"x", "y", "z"} {
					at[name] = new(big.Int).SetUint64(rng.Uint64())
				}
				if a, b := valueOf(t, p[0], at), valueOf(t, p[1], at); a.Cmp(b) != 0 {
					t.Fatalf("%q and %q are called equivalent, and are %v and %v at %v", p[0], p[1], a, b, at)
				}
			}
		case "not_equivalent":
			var w struct {
				Kind  string
				Value struct{ At map[string]*big.Int }
			}
			if err := json.Unmarshal([]byte(row["witness"].(string)), &w); err != nil || w.Kind != "checker" {
				t.Fatalf("found the witness %v, %v", row["witness"], err)
			}
			if a, b := valueOf(t, p[0], w.Value.At), valueOf(t, p[1], w.Value.At); a.Cmp(b) == 0 {
				t.Errorf("%q and %q are both %v at %v", p[0], p[1], a, w.Value.At)
			}
		default:
			t.Errorf("%q and %q: found %v, %v", p[0], p[1], row["verdict"], row["verdict_reason"])
		}
	}
	if count["equivalent"] < 500 || count["not_equivalent"] < 300 {
		t.Errorf("found %v, expected more of both verdicts", count)
	}
}

// TestForeignFormalismFlows: a row of a formalism that no program knows passes through
// every program that reads and writes rows. An earlier version refused it in most.
func TestForeignFormalismFlows(t *testing.T) {
	dir := workplace(t)
	row := `{"id":"a","dataset":"d","formalism":"ctl","fs":"AG p","nl":"p holds always","fs_out":"AF p","verdict":"not_equivalent","verdict_engine":"mine","witness":"a path"}` + "\n"
	write(t, filepath.Join(dir, "in.jsonl"), row)
	for _, command := range []string{"verify --no-timing", "convert", "convert --describe", "verify recheck"} {
		if out := sh(t, dir, command+" in.jsonl 2>/dev/null"); out != row {
			t.Errorf("%s: found\n%s", command, out)
		}
	}
	for _, command := range []string{"metrics in.jsonl", "metrics dataset in.jsonl", "report in.jsonl -o report.html", "convert in.jsonl -o in.parquet && convert in.parquet | cmp - in.jsonl"} {
		sh(t, dir, command+" >/dev/null 2>&1")
	}
}
