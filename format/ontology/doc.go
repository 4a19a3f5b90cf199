// Package ontology holds the English meanings of the symbols of formulas. An
// ontology consists of a signature (the symbols and their arities) and a glossary
// (the meanings of the symbols). It is written Ω = (σ, γ) in "Do LLMs Really
// Struggle at NL-FOL Translation?" (Brunello et al., AAAI 2026).
//
// Read reads ontologies from a file. Covers reports whether an ontology has all
// symbols of a formula. Faults lists what is missing or wrong in an ontology for
// formulas with a given signature. Vocabulary converts an ontology to the column
// vocabulary of a row, which prompts and built-in models use. Describe describes a
// formula in English with the templates and meanings of a vocabulary.
//
// A file contains one JSON object, or several one after another, as in JSONL:
//
//	{
//	  "name":       its name; optional
//	  "story_id":   a string or number, for an ontology of one story; optional
//	  "predicates": [{"name": "Larger", "arity": 2,
//	                  "positive": "{} is larger than {}",
//	                  "negative": "{} is not larger than {}"}],
//	  "constants":  [{"name": "a", "meaning": "the block a"}],
//	  "propositions": [{"name": "rain", "meaning": "it is raining"}],
//	  "pairs":      [{"nl": "a is larger than b.", "fs": "Larger(a, b)"}]
//	}
//
// The templates positive and negative describe an atom and its negation. A template
// has one {} for each argument, in the order of the arguments. Pairs are example
// sentences with their formulas; convert makes a row of each pair. Other members of
// the object are ignored.
//
// To find the meaning of a formula's symbol, the ontology is searched for the same
// spelling first, and then for a spelling that differs only in case. So Women and women
// can have different meanings, as in some published glossaries.
//
// Two extensions were rejected. Functions: no published ontology has them, and a
// template cannot show whether its symbol is a function or a predicate. Templates with
// named arguments ({1}, {x}): every prompt would have to explain them to the model.
package ontology
