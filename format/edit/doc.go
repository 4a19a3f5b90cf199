// Package edit lists the single edits of a formula or a regular expression, and
// applies them.
//
// The input is a syntax tree. The output is a sequence of sites, in preorder. A site
// is a place in the tree that can be edited, such as a negation, a connective or a
// name, with the edits that are possible there. Listing is cheap: an edit is applied
// only when the caller asks for its result.
//
// Three packages use the same edits:
//
//   - translate/builtin draws one edit and applies it, to make a mistake;
//   - tools/internal/perturb applies several edits, each to the original formula, to
//     make wrong candidates;
//   - verify/explain tries all edits, to find the one that undoes a mistake.
//
// The kind of an edit is the mistake that the edit makes, as a record.Diagnosis. The
// edit that undoes a mistake has the inverse kind. For example, if the mistake is
// negation_dropped, an edit of the kind negation_added repairs it. The kinds follow the
// error analysis of the AutoEval paper (Karia et al., "∀uto∃∨∧L", ICLR 2025, section 4
// and its appendix).
//
// A kind can have several forms. For example, the kind negation_dropped has one form
// for the negation of an atom, and another form for the negation of any other formula.
// form.go lists the forms of the edits that are drawn at random. The search for a
// repair (verify/explain) also tries edits of other forms.
package edit
