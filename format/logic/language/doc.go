// Package language is the language of propositional logic and that of first-order logic:
// everything about them besides the syntax, which package logic has.
package language
