package prover_test

import (
	"strings"
	"testing"

	"github.com/truthloop/truthloop/verify/prover"
)

var symbols = []prover.Symbol{
	{Name: "r", Arity: 2, Predicate: true},
	{Name: "p", Arity: 1, Predicate: true},
	{Name: "c"},
	{Name: "g", Arity: 1},
	{Name: "q", Predicate: true},
}

func TestReadModel(t *testing.T) {
	const want = "domain {0, 1}; c is 1; g(0) is 0; g(1) is 0; p holds of (1); r holds of (0, 0), (1, 1); q is true"
	for name, text := range map[string]string{
		"cvc5": `(
; cardinality of U is 2
; rep: (as @U_0 U)
; rep: (as @U_1 U)
(define-fun p0 (($x1 U) ($x2 U)) Bool (= $x1 $x2))
(define-fun p1 (($x1 U)) Bool (not (= (as @U_0 U) $x1)))
(define-fun f2 () U (as @U_1 U))
(define-fun f3 (($x1 U)) U (as @U_0 U))
(define-fun p4 () Bool true)
)`,
		"z3": `(
  (declare-fun U!val!0 () U)
  (declare-fun U!val!1 () U)
  (forall ((x U)) (or (= x U!val!0) (= x U!val!1)))
  (define-fun h ((x!0 U)) U (ite (= x!0 U!val!1) U!val!1 U!val!0))
  (define-fun p0 ((x!0 U) (x!1 U)) Bool (let ((a (h x!0))) (= a (h x!1))))
  (define-fun p1 ((x!0 U)) Bool (and (distinct x!0 U!val!0) (or false (= x!0 f2))))
  (define-fun f2 () U U!val!1)
  (define-fun f3 ((x!0 U)) U (ite (xor true false true) x!0 U!val!0))
  (define-fun p4 () Bool (=> true false true))
)`,
	} {
		m, err := prover.ReadModel(text, symbols)
		if err != nil || m.String() != want {
			t.Errorf("%s: found %v, %v, expected %s", name, m, err, want)
		}
	}
}

// TestReadModelRefuses: what is no model gives an error and ends.
func TestReadModelRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"(":                                      "without its end",
		")":                                      "too many",
		strings.Repeat("(", 1<<20):               "too deeply",
		"(define-fun p4 () Bool p4)":             "too deeply",
		"(define-fun p4 () Bool (x))":            "not defined",
		"(define-fun p4 () Bool ())":             "",
		"(define-fun p4 () Bool (ite))":          "not defined",
		"(define-fun p4 () Bool (let (x) true))": "let",
		"(define-fun f2 () U (as @a U)) (define-fun p4 () Bool f2) (define-fun f3 () U f2)":           "not defined",
		"(define-fun a () Bool (and b b)) (define-fun b () Bool (and a a)) (define-fun p4 () Bool a)": "too",
	} {
		m, err := prover.ReadModel(text, symbols)
		if want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%.60s: found %v, %v, expected an error with %q", text, m, err, want)
		}
	}
}

// TestModelsOfManyVariables: what a long let costs those inside it counts as
// work, be it copied for one of them or searched by a name.
func TestModelsOfManyVariables(t *testing.T) {
	const n = 20_000
	for _, inner := range []string{"(let () true) ", "x "} {
		text := "(define-fun p0 ((x U) (y U)) Bool (let (" + strings.Repeat("(a true)", n) + ") (and " + strings.Repeat(inner, n) + ")))"
		if _, err := prover.ReadModel(text, symbols); err == nil || !strings.Contains(err.Error(), "too much") {
			t.Errorf("%s: found %v, expected an error with %q", inner, err, "too much")
		}
	}
}

// FuzzReadModel: no text breaks the reader, and what it gives is a structure.
func FuzzReadModel(f *testing.F) {
	f.Add("(define-fun p0 ((x U) (y U)) Bool (= x (as @U_1 U))) ; rep: @U_0")
	f.Add("(define-fun f3 ((x U)) U (let ((y x)) (ite (p1 y) U!val!0 U!val!1)))(define-fun p1 ((x U)) Bool (not q))")
	f.Fuzz(func(t *testing.T, text string) {
		if m, err := prover.ReadModel(text, symbols); err == nil {
			if err := m.Validate(); err != nil {
				t.Error(err)
			}
		}
	})
}
