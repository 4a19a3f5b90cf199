// Package judge asks chat models whether two formulas are equivalent.
//
// What flows in is a pair of formulas as text; what flows out is a
// record.Judgement, with the answer, the conversation and what it took. The
// AutoEval paper asks models the same (Karia et al., ICLR 2025, section 5: LLMs
// as verifiers); a judgement is there to be compared with the formal verdict,
// and never takes its place.
//
// A prompt is direct or asks for a chain of thought, and in either case for a
// last line "[Answer] yes" or "[Answer] no". A reply without such a line is
// unparsable, which is a class of its own: guessing what a model meant would
// make a judge better than it is. Of several such lines the last counts, since
// models quote the instructions before they follow them.
package judge
