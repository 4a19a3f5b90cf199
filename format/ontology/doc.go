// Package ontology holds the English meanings of the symbols of formulas. An
// ontology is a signature (the symbols with their arities) with a glossary (their
// meanings), written Ω = (σ, γ) in "Do LLMs Really Struggle at NL-FOL
// Translation?" (Brunello et al., AAAI 2026).
//
// Read reads ontologies from a file. Covers and Faults compare an ontology with
// formulas. Vocabulary converts an ontology to the vocabulary of a row; prompts and
// models use this vocabulary. Describe describes a formula with the templates and
// meanings of a vocabulary.
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
// has one {} for each argument, in the order of the arguments. Pairs are sentences
// with their formulas. Other members of the object are ignored.
//
// In TOML, predicates, constants, propositions and pairs are arrays of tables. If a
// file has several ontologies, they are an array of tables with the name ontology.
//
// A name is looked up first as it is spelled. If it is not found, it is looked up
// without regard to case. So Women and women can have different meanings, as in
// some published glossaries.
//
// Rejected: functions, because no published ontology has them and templates cannot
// distinguish them from predicates; and templates with named arguments ({1}, {x}),
// because every prompt would have to explain them to the model.
package ontology
