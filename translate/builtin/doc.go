// Package builtin holds the models that need no endpoint: "rules", which
// translates by package rules and makes no mistakes, "gloss", which tells
// formulas by package gloss and does not read, and "noisy", which translates
// as rules does and then errs by package noisy, at rates that are known.
//
// They are chat models like any other. What flows in is a conversation; its
// last user message is read by its tags, as package prompt lays prompts out,
// and tells direction, formalism and vocabulary; what flows out is text. So
// they rehearse a run as it will be, prompts included, and a server can be put
// around them. Handing them the row itself was rejected: then a prompt that
// lacks what is needed to answer it would go unnoticed.
//
// Asked by package judge's prompts whether two formulas are equivalent, rules
// compares them as they are written, and noisy errs at known rates on top: no
// proof, which is package verify's, but a judge to hold against one. The
// questions of rank and reason they answer by package guess, noisy again with
// errors on top.
package builtin
