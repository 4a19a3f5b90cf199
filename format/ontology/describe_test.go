package ontology_test

import (
	"testing"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/ontology"
	"github.com/truthloop/truthloop/format/record"
)

func parseTight(t testing.TB, s string) *logic.Formula {
	t.Helper()
	f, err := logic.Parse(s, logic.Options{Scope: logic.ScopeTight})
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return f
}

var vocabulary = &record.Vocabulary{
	Predicates: []record.Predicate{
		{Name: "Student", Arity: 1, Positive: "{} is a student", Negative: "{} is not a student"},
		{Name: "Grade", Arity: 2, Positive: "{} got a grade in {}", Negative: "{} did not get a grade in {}"},
		{Name: "Sings", Arity: 1, Positive: "{} sings"},
	},
	Meanings: []record.Meaning{{Symbol: "a", Meaning: "Ada"}, {Symbol: "rain", Meaning: "it is raining"}, {Symbol: "odd", Meaning: "the {} of it"}},
}

func TestDescribe(t *testing.T) {
	for _, c := range []struct{ fs, want string }{
		{"Grade(a, math)", "Ada got a grade in math."},
		{"¬grade(a, a)", "Ada did not get a grade in Ada."},
		{"¬Sings(a)", "It's false that Ada sings."},
		{"∀x (Student(x) → Sings(x))", "For all x, if x is a student, then x sings."},
		{"∃x ¬Student(x)", "There is x such that x is not a student."},
		{"¬∃x Student(x)", "It's false that there is x such that x is a student."},
		{"rain ∧ ¬rain", "It is raining and it's false that it is raining."},
		{"Student(b) ∨ Student(c)", "b is a student or c is a student."},
		{"Student(b) ⊕ Student(c)", "Either b is a student or c is a student."},
		{"Student(b) ↔ rain", "If b is a student, then it is raining and if it is raining, then b is a student."},
		{"p ∧ q ∧ r", "p is true and q is true and r is true."},
		{"p ∨ q ∨ ¬r", "p is true or q is true or r is false."},
		{"p ⊕ q ⊕ r", "Either p is true or q is true or r is true."},
		{"b = c", "b is c."},
		{"b ≠ c", "b is not c."},
		{"Likes(b, c)", "Likes holds of b and c."},
		{"Student(odd)", "The {} of it is a student."},
		{"Student(father(a))", "The father of Ada is a student."},
		{"Student(mix(a, b))", "The mix of both Ada and b is a student."},
		{"Student(mix(a, b, c))", "The mix of all of Ada; b; c together is a student."},
		{"⊤ → ⊥", "If a tautology holds, then a contradiction holds."},
	} {
		if got, err := ontology.Describe(parseTight(t, c.fs), vocabulary); got != c.want || err != nil {
			t.Errorf("%s: %q, %v, want %q", c.fs, got, err, c.want)
		}
	}
}

func TestDescribeWithoutVocabulary(t *testing.T) {
	if got, err := ontology.Describe(parseTight(t, "∀x (Student(x) → p)"), nil); got != "For all x, if Student holds of x, then p is true." || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}

func TestDescribeIsBounded(t *testing.T) {
	text := "p"
	for range 60 {
		text = "(" + text + ") ↔ q"
	}
	if got, err := ontology.Describe(parseTight(t, text), nil); err == nil {
		t.Errorf("%d bytes, expected an error", len(got))
	}
}
