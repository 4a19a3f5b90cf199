// Package stage takes rows through one of the two translations: it asks the
// model and writes what came of it into the row.
//
// What flows in is a row with a formula (informalize) or with a description
// (autoformalize). What flows out is the same row with nl and nl_leak, or
// fs_out; with the conversation, the usage and the outcome; and with model,
// prompt and params, which say who answered what. A row that an earlier stage
// gave up on passes through as it is, so that it keeps its place in every
// denominator; a call that brings no answer makes the row's error. Only what
// every further row would meet as well is an error of the run: a key that is
// not taken, an unknown model, a cache that cannot be written.
//
// The second translation starts a conversation of its own, of which the
// formula and the first conversation are no part: it is given the row's
// description and, of the formula's symbols, what package prompt's Context
// allows.
package stage
