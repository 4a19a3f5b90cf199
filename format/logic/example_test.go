package logic_test

import (
	"fmt"

	"github.com/truthloop/truthloop/format/logic"
)

func ExampleParse() {
	for _, s := range []string{
		"p1 & (p2 v ~p3)",
		`\forall x\, \text{Man}(x) \rightarrow \text{Mortal}(x)`,
		"∀x. Man(x) → Mortal(x)",
		"∀x (Man(x) → ∀",
	} {
		f, err := logic.Parse(s, logic.Options{})
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(f)
	}
	// Output:
	// (p1 ∧ (p2 ∨ ¬p3))
	// ((∀x. Man(x)) → Mortal(x))
	// ∀x. (Man(x) → Mortal(x))
	// column 15: expected a variable, found end of input
}

func ExampleRead() {
	r, err := logic.Read("∃x Cat(x) ∧ Red(x)", logic.Options{})
	if err != nil {
		fmt.Println(err)
	}
	for _, f := range r.Formulas {
		fmt.Println(f)
	}
	// Output:
	// ((∃x. Cat(x)) ∧ Red(x))
	// ∃x. (Cat(x) ∧ Red(x))
}

func ExampleFormula_Counts() {
	f, _ := logic.Parse("∀x1. (¬pred1(x1) ∧ ¬(p1 ∨ p2 ∨ ¬p1))", logic.Options{})
	fmt.Printf("%+v\n", f.Counts())
	// Output:
	// {Depth:5 Operators:4 And:1 Or:2 Xor:0 Implies:0 Iff:0 Not:3 Literals:2 Own:1 OwnDepth:1 Predicates:1 Propositions:3}
}

func ExampleFormula_Signature() {
	f, _ := logic.Parse("∀x. (Likes(x, Tom) → x = mother(tom) ∨ raining)", logic.Options{})
	fmt.Printf("%+v\n", f.Signature(false))
	// Output:
	// {Propositions:[raining] Predicates:[{Name:Likes Arity:2}] Functions:[{Name:mother Arity:1}] Constants:[Tom] Variables:[x]}
}

func ExampleFormula_Substitute() {
	f, _ := logic.Parse("∀x. ∃y. Likes(x, y)", logic.Options{})
	body := f.Args[0]
	fmt.Println(body.Substitute("x", logic.Constant("tom")))
	fmt.Println(body.Substitute("x", logic.Variable("y")))
	// Output:
	// ∃y. Likes(tom, y)
	// ∃y_1. Likes(y, y_1)
}
