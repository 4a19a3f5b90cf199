package logic_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
)

// Texts with one sensible reading were refused, whatever the options.
func TestRepairsOfWhatHasOneReading(t *testing.T) {
	for _, c := range []struct{ text, want, repairs string }{
		{`Reads(harry, "Walden")`, "Reads(harry, Walden)", "quoted_name"},
		{`Reads(harry, 'Walden')`, "Reads(harry, Walden)", "quoted_name"},
		{"Reads(harry, “Walden”)", "Reads(harry, Walden)", "quoted_name"},
		{`Reads(harry, "Walden" by Henry Thoreau)`, "Reads(harry, WaldenbyHenryThoreau)", "quoted_name spaced_name"},
		{`Works(ann, "AT&T") ∧ ¬Works(ann, "A.T.T.")`, "(Works(ann, AT_x26_T) ∧ ¬Works(ann, A.T.T_x2e_))", "quoted_name"},
		{`"Loves"(ann, bob) ∧ "p1"`, "(Loves(ann, bob) ∧ p1)", "quoted_name"},
		{`∃x. (Club(x) ∧ x = 'Nautico')`, "∃x. (Club(x) ∧ x = Nautico)", "quoted_name"},
		{"In(white sulphur springs, x)", "In(whitesulphursprings, x)", "spaced_name"},
		{"Capital(beijing, People's Republic of China)", "Capital(beijing, People'sRepublicofChina)", "spaced_name"},
		{"Costs(x, 2.5 billion)", "Costs(x, 2.5billion)", "number_unit"},
		{"At(x, 8 pm) → Rent(y, $2000)", "(At(x, 8pm) → Rent(y, 2000dollar))", "number_unit"},
		{"More(2000$, US$1500) ∧ Share(x, 50%)", "(More(2000dollar, 1500USdollar) ∧ Share(x, 50percent))", "number_unit"},
		{"There exists an x such that (P(x) ∧ Q(x))", "∃x. (P(x) ∧ Q(x))", "quantifier_phrase"},
		{"for every x, P(x)", "∀x. P(x)", "quantifier_phrase"},
		{"No x. (P(x) & Q(x))", "¬∃x. (P(x) ∧ Q(x))", "quantifier_phrase"},
		{"exist x. exist y. Knows(x, y)", "∃x. ∃y. Knows(x, y)", "quantifier_phrase"},
		{"?x. P(x)", "∃x. P(x)", "quantifier_phrase"},
		{"∀x (P(x), R(x) → Q(x))", "∀x. ((P(x) ∧ R(x)) → Q(x))", "comma_conjunction"},
		{"∀x (P(x), and (Q(x)))", "∀x. (P(x) ∧ Q(x))", "comma_conjunction"},
		{"P(a))", "P(a)", "surplus_bracket"},
		{"(P(a) ⊕ Q(a))) → P(a)", "((P(a) ⊕ Q(a)) → P(a))", "surplus_bracket"},
		{"P(a) ⊕ Q(a)) → P(a)", "((P(a) ⊕ Q(a)) → P(a))", "surplus_bracket"},
		{"∀x (P(x)) → Q(x))", "∀x. (P(x) → Q(x))", "surplus_bracket"},
		{"all x. ((P(x) | Q(x)) & R(x)) -> S(x))", "∀x. (((P(x) ∨ Q(x)) ∧ R(x)) → S(x))", "surplus_bracket"},
		{"∀x (P(x) → Q(x)", "∀x. (P(x) → Q(x))", "missing_bracket"},
		{"∀x (P(x) → Q(x).", "∀x. (P(x) → Q(x))", "missing_bracket"},
		{"∀x (P(x).", "∀x. P(x)", "missing_bracket"},
		{"(p ∧ (q ∨ r)", "(p ∧ (q ∨ r))", "missing_bracket"},
		{"P(a", "P(a)", "missing_bracket"},
		{"((p ∧ q)", "(p ∧ q)", "missing_bracket"},
		{"2000 > 1500.5", "less_than(1500.5, 2000)", "comparison"},
		{"∀x (Price(x) ≥ 2.5 → x < y)", "∀x. (at_most(2.5, Price(x)) → less_than(x, y))", "comparison"},
		{"∀x x <= 5", "∀x. at_most(x, 5)", "comparison"},
		{"Size(a) > Size(b)", "less_than(Size(b), Size(a))", "comparison"},
		{"Rent(a) = Price(a) ∨ Rent(a) > Price(a)", "(Rent(a) = Price(a) ∨ less_than(Price(a), Rent(a)))", "comparison"},
		{`$x \leq 5 \land y \geq z$`, "(at_most(x, 5) ∧ at_most(z, y))", "comparison"},
	} {
		if f, err := logic.Parse(c.text, logic.Options{}); err == nil {
			t.Errorf("%s: the default level reads %s", c.text, f)
		}
		r, err := logic.Read(c.text, logic.Options{Lenient: true})
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if got := r.Formulas[0].String(); got != c.want {
			t.Errorf("%s: found %s, expected %s", c.text, got, c.want)
		}
		if got := strings.Trim(fmt.Sprint(r.Leniencies), "[]"); got != c.repairs {
			t.Errorf("%s: found the repairs %s, expected %s", c.text, got, c.repairs)
		}
	}
}

// A repair would have to choose between two readings.
func TestNoRepairOfWhatHasTwoReadings(t *testing.T) {
	for _, text := range []string{
		"∀x (P(x), or (Q(x)) → R(x))",   // the comma was a conjunction, and or (…) a formula
		"(P(x), Q(x))",                  // a conjunction, or a pair
		"p, and q ∧ r",                  // the same
		"Q(x) for all x such that P(x)", // this and the following were repaired once
		"Knows(x, y) for all x, y",      //
		"P(x) for some x in D",          //
		"P(a) & Q(a) & ...",             //
		"∀x (P(x) → (Q(x) ∧ R(x) ∧ …))", //
		"a ∈ D",                              //
		"∀x (y ∈ x → x ∉ D)",                 //
		"Symptoms(flu) = {fever, cough}",     //
		"Has(x, ['a', 'b'])",                 //
		"Has(x, [a, b])",                     //
		"Shown(x, bbc2 | bbc3)",              //
		"p, q ∨ r",                           // p ∧ (q ∨ r), (p ∧ q) ∨ r
		"(p → q, r)",                         // p → (q ∧ r), (p → q) ∧ r
		"p ∨ q) ∧ r",                         // p ∨ (q ∧ r), (p ∨ q) ∧ r
		"p ∧ q → r)",                         // (p ∧ q) → r, p ∧ (q → r)
		"(p ∧ q ∨ r))",                       // (p ∧ q) ∨ r, p ∧ (q ∨ r)
		"¬p ∧ q)",                            // ¬p ∧ q, ¬(p ∧ q)
		"(p ∨ q ∧ r",                         // p ∨ (q ∧ r), (p ∨ q) ∧ r
		"(p ∧ (q ∨ r ∧ s)",                   // p ∧ (q ∨ (r ∧ s)), p ∧ (q ∨ r) ∧ s
		"∀x (P(x) → Q(x) ∧ R(a)",             // R(a) within the quantifier, or outside
		"Loves(f(a, b)",                      // f of a and b, or Loves of f(a) and b
		"Not(p, q)",                          // ¬(p ∧ q), neither of the two
		"¬(P(a), Q(a))",                      // the same
		"P(a), Q(a) → R(a)",                  // a fact and a rule, or one rule
		"∃x (P(x), Q(x) → R(x))",             // P(x) ∧ (Q(x) → R(x)), or one rule
		"∀x, P(x), Q(x) → R(x)",              // the same
		"∃x P(x), Q(a)",                      // Q(a) within the quantifier, or outside
		"∃x P(x), Q(x)",                      // the same
		"∀x P(x). ∧ Q(x)",                    // the same
		"∀x (P(x) → Q(x)) ∧ R(x))",           // Q(x)) may be one bracket too many
		"Rich(ann) ∧ WhiteAnn)",              // White(ann), or a proposition
		"YoungLion)",                         // the same
		"Pb)",                                // P(b), or a proposition
		"Humanann)",                          // the same
		"P(fa))",                             // P(f(a)), or the name fa
		"Pf(a))",                             // the same
		"S(b, fa))",                          // the same
		"∀x (P(gx)))",                        // the same
		"Big(b) ∧ Bigb)",                     // Big(b), or a proposition
		"(p ∧ Ra)) → q",                      // the same
		"LovesAnn, bob)",                     // Loves(ann, bob), or propositions
		"Rich(ann) ∧ YoungAnn)",              // the same
		"¬no x. P(x)",                        // some x has P, or no x has P
		"no x. P(x) and no y. Q(y)",          // the same
		"no x. P(x) ∨ Q(a)",                  // the same
		"P(a | Q(a))",                        // Q is a function, or a predicate: P(a) ∨ Q(a)
		"P(f(a) | f(b))",                     // the same
		"R('x', x)",                          // x is quoted, and looks like a variable
		"P('x') ∧ ∀x Q(x)",                   // the same
		`Reads(harry "Walden")`,              // a comma is missing, or one name
		"In(new york, a) ∧ In(a, b, c)",      // a comma is missing: In has three arguments
		"a ∈ D ∧ Big(D)",                     // D(a), or D is a set that contains a
		"∀x (P(x)) → Q(a))",                  // (∀x P(x)) → Q(a), ∀x (P(x) → Q(a))
		"∀x (P(x)) → Q(y)))",                 // two brackets too many
		"((p ∧ q) ∨ (r",                      // two brackets too few
		"-((x, y) -> P(x) & Q(y))",           // x ∧ y → ..., or a function of x and y
		"(x, y) → R(x, y)",                   // the same
		"(P(a), x → Q(x))",                   // x may be a proposition or the argument of a function
		"-5 < x",                             // a negative number, or a negation
		"-x > 5",                             // the same
		"Costs(x, $500+)",                    // the name 500+dollar is not read
		"Share(x, 50+%)",                     // 50+percent is none either
		"P(not a)",                           // ¬P(a), or one name
		"Cat(tom) ∧ ∀x (Cat(x) > Animal(x))", // > may be ⊃
		"P(x y)",                             // a comma is missing, or one name
		"∀x Loves(x new york)",               // x is a variable
		"Loves(tom jerry) ∧ Cat(tom)",        // tom is a name of its own
		"Likes(ann, cats and dogs)",          // one name, or two formulas
		`∀x Says(ann, "x")`,                  // the variable, or a constant
		`"P(x) ∧ Q(x)"`,                      // a quotation, or a formula
		`"p and q"`,                          //
		"-no x. P(x)",                        // there is none, or the opposite
		"no x. (P(x) → Q(x))",                // ¬∃x (P(x) → Q(x)), ∀x (P(x) → ¬Q(x))
		"P(x) for all y",                     // y does not occur
		"¬(P(a) ∧ Q(a) ∧ ...)",               // more conjuncts make it weaker
		"P(a) ∨ ...",                         // the same
		"(P(a). ∧ Q(a).)",
		"x + 2 * y > 3",
		"(x + y) * 2 = z",
		"x > -5",
		"x+1 = 2",
		"f(x) - 1 > 2",
		"P(a) ∧ ... ∧ Q(a)", // what is left out may be known
		"(P(a) ∧ ...) → Q(a)",
		"P(a | b, c | d)",              // two atoms, or four
		"P(a ∧ b)",                     // both together, or each
		"P(-tokyo)",                    // not tokyo, or a negative number
		"p <- q",                       // q → p, p < ¬q
		"P(a) <= Q(b) ∧ (P(b) ∨ Q(a))", // an arrow to the left, or at most
		"∀x (Dog(x) > Animal(x))",      // > may be ⊃
		"x^2 > 4",                      // x ∧ 2 > 4, or a power
		"4 < x^y",
		"∀x. x-1 > 0",     // the name x-1, or a difference
		"∀x. 2x > 0",      // the name 2x, or a product
		"(P(a)) = (Q(a))", // terms, or ↔
		"x != y != z",     // neighbours, or all pairs
		"0 < x < 10",
		"Has(x, 1,500 > 2)",
		"P(a) - Q(a)", // no comparison
		"¬¬",
		"P(x)...", // what is left out may be anything
		"((((((((((p",
		"(likes ann bob)", // an operator is missing, or SMT-LIB
		"P(a) Q(a)",       // which operator is missing?
		"P(x) when x = a",
		"∃!x y. P(x, y)",                 // one pair, or one x for which there is one y
		"![X]: p(X, x)",                  // X and x differ in TPTP
		"(= (P a) (Q a))",                // formulas, or terms
		"(forall ((x A) (y B)) (R x y))", // the sorts restrict the variables
		"P(x) for all x such that",
		"Speaks(x, fr en) ∨ Speaks(x, fr)", // fr is a name of its own
		"$2000 > 1500$",                    // money, or LaTeX
		"P(x) ∧ for all x",
		"(P(x) for all x) for all x", // x is bound
		`P("a" "b")`,                 // a comma is missing, or one name
		"every dog barks",
		"fof(a, axiom, p",
		"And(p, q",
	} {
		if f, err := logic.Parse(text, logic.Options{Lenient: true}); err == nil {
			t.Errorf("%s: found %s, expected an error", text, f)
		}
	}
}

// A leniency of the list had no name, or two had the same.
func TestLeniencyNames(t *testing.T) {
	seen := map[string]bool{}
	for _, l := range leniencies() {
		if name := l.String(); seen[name] || name == "" || strings.ToLower(name) != name {
			t.Errorf("found the name %q", name)
		} else {
			seen[name] = true
		}
	}
	if len(seen) < 8 {
		t.Errorf("found %d names, expected at least 8", len(seen))
	}
}

// leniencies lists all repairs.
func leniencies() (all []logic.Leniency) {
	for l := logic.QuotedName; !strings.HasPrefix(l.String(), "Leniency("); l++ {
		all = append(all, l)
	}
	return all
}
