package rules

import (
	"errors"
	"testing"

	"github.com/truthloop/truthloop/format/record"
)

func TestParaphrasesOfFormulas(t *testing.T) {
	english := &record.Vocabulary{Predicates: []record.Predicate{
		{Name: "love", Arity: 2}, {Name: "Finesse", Arity: 2}, {Name: "run", Arity: 1}, {Name: "focus", Arity: 1},
	}}
	for _, c := range []struct{ nl, want string }{
		// introductions and ways to say that something is so
		{"p1", "p1"},
		{"  P1 is true \n", "P1"},
		{"p1 holds.", "p1"},
		{"The formula states that p1 is not true.", "¬p1"},
		{"In other words, p1 is false", "¬p1"},
		{"This logical expression says: p1 and p2.", "(p1 ∧ p2)"},
		{"not p1", "¬p1"},
		{"NOT P1", "¬P1"},
		{"It is false that p1.", "¬p1"},
		{"It's not true that p1 is false.", "¬¬p1"},
		{"It is true that p1.", "p1"},
		{"“p1” isn't true", "¬p1"},

		// conjunction and disjunction
		{"p1 and p2", "(p1 ∧ p2)"},
		{"p1, p2 and p3.", "(p1 ∧ p2 ∧ p3)"},
		{"p1, p2, and p3 are true", "(p1 ∧ p2 ∧ p3)"},
		{"p1 and p2 are both true", "(p1 ∧ p2)"},
		{"p1 and p2 are false", "(¬p1 ∧ ¬p2)"},
		{"p1 is true but p2 is not true", "(p1 ∧ ¬p2)"},
		{"p1 or p2", "(p1 ∨ p2)"},
		{"Either p1 or p2.", "(p1 ∨ p2)"},
		{"either p1, p2 or p3", "(p1 ∨ p2 ∨ p3)"},
		{"either p1 or p2 or p3", "(p1 ∨ p2 ∨ p3)"},
		{"p1 or p2 or both", "(p1 ∨ p2)"},
		{"both p1 and p2 are false", "(¬p1 ∧ ¬p2)"},
		{"not both p1 and p2", "¬(p1 ∧ p2)"},
		{"neither p1 nor p2", "¬(p1 ∨ p2)"},
		{"Neither p1 nor p2 is true, and p3 is true.", "(¬(p1 ∨ p2) ∧ p3)"},
		{"at least one of p1, p2, and not p3 is true", "(p1 ∨ p2 ∨ ¬p3)"},
		{"at least one of p1 and p2 is false", "(¬p1 ∨ ¬p2)"},
		{"all of p1, p2 and p3 hold", "(p1 ∧ p2 ∧ p3)"},
		{"none of p1, p2 and p3 are true", "¬(p1 ∨ p2 ∨ p3)"},
		{"exactly one of p1 and p2 holds", "(p1 ⊕ p2)"},
		{"exactly one of p1, p2 and p3 holds", "((p1 ∧ ¬p2 ∧ ¬p3) ∨ (¬p1 ∧ p2 ∧ ¬p3) ∨ (¬p1 ∧ ¬p2 ∧ p3))"},
		{"p1 or p2 but not both", "(p1 ⊕ p2)"},
		{"either p1 or p2, but not both, and p3", "((p1 ⊕ p2) ∧ p3)"},
		{"p1 xor p2", "(p1 ⊕ p2)"},

		// the readings that are documented: and before or, commas after the next word
		{"p1 and p2 or p3", "((p1 ∧ p2) ∨ p3)"},
		{"p1 or p2 and p3", "(p1 ∨ (p2 ∧ p3))"},
		{"p1, p2 or p3 and p4", "(p1 ∨ p2 ∨ (p3 ∧ p4))"},
		{"p1 and p2, or else p3", "((p1 ∧ p2) ∨ p3)"},
		{"p1 or p2, and also p3 or p4", "((p1 ∨ p2) ∧ (p3 ∨ p4))"},
		{"it is not the case that p1 and p2", "¬(p1 ∧ p2)"},
		{"it is false that p1 or p2 and p3", "¬(p1 ∨ (p2 ∧ p3))"},
		{"it is not the case that p1, and p2", "(¬p1 ∧ p2)"},
		{"it is not the case that p1, p2, and p3", "¬(p1 ∧ p2 ∧ p3)"},
		{"p1 and it is not true that p2 or p3", "(p1 ∧ ¬(p2 ∨ p3))"},
		{"both it is false that p1 and p2", "(¬p1 ∧ p2)"},
		{"it is false that p1 and p2, or else p3", "(¬(p1 ∧ p2) ∨ p3)"},
		{"not p1 and p2", "(¬p1 ∧ p2)"},
		{"it is not the case that both p1 and p2", "¬(p1 ∧ p2)"},
		{"p1 is true. p2 is false.", "(p1 ∧ ¬p2)"},
		{"both either p1 or p2 and either p3 or p4", "((p1 ∨ p2) ∧ (p3 ∨ p4))"},

		// conditionals
		{"if p1 then p2", "(p1 → p2)"},
		{"If p1, then p2.", "(p1 → p2)"},
		{"if p1, p2", "(p1 → p2)"},
		{"if p1 and p2, then p3 or p4", "((p1 ∧ p2) → (p3 ∨ p4))"},
		{"if p1 then if p2 then p3", "(p1 → (p2 → p3))"},
		{"if if p1 then p2 then p3", "((p1 → p2) → p3)"},
		{"if p1, then p2 and p3", "(p1 → (p2 ∧ p3))"},
		{"if p1, then p2 and if p2, then p1", "((p1 → p2) ∧ (p2 → p1))"},
		{"if if p1, then p2 and if p2 then p1, then p3", "(((p1 → p2) ∧ (p2 → p1)) → p3)"},
		{"p1 only if p2", "(p1 → p2)"},
		{"p1 if p2", "(p2 → p1)"},
		{"p1 unless p2", "(¬p2 → p1)"},
		{"p1 implies p2", "(p1 → p2)"},
		{"p1 whenever p2 and p3", "((p2 ∧ p3) → p1)"},
		{"p1 if and only if p2", "(p1 ↔ p2)"},
		{"p1 iff p2 or p3", "(p1 ↔ (p2 ∨ p3))"},
		{"p1 exactly when p2 is false", "(p1 ↔ ¬p2)"},
		{"p1 just in case p2", "(p1 ↔ p2)"},

		// lists and claims
		{"All of the following hold: first, p1; second, p2 or p3.", "(p1 ∧ (p2 ∨ p3))"},
		{"At least one of the following is true: p1; p2 and p3; p4.", "(p1 ∨ (p2 ∧ p3) ∨ p4)"},
		{"The following statements are true: p1; p2", "(p1 ∧ p2)"},
		{"Not all of the following hold: first, p1; and second, p2.", "¬(p1 ∧ p2)"},
		{"Both of the following hold: First, p1 is true. Second, p2 is false.", "(p1 ∧ ¬p2)"},
		{"Both of the following hold: first, at least one of the following two holds: first, p1; second, p2; second, p3.", "((p1 ∨ p2) ∧ p3)"},
		{"Claim A or claim B holds. Claim B says that p1. Here, claim A says that p2 and p3.", "((p2 ∧ p3) ∨ p1)"},
		{"claim x and claim x. Claim X is that p1 or p2.", "((p1 ∨ p2) ∧ (p1 ∨ p2))"},

		// quantifiers
		{"for all x, if P holds of x then Q holds of x", "∀x. (P(x) → Q(x))"},
		{"For each x, P is true of x.", "∀x. P(x)"},
		{"for any object x it holds that P holds of x", "∀x. P(x)"},
		{"every x is such that P holds of x", "∀x. P(x)"},
		{"there exists a y such that P holds of y", "∃y. P(y)"},
		{"There is at least one thing y for which P holds of y", "∃y. P(y)"},
		{"for some y, P does not hold of y", "∃y. ¬P(y)"},
		{"there is no x such that P holds of x", "¬∃x. P(x)"},
		{"for no x, P holds of x", "¬∃x. P(x)"},
		{"for every x there is some y such that R holds of x and y", "∀x. ∃y. R(x, y)"},
		{"for every x and every y, R holds of x and y", "∀x. ∀y. R(x, y)"},
		{"for all x, y, and z, R holds of x, y and z", "∀x. ∀y. ∀z. R(x, y, z)"},
		{"for every x, p1 and p2 hold", "∀x. (p1 ∧ p2)"},
		{"there exist x and y such that x is equal to y", "∃x. ∃y. x = y"},
		{"for every x, x is not the same as the father of x", "∀x. x ≠ father(x)"},
		{"for every x and for some y, x differs from y", "∀x. ∃y. x ≠ y"},

		// predicates
		{"P holds of a and b", "P(a, b)"},
		{"P holds of a and Q holds of b", "(P(a) ∧ Q(b))"},
		{"P holds of a, b and c and Q holds of b", "(P(a, b, c) ∧ Q(b))"},
		{"the relation P holds of a and b, in that order", "P(a, b)"},
		{"socrates is mortal", "mortal(socrates)"},
		{"socrates is not a God", "¬God(socrates)"},
		{"bob loves alice", "love(bob, alice)"},
		{"bob love alice", "love(bob, alice)"},
		{"bob doesn't love alice and alice runs", "(¬love(bob, alice) ∧ run(alice))"},
		{"bob finesses alice, but alice focuses", "(Finesse(bob, alice) ∧ focus(alice))"},
		{"if x does run, then x does not focus", "(run(x) → ¬focus(x))"},
	} {
		got, err := Formalize(record.FirstOrder, c.nl, english)
		if err != nil || got != c.want {
			t.Errorf("%s\nread as  %s, %v\nexpected %s", c.nl, got, err, c.want)
		}
	}
}

func TestParaphrasesOfRegexes(t *testing.T) {
	for _, c := range []struct{ nl, want string }{
		{"a 0", "0"},
		{"A string that starts with zero or more 1s, followed by a 0, and ends with a 1.", "1*01"},
		{"any number of 0s followed by one or more 1s", "0*1+"},
		{"Strings consisting of two 1s and then three 0's", "11000"},
		{"the string 011 repeated zero or more times", "(011)*"},
		{"The regular expression matches a 1, then the digits 01.", "101"},
		{"an “a” followed by at least two “b”s", "ab{2,}"},
		{"between two and five 0s", "0{2,5}"},
		{"up to three 1s", "1{0,3}"},
		{"at most one 1", "1{0,1}"},
		{"an optional 0 and a 1", "0?1"},
		{"either a 0 or a 1", "0|1"},
		{"either a 0, a 1 or a 2", "0|1|2"},
		{"zero or more repetitions of either a 0 or a block of two 1s", "(0|11)*"},
		{"zero or more repetitions of a block made of a 0 followed by a 1, followed by a 1", "(01)*1"},
		{"zero or more copies of part A. Here, part A is a 0 followed by part B. Part B consists of zero or more 1s.", "(01*)*"},
		{"any character other than 0 and “a” to “f”", "[^0a-f]"},
		{"zero or more characters", ".*"},
		{"the empty string", "ε"},
		{"one of 0, 1 and 2 to 4, then any digit", "[0-4][0-9]"},
		{"0 1 1", ""},
	} {
		got, err := Formalize(record.Regex, c.nl, nil)
		if (err != nil) != (c.want == "") || got != c.want {
			t.Errorf("%s\nread as  %s, %v\nexpected %s", c.nl, got, err, c.want)
		}
	}
}

func TestErrorsSayWhereAndWhat(t *testing.T) {
	for _, c := range []struct {
		f        record.Formalism
		nl, want string
	}{
		{record.FirstOrder, "", "column 1: expected a statement, found end of text"},
		{record.FirstOrder, " . ", "column 4: expected a statement, found end of text"},
		{record.FirstOrder, "p1 and", "column 7: expected a name, found end of text"},
		{record.FirstOrder, "both p1 or p2", `column 9: expected "and", found "or"`},
		{record.FirstOrder, "neither p1 and p2", `column 12: expected "nor", found "and"`},
		{record.FirstOrder, "p1 ∧ p2", `column 4: expected a connective or the end of the sentence, found "∧"`},
		{record.FirstOrder, "łódź (p2)", `column 6: expected a connective or the end of the sentence, found "("`},
		{record.FirstOrder, "if p1 and p2", `column 13: expected "then", found end of text`},
		{record.FirstOrder, "there is such that p1", `column 10: expected a variable, found "such"`},
		{record.FirstOrder, "it rains", `column 4: expected "is not the case that" after "it", found "rains"`},
		{record.FirstOrder, "it is p1", `column 7: expected "the case that", "true that" or "false that", found "p1"`},
		{record.FirstOrder, "for x, p1", `column 5: expected "every", "some" or "no" after "for", or "is" after "there", found "x"`},
		{record.FirstOrder, "every x p1", `column 9: expected "is such that" after a quantified name, found "p1"`},
		{record.FirstOrder, "all of the following hold p1", `column 27: expected ":" before a list, found "p1"`},
		{record.FirstOrder, "the f of a holds of b", `column 21: expected a predicate's name before "holds of", found "b"`},
		{record.FirstOrder, "claim A holds", `column 7: expected a claim that is defined, found "A"`},
		{record.FirstOrder, "claim A. Claim A says that claim A.", `column 16: expected a claim that does not depend on itself, found "A"`},
		{record.FirstOrder, "p1. Claim A says that p2.", `column 11: expected a claim that is mentioned, found "A"`},
		{record.FirstOrder, "claim A. Claim A says that p2. Claim A says that p3.", `column 38: expected one definition of each claim, found "A"`},
		{record.FirstOrder, "All three of the following hold: first, p1; second, p2.", `column 34: expected a list of 3 statements, not of 2, found "first"`},
		{record.FirstOrder, "the f of a", `column 11: expected a verb after a function's value, found end of text`},
		{record.FirstOrder, "p1 is true is false", `column 12: expected a connective or the end of the sentence, found "is"`},
		{record.Regex, "", "column 1: expected a piece of a string, found end of text"},
		{record.Regex, "a 0. A 1.", `column 6: expected the definition of a part, found "A"`},
		{record.Regex, "a 0 repeated often", `column 14: expected how often, such as "zero or more times", found "often"`},
		{record.Regex, "a block 0", `column 9: expected "of" after "a block", found "0"`},
		{record.Regex, "between 1 or 2 0s", `column 11: expected "and", found "or"`},
		{record.Regex, "one of 2 to 1", `column 13: expected a symbol that does not come before '2', found "1"`},
		{record.Regex, "any character other than 01", `column 26: expected a single symbol, found "01"`},
		{record.Regex, "a 0, then", "column 10: expected a piece of a string, found end of text"},
		{record.Regex, "a cat", `column 3: expected "then" or the end of the sentence, found "cat"`},
		{record.Regex, "part A", `column 6: expected a part that is defined, found "A"`},
		{record.Regex, "part A. Part A consists of part A.", `column 14: expected a part that does not depend on itself, found "A"`},
		{record.Regex, "exactly 9999999 0s", `column 9: expected a number up to 1000000, found "9999999"`},
		{record.Regex, "between five and two 0s", `column 18: expected a number that is at least 5, found "two"`},
		{record.Regex, "either a 0", `column 11: expected "or", found end of text`},
		{record.Regex, "0*", `column 2: expected "then" or the end of the sentence, found "*"`},
	} {
		_, err := Formalize(c.f, c.nl, nil)
		var re *ReadError
		if !errors.As(err, &re) || re.Error() != c.want {
			t.Errorf("%q: error %v, expected %s", c.nl, err, c.want)
		}
	}
	if _, err := Formalize("prose", "p1", nil); err == nil {
		t.Error("an unknown formalism is no error of Formalize")
	}
	if _, err := Informalize("prose", "p1", nil); err == nil {
		t.Error("an unknown formalism is no error of Informalize")
	}
	if _, err := Informalize(record.Regex, "(", nil); err == nil {
		t.Error("a malformed regex is no error of Informalize")
	}
}
