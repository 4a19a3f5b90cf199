// Package survey is what the programs share that put a question about each row
// to a model and sum up what its answers are worth: rank and reason. Flags and
// a function that asks about one row flow in; the run over all rows, with its
// repetitions, what an interrupt leaves time for, and its settings, is here.
// What is asked, and what an answer says, is the programs' own.
package survey
