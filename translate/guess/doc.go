// Package guess answers the questions of the NL-FOL tasks and the reasoning
// benchmarks as a reader would who looks at words and not at logic. It is what
// the built-in models answer by, so that every task runs from end to end
// without an endpoint; its scores are a floor and no claim. What flows in is a
// question that package ask found in a prompt, what flows out is the text of a
// reply.
//
// The eye of the reader is likeness: the cosine of hashed character trigrams
// (package ngrams). And it counts denials: "not", "no", "never", ¬ and the
// like; two texts are of one mind where both have an odd number of them, or
// both an even one.
//
//   - A candidate is as near to a sentence as they are alike, and half a cosine
//     farther where the two are not of one mind. Formulas are first told in
//     English by the prompt's vocabulary (package gloss).
//   - A conclusion is Uncertain where no premise is like it by half, else True
//     where it is of one mind with the premise most like it, and False where it
//     is not. A question is answered yes where it is of one mind with its
//     context as a whole.
//   - A sentence is formalized by package rules where they read it; another
//     becomes a proposition named after its words, denied where it has an odd
//     number of denials.
//   - A symbol means the words that its name is made of.
//
// Nothing is searched for and nothing proved: this package knows no solver. A
// model that answers by proof is tools/reason's.
package guess
