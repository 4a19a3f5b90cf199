package logic_test

import (
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
)

// TestParse reads what people and models write and compares the tree in the paper's
// notation, which leaves no bracket out.
func TestParse(t *testing.T) {
	for _, group := range []struct {
		name  string
		cases [][2]string // text, printed form
	}{
		{"connectives", [][2]string{
			{"p1 ∧ p2", "(p1 ∧ p2)"},
			{"p1&p2", "(p1 ∧ p2)"},
			{"p1 && p2", "(p1 ∧ p2)"},
			{"p1 AND p2", "(p1 ∧ p2)"},
			{`p1 /\ p2`, "(p1 ∧ p2)"},
			{"p1 ^ p2", "(p1 ∧ p2)"},
			{`p1 \land p2`, "(p1 ∧ p2)"},
			{`p1\wedge p2`, "(p1 ∧ p2)"},
			{"p1 ∨ p2", "(p1 ∨ p2)"},
			{"p1|p2", "(p1 ∨ p2)"},
			{"p1 || p2", "(p1 ∨ p2)"},
			{"p1 v p2", "(p1 ∨ p2)"},
			{"p1 V p2", "(p1 ∨ p2)"},
			{"p1 or p2", "(p1 ∨ p2)"},
			{`p1 \/ p2`, "(p1 ∨ p2)"},
			{`p1 \vee p2`, "(p1 ∨ p2)"},
			{"p1 → p2", "(p1 → p2)"},
			{"p1->p2", "(p1 → p2)"},
			{"p1-->p2", "(p1 → p2)"},
			{"p1 => p2", "(p1 → p2)"},
			{"p1 ==> p2", "(p1 → p2)"},
			{"p1 implies p2", "(p1 → p2)"},
			{`p1 \rightarrow p2`, "(p1 → p2)"},
			{`p1 \implies p2`, "(p1 → p2)"},
			{`p1\to p2`, "(p1 → p2)"},
			{"p1 ⊃ p2", "(p1 → p2)"},
			{"p1 ⇒ p2", "(p1 → p2)"},
			{"p1 ↔ p2", "(p1 ↔ p2)"},
			{"p1 <-> p2", "(p1 ↔ p2)"},
			{"p1<=>p2", "(p1 ↔ p2)"},
			{"p1 Iff p2", "(p1 ↔ p2)"},
			{"p1 ⟷ p2", "(p1 ↔ p2)"},
			{"p1 ≡ p2", "(p1 ↔ p2)"},
			{`p1 \leftrightarrow p2`, "(p1 ↔ p2)"},
			{`p1 \iff p2`, "(p1 ↔ p2)"},
			{"p1 ⊕ p2", "(p1 ⊕ p2)"},
			{"p1 xor p2", "(p1 ⊕ p2)"},
			{`p1 \oplus p2`, "(p1 ⊕ p2)"},
			{"¬p1", "¬p1"},
			{"-p1", "¬p1"},
			{"~p1", "¬p1"},
			{"!p1", "¬p1"},
			{"not p1", "¬p1"},
			{"NOT(p1)", "¬p1"},
			{`\lnot p1`, "¬p1"},
			{`\neg p1`, "¬p1"},
			{"--p1", "¬¬p1"},
			{"not not p1", "¬¬p1"},
			{"¬ ~p1", "¬¬p1"},
			{"⊤ → ⊥", "(⊤ → ⊥)"},
			{"True implies FALSE", "(⊤ → ⊥)"},
			{`\top \to \bot`, "(⊤ → ⊥)"},
		}},
		{"precedence", [][2]string{
			{"p ∧ q ∨ r", "((p ∧ q) ∨ r)"},
			{"p ∨ q ∧ r", "(p ∨ (q ∧ r))"},
			{"p ∨ q ⊕ r", "((p ∨ q) ⊕ r)"},
			{"p ⊕ q → r", "((p ⊕ q) → r)"},
			{"p → q ↔ r", "((p → q) ↔ r)"},
			{"p ↔ q → r", "(p ↔ (q → r))"},
			{"p → q → r", "(p → (q → r))"},
			{"p ↔ q ↔ r", "(p ↔ (q ↔ r))"},
			{"(p → q) → r", "((p → q) → r)"},
			{"¬p ∧ q", "(¬p ∧ q)"},
			{"¬(p ∧ q)", "¬(p ∧ q)"},
			{"p and q or not r and s", "((p ∧ q) ∨ (¬r ∧ s))"},
			{"p ↔ q ∨ r ∧ s → t ⊕ u", "(p ↔ ((q ∨ (r ∧ s)) → (t ⊕ u)))"},
		}},
		{"chains", [][2]string{
			{"p ∧ q ∧ r", "(p ∧ q ∧ r)"},
			{"p ∧ (q ∧ r)", "(p ∧ q ∧ r)"},
			{"((p ∧ q) ∧ r)", "(p ∧ q ∧ r)"},
			{"(p ∨ q) ∨ (r ∨ (s))", "(p ∨ q ∨ r ∨ s)"},
			{"(p ⊕ q) ⊕ r", "(p ⊕ q ⊕ r)"},
			{"(p ∧ q) ∨ (r ∧ s) ∨ t", "((p ∧ q) ∨ (r ∧ s) ∨ t)"},
			{"((p ∧ q ∨ r) ∨ s) ∧ t ∧ u", "(((p ∧ q) ∨ r ∨ s) ∧ t ∧ u)"},
			{"¬(p ∧ q) ∧ r", "(¬(p ∧ q) ∧ r)"},
		}},
		{"brackets", [][2]string{
			{"[p1 v p2]", "(p1 ∨ p2)"},
			{"{[(p1)]}", "p1"},
			{`\{p1 \lor p2\}`, "(p1 ∨ p2)"},
			{"P[x, y]", "P(x, y)"},
			{`\left( p1 \right)`, "p1"},
			{`\bigl[p1\bigr] \land p2`, "(p1 ∧ p2)"},
			{"  p1 \n", "p1"},
			{"(p1\nv p2)", "(p1 ∨ p2)"},
		}},
		{"quantifiers", [][2]string{
			{"∀x1.pred1(x1)", "∀x1. pred1(x1)"},
			{"∀ x1 (pred1(x1))", "∀x1. pred1(x1)"},
			{"∀x P(x)", "∀x. P(x)"},
			{"∀ x1, pred1(x1)", "∀x1. pred1(x1)"},
			{"∀x: P(x)", "∀x. P(x)"},
			{`\forall x\, P(x)`, "∀x. P(x)"},
			{"all x P(x)", "∀x. P(x)"},
			{"ForAll x. P(x)", "∀x. P(x)"},
			{"some x P(x)", "∃x. P(x)"},
			{"Exists x, P(x)", "∃x. P(x)"},
			{"∀x y z. P(x)", "∀x. ∀y. ∀z. P(x)"},
			{"∀x,y.P(x,y)", "∀x. ∀y. P(x, y)"},
			{"∀x, y P(x, y)", "∀x. ∀y. P(x, y)"},
			{"∀x, y, P(x, y)", "∀x. ∀y. P(x, y)"},
			{"∀ x1 x2.∃ x3.P(x3,x1)", "∀x1. ∀x2. ∃x3. P(x3, x1)"},
			{"∀x y P(x,y)", "∀x. ∀y. P(x, y)"},
			{"∀x∃y P(x,y)", "∀x. ∃y. P(x, y)"},
			{"∀x ∃y ∀z P(x,y)", "∀x. ∃y. ∀z. P(x, y)"},
			{"∀x y (P(x,y))", "∀x. ∀y. P(x, y)"},
			{"∀x y (P(x) ∧ Q(y))", "∀x. ∀y. (P(x) ∧ Q(y))"},
			{"∀x y[P(x)]", "∀x. ∀y. P(x)"},
			{"∀x y(P(x) ∧ Q(y))", "∀x. ∀y. (P(x) ∧ Q(y))"},
			{"∀x Happy(father(x))", "∀x. Happy(father(x))"},
			{"∀x P()", "∀x. P"},
			{"∀x y(¬P(x))", "∀x. ∀y. ¬P(x)"},
			{"∀x y (z = x)", "∀x. ∀y. z = x"},
			{"∀x p.", "∀x. p"},
			{"$∀x p$", "∀x. p"},
			{`\(∀x, p.\)`, "∀x. p"},
			{`\{∀x, p\}`, "∀x. p"},
			{"∀x Happy (father(x))", "∀x. Happy(father(x))"},
			{"∀x1 x2 (P(x1))", "∀x1. ∀x2. P(x1)"},
			{"∀x y(P(x, y))", "∀x. ∀y. P(x, y)"},
			{"∀child Parent (P(child, parent))", "∀child. ∀Parent. P(child, Parent)"},
			{"∀x f(f(x))=x", "∀x. f(f(x)) = x"},
			{"∀x P[x]", "∀x. P(x)"},
			{"∀x Drinks (x)", "∀x. Drinks(x)"},
			{"∀x Loves (x, y)", "∀x. Loves(x, y)"},
			{"∀x Loves (f(x), y)", "∀x. Loves(f(x), y)"},
			{"∀x y = z", "∀x. y = z"},
			{"∀x y z = x", "∀x. ∀y. z = x"},
			{"∀x ¬P(x)", "∀x. ¬P(x)"},
			{"∀x y ¬P(x)", "∀x. ∀y. ¬P(x)"},
			{"∀x-P(x)", "∀x. ¬P(x)"},
			{"∀x Eco-friendly(x)", "∀x. Eco-friendly(x)"},
			{"∀x p", "∀x. p"},
			{"∀x p v q", "((∀x. p) ∨ q)"},
			{"∀x p and q", "((∀x. p) ∧ q)"},
			{"∀x y v w. P(v)", "∀x. ∀y. ∀v. ∀w. P(v)"},
			{"∀v P(v)", "∀v. P(v)"},
			{"∃u v P(u,v)", "∃u. ∃v. P(u, v)"},
			{"(∀x)(P(x))", "∀x. P(x)"},
			{"(∀x)P(x)", "∀x. P(x)"},
			{"(∀x)(∃y) P(x,y)", "∀x. ∃y. P(x, y)"},
			{"(∀x∃y)(P(x,y))", "∀x. ∃y. P(x, y)"},
			{"(all x)(P(x) -> Q(x))", "∀x. (P(x) → Q(x))"},
			{"¬(∃x)(P(x))", "¬∃x. P(x)"},
			{"(∀x).P(x) ∧ Q(x)", "∀x. (P(x) ∧ Q(x))"},
			{"∀(x)(P(x))", "∀x. P(x)"},
			{"∀(x, y) P(x,y)", "∀x. ∀y. P(x, y)"},
			{"∄x P(x)", "¬∃x. P(x)"},
			{`\nexists x. P(x)`, "¬∃x. P(x)"},
			{"¬∀x. Man(x)", "¬∀x. Man(x)"},
			{"∀x.∀x.P(x)", "∀x. ∀x. P(x)"},
			{"(∀ x1. P(x1)) ∧ Q(x1)", "((∀x1. P(x1)) ∧ Q(x1))"},
			{"all x all y P(x,y)", "∀x. ∀y. P(x, y)"},
			{"all x some y P(x,y)", "∀x. ∃y. P(x, y)"},
		}},
		{"scope", [][2]string{
			{"∀x P(x) → Q(x)", "((∀x. P(x)) → Q(x))"},
			{"∀x. P(x) → Q(x)", "∀x. (P(x) → Q(x))"},
			{"∀x: P(x) → Q(x)", "∀x. (P(x) → Q(x))"},
			{"∀x, P(x) → Q(x)", "∀x. (P(x) → Q(x))"},
			{"(∀x)(P(x)) → Q(x)", "((∀x. P(x)) → Q(x))"},
			{"R ∧ ∀x. P(x) ∧ Q(x)", "(R ∧ ∀x. (P(x) ∧ Q(x)))"},
			{"R ∧ ∀x P(x) ∧ Q(x)", "(R ∧ (∀x. P(x)) ∧ Q(x))"},
			{"¬∀x. P(x) ∧ Q", "¬∀x. (P(x) ∧ Q)"},
			{"¬∀x P(x) ∧ Q", "((¬∀x. P(x)) ∧ Q)"},
			{"∀x. ∃y P(y) → Q(x)", "∀x. ((∃y. P(y)) → Q(x))"},
			{"∀x ∃y. P(y) → Q(x)", "∀x. ∃y. (P(y) → Q(x))"},
			{"(∀x. P(x) → Q(x)) ∨ R", "((∀x. (P(x) → Q(x))) ∨ R)"},
		}},
		{"equality", [][2]string{
			{"a = b", "a = b"},
			{"a≠b", "a ≠ b"},
			{"a != b", "a ≠ b"},
			{"a == b", "a = b"},
			{`a \neq b`, "a ≠ b"},
			{`a \not= b`, "a ≠ b"},
			{"a =\u0338 b", "a ≠ b"},
			{"¬a = b", "a ≠ b"},
			{"¬(a = b)", "a ≠ b"},
			{"¬a ≠ b", "¬a ≠ b"},
			{"f(x)=g(a, h(b))", "f(x) = g(a, h(b))"},
			{"∀x x = x", "∀x. x = x"},
			{"a = b ∧ c = d", "(a = b ∧ c = d)"},
			{"2000 = year(x)", "2000 = year(x)"},
			{"a=b->c", "(a = b → c)"},
		}},
		{"names", [][2]string{
			{"p1 v(p2)", "(p1 ∨ p2)"},
			{"(p1)v(p2)", "(p1 ∨ p2)"},
			{"love(v)", "love(v)"},
			{"v(a)", "v(a)"},
			{"v ∧ V", "(v ∧ V)"},
			{"p v v v q", "(p ∨ v ∨ q)"},
			{"nota", "nota"},
			{"andy ∧ orson", "(andy ∧ orson)"},
			{"all", "all"},
			{"All(x)", "All(x)"},
			{"some ∧ all", "(some ∧ all)"},
			{"In(x, all)", "In(x, all)"},
			{"True(x)", "True(x)"},
			{"Is(x, true)", "Is(x, true)"},
			{"∃ x1.call(x1,allen)", "∃x1. call(x1, allen)"},
			{"Risk-averse(x)", "Risk-averse(x)"},
			{"Lab(lg-34)", "Lab(lg-34)"},
			{"Visited(mr.smith, y42.3billion)", "Visited(mr.smith, y42.3billion)"},
			{"Companies’Stocks(kO)", "Companies'Stocks(kO)"},
			{"In(x, c++)", "In(x, c++)"},
			{"Grade(a+)", "Grade(a+)"},
			{"In(x, 2000)", "In(x, 2000)"},
			{"1stPlace(x)", "1stPlace(x)"},
			{"LostToŚwiątek(x)", "LostToŚwiątek(x)"},
			{"É", "É"},
			{"E\u0301", "É"},
			{"x' = y''", "x' = y''"},
			{"P()", "P"},
			{"f() = c", "f = c"},
			{"p & -q-r", "(p ∧ ¬q-r)"},
			{"p v-q", "(p ∨ ¬q)"},
			{"φ → ψ", "(φ → ψ)"},
			{"P (x)", "P(x)"},
			{"Gauff-Świątek(ł-1)", "Gauff-Świątek(ł-1)"},
			{"p.", "p"},
			{"P(x). ", "P(x)"},
		}},
		{"latex", [][2]string{
			{"$p_1 \\land p_{12}$", "(p1 ∧ p12)"},
			{"p_{1}", "p1"},
			{"p_1", "p_1"},
			{`\(x_{max} = c\)`, "x_max = c"},
			{"$$p$$.", "p"},
			{"$~p \\land (~q \\lor ~~r)$", "(¬p ∧ (¬q ∨ ¬¬r))"},
			{"\\forall x. ~P(x) \\to [~Q(x)]", "∀x. (¬P(x) → ¬Q(x))"},
			{"~\\exists x. P(x) \\land \\neg ~(p)", "¬∃x. (P(x) ∧ ¬¬p)"},
			{`\[ p \].`, "p"},
			{`\text{Loves}(x, y) \text{ and } \mathrm{P}`, "(Loves(x, y) ∧ P)"},
			{`\operatorname{is\_tall}(x)`, "is_tall(x)"},
			{`is\_tall(x)`, "is_tall(x)"},
			{`\text {p}`, "p"},
			{`\forall x\;\bigl(P(x) \rightarrow \exists y\,Q(x,y)\bigr)`, "∀x. (P(x) → ∃y. Q(x, y))"},
			{`\phi \lor \lnot\psi`, "(phi ∨ ¬psi)"},
			{`\text{not } p \text{ or } \mathrm{v}`, "(¬p ∨ v)"},
			{`\mathrm{All}(x) \land \text{true}`, "(All(x) ∧ ⊤)"},
			{`\mathit{P}_{1}(x) \to \text{gpt-3}`, "(P1(x) → gpt-3)"},
			{`p_1 /\ ~q`, "(p_1 ∧ ¬q)"},
			{`p_1\/(q)`, "(p_1 ∨ q)"},
			{`p /\(q /\r)`, "(p ∧ q ∧ r)"},
		}},
		{"look-alikes", [][2]string{
			{"p1\u00a0∧\u2009p2", "(p1 ∧ p2)"},
			{"\ufeffp1", "p1"},
			{"p\u200b1", "p1"},
			{"（ｐ１ ＆＆ ｐ₂）", "(p1 ∧ p2)"},
			{"ｐ　ａｎｄ　ｑ", "(p ∧ q)"},
			{"Ｐ（ｘ，ｙ）", "P(x, y)"},
			{"P(x、y)。", "P(x, y)"},
			{"p −> q", "(p → q)"},
			{"−p", "¬p"},
			{"tower‑b(x)", "tower-b(x)"},
			{"𝑝₁ ∨ 𝐩", "(p1 ∨ p)"},
			{"∀x． P（x）", "∀x. P(x)"},
			{"￢p", "¬p"},
			{"p\u0085∧\u2028q", "(p ∧ q)"},
			{"a‑ｂ(x)", "a-b(x)"},
		}},
		{"case", [][2]string{
			{"∀x P(X)", "∀x. P(x)"},
			{"∀X. P(x, y)", "∀X. P(X, y)"},
			{"∀p P(p)", "∀p. P(p)"},
			{"∀é P(É)", "∀é. P(é)"},
			{"∀child Parent (P(CHILD, parent))", "∀child. ∀Parent. P(child, Parent)"},
			{"∀x.∃X.P(x)", "∀x. ∃X. P(X)"},
			{"(∀x P(x)) ∧ Q(X)", "((∀x. P(x)) ∧ Q(X))"},
		}},
	} {
		t.Run(group.name, func(t *testing.T) {
			for _, c := range group.cases {
				f, err := logic.Parse(c[0], logic.Options{})
				if err != nil {
					t.Errorf("%q: %v", c[0], err)
				} else if got := f.String(); got != c[1] {
					t.Errorf("%q: %s, want %s", c[0], got, c[1])
				}
			}
		})
	}
}

func TestParseOptions(t *testing.T) {
	tight, wide := logic.Options{Scope: logic.ScopeTight}, logic.Options{Scope: logic.ScopeWide}
	exact, strict := logic.Options{CaseSensitive: true}, logic.Options{Strict: true}
	for _, c := range []struct {
		text string
		o    logic.Options
		want string // the printed form, or the error
	}{
		{"∀x. P(x) → Q(x)", tight, "((∀x. P(x)) → Q(x))"},
		{"∀x P(x) → Q(x)", wide, "∀x. (P(x) → Q(x))"},
		{"(∀x)(P(x)) → Q(x)", wide, "∀x. (P(x) → Q(x))"},
		{"(∀x)(∃y)(P(y)) → Q(x)", wide, "∀x. ∃y. (P(y) → Q(x))"},
		{"((∀x)(P(x))) → Q(x)", wide, "((∀x. P(x)) → Q(x))"},
		{"(∀x. ∃y)(P(x)) ∧ (Q(y))", wide, "∀x. ∃y. (P(x) ∧ Q(y))"},
		{"P ∧ ∃x Q(x) ∧ R(x) → S", wide, "(P ∧ ∃x. ((Q(x) ∧ R(x)) → S))"},
		{"∀x P(X)", exact, "∀x. P(X)"},
		{"∀X ∃x P(X, x)", exact, "∀X. ∃x. P(X, x)"},
		{strings.Repeat("∀X ", 33) + "∀Y P(X, y, Y)", exact, strings.Repeat("∀X. ", 33) + "∀Y. P(X, y, Y)"},
		{"∀x: P(x)", strict, `column 3: expected a formula, found ":"`},
		{"_a = b", strict, `column 1: expected a formula, found "_a"`},
		{"∀x1. ∃x2. (pred1(x1, p3) ∨ ¬pred2(x2))", strict, "∀x1. ∃x2. (pred1(x1, p3) ∨ ¬pred2(x2))"},
		{"∀ x1 x2.(P(x1)→x1=x2) ↔ Q", strict, "∀x1. ∀x2. ((P(x1) → x1 = x2) ↔ Q)"},
		{"p & q", strict, `column 3: expected an operator or the end of input, found "&"`},
		{"p v q", strict, `column 3: expected an operator or the end of input, found "v"`},
		{"~p", strict, `column 1: expected a formula, found "~"`},
		{"not(p)", strict, `column 1: expected a formula, found "not"`},
		{"[p]", strict, `column 1: expected a formula, found "["`},
		{"p ⊕ q", strict, "(p ⊕ q)"},
		{"p xor q", strict, `column 3: expected an operator or the end of input, found "xor"`},
		{"a ≠ b", strict, "a ≠ b"},
		{"a != b", strict, `column 3: expected an operator or the end of input, found "!"`},
		{"p\u00a0∧ q", strict, `column 2: expected an operator or the end of input, found "\u00a0"`},
		{"Risk-averse(x)", strict, `column 5: expected an operator or the end of input, found "-"`},
		{"P(2000)", strict, `column 3: expected a term, found "2000"`},
		{"_p", strict, `column 1: expected a formula, found "_p"`},
		{"p.", strict, `column 2: expected an operator or the end of input, found "."`},
		{"P()", strict, `column 3: expected a term, found ")"`},
		{"⊤", strict, `column 1: expected a formula, found "⊤"`},
		{"$p$", strict, `column 1: expected a formula, found "$"`},
	} {
		f, err := logic.Parse(c.text, c.o)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = f.String()
		}
		if got != c.want {
			t.Errorf("%q, %+v:\n %s, want\n %s", c.text, c.o, got, c.want)
		}
	}
}

func TestReadings(t *testing.T) {
	for _, c := range []struct {
		text string
		o    logic.Options
		want string
	}{
		{"∀x. (P(x) → Q(x))", logic.Options{}, "∀x. (P(x) → Q(x))"},
		{"∀x P(x) → Q(x)", logic.Options{}, "((∀x. P(x)) → Q(x)); ∀x. (P(x) → Q(x))"},
		{"∀x. P(x) → Q(x)", logic.Options{}, "∀x. (P(x) → Q(x)); ((∀x. P(x)) → Q(x))"},
		{"∀x. P(x) → Q(x)", logic.Options{Scope: logic.ScopeTight}, "((∀x. P(x)) → Q(x)); ∀x. (P(x) → Q(x))"},
		{"∀x ∃y. P(x) ∧ Q(y)", logic.Options{}, "∀x. ∃y. (P(x) ∧ Q(y)); ((∀x. ∃y. P(x)) ∧ Q(y))"},
		{"∀x. ∃y P(x) ∧ Q(y)", logic.Options{}, "∀x. ((∃y. P(x)) ∧ Q(y)); ((∀x. ∃y. P(x)) ∧ Q(y)); ∀x. ∃y. (P(x) ∧ Q(y))"},
		{"Q ∧ ∀x P(x)", logic.Options{}, "(Q ∧ ∀x. P(x))"},
		{"Q(x) ∧ ¬∀x P(x)", logic.Options{}, "(Q(x) ∧ ¬∀x. P(x))"},
	} {
		r, err := logic.Read(c.text, c.o)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		var got []string
		for _, f := range r.Formulas {
			got = append(got, f.String())
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%q: %s, want %s", c.text, s, c.want)
		}
	}
	if _, err := logic.Read("∀x", logic.Options{}); err == nil {
		t.Error("∀x: no error")
	}
}

func TestScopeNames(t *testing.T) {
	for _, s := range scopes {
		if got, err := logic.ParseScope(s.String()); got != s || err != nil {
			t.Errorf("%s: %v, %v", s, got, err)
		}
	}
	if _, err := logic.ParseScope("narrow"); err == nil || !strings.Contains(err.Error(), `"narrow"`) {
		t.Errorf("narrow: %v", err)
	}
}
