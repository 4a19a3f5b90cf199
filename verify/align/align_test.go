package align_test

import (
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/align"
	"github.com/truthloop/truthloop/verify/check"
)

func parse(t testing.TB, s string) *logic.Formula {
	t.Helper()
	f, err := logic.Parse(s, logic.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestMappings holds cases whose mapping is worked out by hand.
func TestMappings(t *testing.T) {
	wide := "g(a, a, a, a, a, a, a, a, a, a, a)"
	for _, c := range []struct {
		name        string
		left, right string
		relation    record.Relation
		json        string // of the alignment; empty: not compared
	}{
		{
			"published: AutoEval, Table 3", "(¬p2 ∧ p5 ∧ ¬p6)", "(¬p ∧ q ∧ ¬r)", record.RelEquivalent, // p2 and p6 may change places
			`{"propositions":{"p2":"p","p5":"q","p6":"r"}}`,
		},
		{"own names first", "a ∧ b", "b ∧ a", record.RelEquivalent, `{"propositions":{"a":"a","b":"b"}}`},
		{"another operator", "a ∧ b", "c ∨ d", record.RelNone, `{"reason":"refuted"}`},
		{"12 interchangeable propositions", "a∧b∧c∧d∧e∧f∧g∧h∧i∧j∧k∧l", "a1∧a2∧a3∧a4∧a5∧a6∧a7∧a8∧a9∧a10∧a11∧a12", record.RelEquivalent, ""},
		{"a swap of the two sides", "(a ∧ b) ∨ (c ∧ d)", "(p ∧ q) ∨ (r ∧ s)", record.RelEquivalent, ""},
		{"a proposition without effect", "a ∧ (b ∨ ¬b)", "c", record.RelEquivalent, `{"propositions":{"a":"c"},"left_only":["b"]}`},
		{"two more on the right", "c", "a ∧ (b ∨ ¬b) ∧ (d ∨ ¬d)", record.RelEquivalent, `{"propositions":{"c":"a"},"right_only":["b","d"]}`},
		{"a proposition too few", "a ∧ b", "c", record.RelNone, ""},
		{"one arity is not another", "∀x p(x)", "∀x ∀y p(x, y)", record.RelNone, ""},
		{"a proposition is no predicate", "p", "∀x p(x)", record.RelNone, ""},
		{
			"predicates and constants", "∀x (cat(x) → likes(tom, x))", "¬∃y (feline(y) ∧ ¬loves(thomas, y))", record.RelEquivalent,
			`{"predicates":{"cat/1":"feline/1","likes/2":"loves/2"},"constants":{"tom":"thomas"}}`,
		},
		{"the order of arguments counts", "likes(a, b) ∧ ∀x likes(x, a)", "loves(c, d) ∧ ∀x loves(d, x)", record.RelNone, ""},
		{"a constant with the name of a variable", "∃x (p(x) ∧ q(c))", "∃c (p(c) ∧ q(x))", record.RelEquivalent, ""},
		{"equality and functions", "f(a) = b", "c = g(d)", record.RelEquivalent, `{"functions":{"f/1":"g/1"},"constants":{"a":"d","b":"c"}}`},
		{"the same names in other roles", "p → q", "q → p", record.RelEquivalent, `{"propositions":{"p":"q","q":"p"}}`},
		{"names that differ in case", "Cat(tom)", "CAT(Tom)", record.RelEquivalent, `{"predicates":{"Cat/1":"CAT/1"},"constants":{"tom":"Tom"}}`},
		{"a variable named as the parser of ∃! does", "∃!x. p(x)", "∃!y. X(y)", record.RelEquivalent, `{"predicates":{"p/1":"X/1"}}`},
		{"a variable named as another one is renamed", "∀x_1. ∃x. r(x, x_1)", "∀u. ∃v. X(v, u)", record.RelEquivalent, `{"predicates":{"r/2":"X/2"}}`},
		{"the same, where no structure is small enough", "(∃!x. p(x)) ∧ (" + wide + " ∨ ¬" + wide + ")", "(∀y. X(y)) ∧ (" + wide + " ∨ ¬" + wide + ")", record.RelNone, ""},
		{"nothing to map", "⊤", "¬⊥", record.RelEquivalent, `{}`},
		{"nothing to map, and different", "⊤", "⊥", record.RelNone, ""},
	} {
		r := align.Align(t.Context(), []align.Pair{{Left: parse(t, c.left), Right: parse(t, c.right)}}, options())
		text, err := r.JSON()
		if err != nil {
			t.Fatal(err)
		}
		if r.Relation != c.relation || c.json != "" && text != c.json {
			t.Errorf("%s: found %s %s, expected %s %s", c.name, r.Relation, text, c.relation, c.json)
		}
	}
}

// A symbol of a formula, for the oracle: its use in the formula is its kind.
type symbol struct {
	kind  string
	arity int
	name  string
}

func symbolsOf(f *logic.Formula) map[string][]symbol {
	sig := f.Signature(false)
	out := map[string][]symbol{}
	add := func(kind string, arity int, name string) {
		key := nameKey(kind, arity, "")
		out[key] = append(out[key], symbol{kind, arity, name})
	}
	for _, p := range sig.Propositions {
		add("proposition", 0, p)
	}
	for _, p := range sig.Predicates {
		add("predicate", p.Arity, p.Name)
	}
	for _, p := range sig.Functions {
		add("function", p.Arity, p.Name)
	}
	for _, c := range sig.Constants {
		add("constant", 0, c)
	}
	return out
}

// mappings yields all mappings of the symbols of a to those of b that leave as few
// symbols as possible without a partner. Such a symbol gets a name of its own.
func mappings(a, b *logic.Formula) iter.Seq[naming] {
	left, right := symbolsOf(a), symbolsOf(b)
	keys := slices.Sorted(maps.Keys(left))
	return func(yield func(naming) bool) {
		n := naming{}
		var sorts func(k int) bool
		sorts = func(k int) bool {
			if k == len(keys) {
				return yield(n)
			}
			ls, rs := left[keys[k]], right[keys[k]]
			used := make([]bool, len(rs))
			var assign func(i, free int) bool
			assign = func(i, free int) bool {
				if i == len(ls) {
					return sorts(k + 1)
				}
				key := nameKey(ls[i].kind, ls[i].arity, ls[i].name)
				for j, r := range rs {
					if !used[j] {
						used[j], n[key] = true, r.name
						if !assign(i+1, free) {
							return false
						}
						used[j] = false
					}
				}
				if free > 0 {
					n[key] = "alone_" + ls[i].name
					return assign(i+1, free-1)
				}
				return true
			}
			return assign(0, len(ls)-len(rs))
		}
		sorts(0)
	}
}

// TestAgainstAllMappingsPropositional compares the relation with all mappings, each
// decided by all assignments.
func TestAgainstAllMappingsPropositional(t *testing.T) {
	o := options()
	found, none := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		config := formattest.FormulaConfig{Truth: true, Propositions: rapid.IntRange(1, 5).Draw(t, "names"), Size: rapid.IntRange(1, 14).Draw(t, "limit")}
		a := formattest.Formula(t, config)
		b := other(t, a, config)
		want := int64(0)
		for n := range mappings(a, b) {
			if sameTable(t, n.apply(a), b) {
				want++
			}
		}
		r := align.Align(t.Context(), []align.Pair{{Left: a, Right: b}}, o)
		if (r.Relation == record.RelEquivalent) != (want > 0) || r.Relation == record.RelUnknown {
			t.Fatalf("%s and %s: found %s, but %d mappings work", a, b, r.Relation, want)
		}
		if want > 0 {
			found++
		} else {
			none++
		}
	})
	t.Logf("%d pairs with a mapping, %d without", found, none)
	if found == 0 || none == 0 {
		t.Error("the pairs are of one kind only")
	}
}

// other is a copy of a under other names, such a copy with a law or a mistake, or
// another formula.
func other(t *rapid.T, a *logic.Formula, config formattest.FormulaConfig) *logic.Formula {
	kind := rapid.IntRange(0, 3).Draw(t, "kind")
	if kind == 0 {
		return formattest.Formula(t, config)
	}
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	b := rewrite(rng, draw(rng, []*logic.Formula{a}).apply(a))
	if kind == 1 {
		b = mistaken(rng, b)
	}
	return b
}

// mistaken swaps an operator or a quantifier at a random place.
func mistaken(rng *rand.Rand, f *logic.Formula) *logic.Formula {
	if len(f.Args) == 0 || rng.IntN(3) == 0 {
		swapped := map[logic.Op]logic.Op{logic.OpAnd: logic.OpOr, logic.OpOr: logic.OpAnd, logic.OpForall: logic.OpExists, logic.OpExists: logic.OpForall, logic.OpImplies: logic.OpIff, logic.OpIff: logic.OpImplies}
		if op, ok := swapped[f.Op]; ok {
			return &logic.Formula{Op: op, Name: f.Name, Args: f.Args}
		}
		return logic.Not(f)
	}
	args := slices.Clone(f.Args)
	i := rng.IntN(len(args))
	args[i] = mistaken(rng, args[i])
	return &logic.Formula{Op: f.Op, Name: f.Name, Args: args}
}

// sameTable compares two formulas under all assignments.
func sameTable(t *rapid.T, a, b *logic.Formula) bool {
	names := logic.And(a, b).Signature(false).Propositions
	values := map[string]bool{}
	for row := range 1 << len(names) {
		for k, name := range names {
			values[logic.Fold(name)] = row>>k&1 != 0
		}
		va, errA := check.Under(values, a, logic.Fold)
		vb, errB := check.Under(values, b, logic.Fold)
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		if va != vb {
			return false
		}
	}
	return true
}

// TestAgainstAllMappingsFirstOrder compares with all mappings, each decided by all
// structures of up to two elements. Where these show no difference, a mapping
// counts if the verifier proves the equivalence.
func TestAgainstAllMappingsFirstOrder(t *testing.T) {
	o := options()
	v := verify.New(verify.Options{NoRelation: true})
	found, none := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		config := formattest.FormulaConfig{
			FirstOrder: true, Equality: rapid.Bool().Draw(t, "equality"), Functions: rapid.Bool().Draw(t, "functions"), Mixed: rapid.Bool().Draw(t, "mixed"),
			Predicates: rapid.IntRange(1, 3).Draw(t, "predicates"), Constants: 2, Propositions: 2, Size: rapid.IntRange(1, 6).Draw(t, "limit"),
		}
		a := formattest.Formula(t, config)
		b := other(t, a, config)
		want := int64(0)
		for n := range mappings(a, b) {
			c := n.apply(a)
			if differs(c, b) {
				continue
			}
			switch v.Formulas(t.Context(), c, b).Verdict {
			case record.Equivalent:
				want++
			case record.Unknown:
				t.Skip("a pair is open")
			}
		}
		r := align.Align(t.Context(), []align.Pair{{Left: a, Right: b}}, o)
		if (r.Relation == record.RelEquivalent) != (want > 0) || r.Relation == record.RelUnknown {
			t.Fatalf("%s and %s: found %s (%s), but %d mappings work", a, b, r.Relation, r.Reason, want)
		}
		if want > 0 {
			found++
		} else {
			none++
		}
	})
	t.Logf("%d pairs with a mapping, %d without", found, none)
	if found == 0 || none == 0 {
		t.Error("the pairs are of one kind only")
	}
}

// differs reports whether two formulas differ in some structure of one or two
// elements.
func differs(a, b *logic.Formula) bool {
	for size := range 2 {
		for m := range check.Structures(size+1, 1<<10, a, b) {
			va, errA := check.In(m, a, logic.Fold)
			vb, errB := check.In(m, b, logic.Fold)
			if errA == nil && errB == nil && va != vb {
				return true
			}
		}
	}
	return false
}

// TestEqualFormulasAlign: where two formulas are equivalent under their own names,
// there is a mapping.
func TestEqualFormulasAlign(t *testing.T) {
	o := options()
	rapid.Check(t, func(t *rapid.T) {
		a := formattest.Formula(t, formattest.FormulaConfig{FirstOrder: true, Mixed: true, Functions: true, Truth: true, Size: 6})
		b := rewrite(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)), a)
		if r := align.Align(t.Context(), []align.Pair{{Left: a, Right: b}}, o); r.Relation != record.RelEquivalent {
			t.Fatalf("%s and %s: found %s (%s)", a, b, r.Relation, r.Reason)
		}
	})
}

// TestHostile: what is large, wide, deep or symmetric ends within the limits of work,
// and never with a wrong result.
func TestHostile(t *testing.T) {
	join := func(n int, sep string, part func(i int) string) string {
		parts := make([]string, n)
		for i := range parts {
			parts[i] = part(i)
		}
		return strings.Join(parts, sep)
	}
	name := func(prefix string) func(int) string {
		return func(i int) string { return fmt.Sprint(prefix, i) }
	}
	wide := func(prefix string) string { return prefix + "(" + join(12, ", ", name("c")) + ")" }
	for _, c := range []struct {
		name, left, right string
		never             record.Relation
	}{
		{"3,000 propositions", join(3_000, " ∧ ", name("p")), join(3_000, " ∨ ", name("q")), record.RelEquivalent},
		{"as many that are alike", join(3_000, " ∧ ", name("p")), join(3_000, " ∧ ", name("q")), record.RelNone},
		{"12 arguments", wide("p"), wide("q"), record.RelNone},
		{"12 nested quantifiers", join(12, " ", name("∀x")) + " p(x0, x11)", join(12, " ", name("∃x")) + " q(x0, x11)", record.RelEquivalent},
		{"5,000 negations", strings.Repeat("¬", 5_000) + "p", strings.Repeat("¬", 5_001) + "q", record.RelEquivalent},
		{"a story in a formula", join(2_000, " ∧ ", func(i int) string { return fmt.Sprintf("∀x (p%d(x) → q%d(x))", i, i) }), join(2_000, " ∧ ", func(i int) string { return fmt.Sprintf("∀x (r%d(x) → s%d(x))", i, i) }), record.RelNone},
	} {
		r := align.Align(t.Context(), []align.Pair{{Left: parse(t, c.left), Right: parse(t, c.right)}}, options())
		if r.Relation == c.never {
			t.Errorf("%s: found %s (%s)", c.name, r.Relation, r.Reason)
		}
		t.Logf("%s: %s %s", c.name, r.Relation, r.Reason)
	}
}
