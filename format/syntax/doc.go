// Package syntax holds what all languages share.
//
// A language is a folder of format, such as format/logic: the package of this name has
// the syntax tree with its parser and printer, and the package language below it has the
// rest. A Language reads and compares texts. What else a language supports, such as edits
// or canonical keys, are further methods. A program that needs some of them declares an
// interface with these methods, and asks by a type assertion whether the language of a row
// has it. Package formalism has the list of languages.
//
// # Edits
//
// An edit changes a syntax tree at one place. The edits of a tree are a sequence of sites,
// in preorder. A site is a place in the tree that can be edited, such as a negation, a
// connective or a name, with the edits that are possible there. Listing is cheap: an edit
// is applied only when the caller asks for its result.
//
// Three packages use the same edits:
//
//   - translate/builtin draws one edit and applies it, to make a mistake;
//   - tools/perturb applies several edits, each to the original formula, to
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
// The search for a repair (verify/explain) also tries edits of forms that are never drawn
// at random.
//
// # Rejected alternatives
//
// An interface with the methods of all programs would force each language to have all of
// them, and this package to import package verify.
package syntax
