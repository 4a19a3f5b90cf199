// Package ontology reads what symbols mean: an ontology is a signature with a
// glossary, after Ω = (σ, γ) of the NL-FOL tasks ("Do LLMs Really Struggle at
// NL-FOL Translation?", AAAI 2026). Files flow in, and what flows out are
// ontologies that can say whether they cover a formula, and that turn into the
// vocabulary of a row, which is how their words reach prompts and models.
//
// A file holds one JSON object, or several one after another, as JSONL does:
//
//	{
//	  "name":       what it is called; optional
//	  "story_id":   a string or number, where it is of one story; optional
//	  "predicates": [{"name": "Larger", "arity": 2,
//	                  "positive": "{} is larger than {}",
//	                  "negative": "{} is not larger than {}"}],
//	  "constants":  [{"name": "a", "meaning": "the block a"}],
//	  "propositions": [{"name": "rain", "meaning": "it is raining"}],
//	  "pairs":      [{"nl": "a is larger than b.", "fs": "Larger(a, b)"}]
//	}
//
// TOML says the same with [[predicates]], [[constants]] and so on; a TOML file
// of several ontologies has them as [[ontology]].
//
// A template has one {} for each argument, in their order. Members that are
// not listed here are passed over. Names are looked up as they are spelled,
// and only then without regard to case: some published glossaries give Women
// and women a meaning each.
//
// What a model or a person drafts may have faults, which Faults lists, each
// with its kind: a symbol of the formulas that is missing or of another arity,
// templates with too few or too many holes, symbols that are there twice.
//
// Rejected were functions, which no published ontology has and no template
// could tell apart from predicates, and templates that name their arguments
// ({1}, {x}), which every language model would have to be taught.
package ontology
