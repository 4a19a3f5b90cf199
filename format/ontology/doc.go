// Package ontology holds the English meanings of symbols. An ontology is a
// signature with a glossary, written Ω = (σ, γ) in "Do LLMs Really Struggle at
// NL-FOL Translation?" (AAAI 2026). Read reads ontologies from a
// file. Covers and Faults compare an ontology with formulas. Vocabulary converts
// it to the vocabulary of a row, which prompts and models use. Describe describes
// a formula with its templates and meanings.
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
// In TOML, predicates, constants and so on are arrays of tables; several ontologies
// in one file are an array of tables with the name ontology.
//
// A template has one {} for each argument, in their order. Other members are
// ignored. Names are looked up as they are spelled, and then without regard to
// case: some published glossaries give Women and women different meanings.
//
// Rejected: functions, which no published ontology has and which templates cannot
// distinguish from predicates; and templates with named arguments ({1}, {x}), which
// every prompt would have to explain to the model.
package ontology
