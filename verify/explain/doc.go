// Package explain tells a person why two formulas were found to mean the same,
// or not to.
//
// A Case flows in: the two texts, and what verify wrote of them into a row. A
// few lines of text flow out: the two formulas one above the other, the verdict
// and the relation in a sentence, the witness or the certificate in words, and
// the smallest part in which the two differ. No engine is asked: what is said
// of a witness is evaluated anew by package check.
//
// The part that differs comes from the two trees alone. Both are walked from
// the root for as long as they have the same operator; operands that both have,
// in any order where order makes no difference and with bound variables renamed,
// are left out on both sides, and where one pair of operands remains the walk
// goes on below it. It is where the texts part, then, and not a proof that the
// meanings part there and nowhere else. An edit distance between trees (Zhang
// and Shasha, "Simple fast algorithms for the editing distance between trees",
// SIAM Journal on Computing 18(6), 1989) was rejected: it gives many small edits
// where a person wants the one place to look at.
package explain
