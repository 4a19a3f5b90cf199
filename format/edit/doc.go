// Package edit lists the single edits of a formula or a regular expression, and
// applies them.
//
// A tree flows in, and a sequence of sites flows out, in preorder. A site is one
// place that can be edited, such as a negation, a sign or a name, with the edits that
// are possible there. An edit is applied only on demand, so listing is cheap.
//
// Three packages use the same edits:
//
//   - translate/builtin draws one and applies it, to make a mistake;
//   - tools/internal/perturb applies several, to make wrong candidates;
//   - verify/explain tries all of them, to find the one that undoes a mistake.
//
// The kind of an edit is the mistake that it makes, as a record.Diagnosis. The edit
// that undoes a mistake is of the inverse kind: an edit of the kind negation_added
// repairs the mistake negation_dropped. The kinds follow the error analysis of the
// AutoEval paper (Karia et al., "∀uto∃∨∧L", ICLR 2025, section 4 and its appendix).
//
// A kind has several forms. The search for a repair tries all of them. Noise and
// perturbations draw from the few forms that occur in the answers of models and in
// the published sets; the table in form.go lists these.
package edit
