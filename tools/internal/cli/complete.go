package cli

import (
	"fmt"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/gen"
	"github.com/truthloop/truthloop/translate/prompt"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/prover"
)

// A Candidate completes a word of a command line.
type Candidate struct {
	Word string
	Text string // describes it
}

// values are the values of flags with a few values, separated by spaces. If a flag has
// other values in one program, the key has the name of the program before the flag.
var values = map[string]string{
	"progress":              "auto always never",
	"log-level":             "debug info warn error",
	"format":                "jsonl arrow csv tsv",
	"provider":              "openai anthropic",
	"form":                  "nl fol",
	"on-leak":               "keep mark retry",
	"context":               "none predicates full ontology auto",
	"style":                 "published appendix exact",
	"judge style":           "cot direct",
	"quantifier-scope":      "dot-wide tight wide",
	"free-variables":        "constant universal",
	"variable-names":        "prover9 nltk",
	"align":                 "names story",
	"distinct":              "text equivalent",
	"method":                "levels walk",
	"show":                  "strict lenient shares intervals relations aligned outcomes disagreement runs samples clustered bootstrap text edits edits-all bound survival",
	"metrics dataset table": "summary counts",
	"metrics crossed table": "rates pairs false-positives",
	"per":                   "sentence story",
	"stage":                 "autoformalize informalize",
	"kinds":                 "operator quantifier negation constant predicate arguments",
	"score":                 "eq neg both",
	"matrix":                "pearson spearman kendall predictive_power points",
	"server":                "openai llama.cpp vllm litellm",
	"run format":            "parquet jsonl jsonl.gz jsonl.zst arrow",
	"autoformalize task":    "logical-translation",
	"run task":              "logical-translation",
	"verify task":           "equivalence entailment",
	"perturb task":          "most-similar ranking pairs",
	"rank task":             "most-similar ranking",
	"reason task":           "folio logieval linc ontology",
	"informalize from":      "fs fs_out",
	"run from":              "fs fs_out",
	"convert from":          "rows auto folio autoeval nl-rx text logieval ontology csv tsv linc logic-lm replies",
	"convert to":            "jsonl arrow csv tsv sft dpo kto",
	"convert extract":       "",
	"extract":               "flexible strict",
	"simllm context":        "",
	"informalize model":     "builtin:rules builtin:gloss builtin:noisy",
	"rank model":            "builtin:ngrams builtin:rules builtin:noisy",
	"reason model":          "builtin:prover builtin:rules builtin:noisy",
	"model":                 "builtin:rules builtin:noisy",
	"doctor model":          "",
}

const tableFormats = "table csv json parquet markdown latex"

// ValuesOf returns the values of a flag with a few values, or none for other flags.
func (cmd Command) ValuesOf(flag string) []string {
	switch {
	case flag == "prompts":
		return prompt.Papers(cmd.Name)
	case flag == "formalism":
		return formalism.Names()
	case flag == "format" && cmd.Groups&Table != 0:
		return strings.Fields(tableFormats)
	case flag == "metric":
		return strings.Fields(strings.Trim(fmt.Sprint(gen.Metrics()), "[]"))
	case flag == "dataset" && cmd.Name != "convert":
		return gen.Datasets()
	case flag == "engines" && cmd.Name == "perturb":
		return verify.EngineNames(false)
	case flag == "engines":
		return append(verify.EngineNames(true), "all")
	case flag == "provers":
		return append(prover.Names(), "auto", "none")
	}
	program, _, _ := strings.Cut(cmd.Name, " ") // of a sub-command
	for _, name := range []string{cmd.Name, program} {
		if own, ok := values[name+" "+flag]; ok {
			return strings.Fields(own)
		}
	}
	return strings.Fields(values[flag])
}

// Complete returns the candidates for the last of the words after the program's name.
// Without candidates, the word may be the name of a file.
func (cmd Command) Complete(words []string) []Candidate {
	if sub := cmd.sub(words[0]); sub != nil && len(words) > 1 {
		return sub.Complete(words[1:])
	}
	last := words[len(words)-1]
	before := words[:len(words)-1]
	if slices.Contains(before, "--") {
		return nil
	}
	if n := len(before); n > 0 {
		if f := cmd.flag(before[n-1]); f != nil && takesValue(f) {
			return cmd.valuesWith(f, last, "")
		}
	}
	if name, value, ok := strings.Cut(last, "="); ok {
		if f := cmd.flag(name); f != nil {
			return cmd.valuesWith(f, value, name+"=")
		}
		return nil
	}
	if !strings.HasPrefix(last, "-") {
		return cmd.subsWith(last, len(before) == 0)
	}
	var found []Candidate
	for _, f := range append(cmd.AllFlags(), helpFlag, ucli.VersionFlag) {
		name := dashed(f.Names()[0])
		if _, text := flagText(f); strings.HasPrefix(name, last) && (repeats(f) || !slices.Contains(before, name)) {
			found = append(found, Candidate{name, text})
		}
	}
	return found
}

// flag returns the flag of an argument, or nil.
func (cmd Command) flag(arg string) ucli.Flag {
	if !strings.HasPrefix(arg, "-") {
		return nil
	}
	for _, f := range cmd.AllFlags() {
		if slices.Contains(f.Names(), strings.TrimLeft(arg, "-")) {
			return f
		}
	}
	return nil
}

// subsWith returns the sub-commands that begin with a first word. An empty word is
// rather the name of a file.
func (cmd Command) subsWith(word string, first bool) (found []Candidate) {
	for _, sub := range cmd.Subs {
		if name := strings.TrimPrefix(sub.Name, cmd.Name+" "); first && word != "" && strings.HasPrefix(name, word) {
			found = append(found, Candidate{name, sub.Usage})
		}
	}
	return found
}

// valuesWith returns the values of a flag that begin with a text. If the text contains
// several values, these are the values for the last one.
func (cmd Command) valuesWith(f ucli.Flag, begin, prefix string) (found []Candidate) {
	last := strings.LastIndexAny(begin, ",+") + 1
	prefix, begin = prefix+begin[:last], begin[last:]
	for _, v := range cmd.ValuesOf(f.Names()[0]) {
		if strings.HasPrefix(v, begin) {
			found = append(found, Candidate{prefix + v, ""})
		}
	}
	return found
}
