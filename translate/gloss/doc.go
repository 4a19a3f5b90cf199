// Package gloss tells first-order formulas in English by induction on their
// tree: the translation T() of "Do LLMs Really Struggle at NL-FOL
// Translation?" (AAAI 2026). A formula and a vocabulary with templates flow in,
// one sentence flows out.
//
// An atom is the positive template of its predicate with the arguments'
// meanings in the places of {}; its denial is the negative template. A
// connective wraps what its operands are told as. Words come from templates
// and meanings whole: nothing is ever searched for and replaced in a text, so
// that a constant a cannot turn "a grade" into something else, as it did in
// the published data.
//
// Published writes no brackets and has no means to say how far a word reaches:
//
//	A ∧ B   A and B                          ∀x A   for all x, A
//	A ∨ B   A or B                           ∃x A   there is x such that A
//	A → B   if A, then B                     ¬A     it's false that A
//	A ↔ B   if A, then B and if B, then A
//	A ⊕ B   either A or B
//
// Different formulas may so have one telling: (A ∧ B) ∨ C and A ∧ (B ∨ C).
// Exact has as many brackets, none, and one telling for each formula, as long
// as templates and meanings are not themselves made of these words:
//
//	A ∧ B      both A and B                        all of the following hold: A; B; and C
//	A ∨ B      either A or B or both               at least one of the following holds: A; B; or C
//	A ⊕ B      either A or B but not both          an odd number of the following hold: A; B; and C
//	A → B      if A, then B                        A ↔ B   it is so that A if and only if B
//
// and ∀, ∃, ¬ as above. Each phrase opens with a word that says what follows
// and how many parts it has, as in the prefix notation of Łukasiewicz, so that
// reading from the left never has a choice; a test does read it so.
//
// Where a symbol has no template or meaning its name stands for it: "Pred holds
// of x and y". Equality is "a is b" and "a is not b" in published tellings;
// "a is identical to b" in exact ones, where "a is b" could be a template.
//
// Package rules, which the loop's own model is made of, knows templates, too:
// it writes for reading back, in lists and claims over several sentences, where
// the candidates of a ranking are to be one sentence each that follows the
// formula step by step.
package gloss
