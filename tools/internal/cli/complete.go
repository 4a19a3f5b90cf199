package cli

import (
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"
)

// A Candidate completes a word of a command line.
type Candidate struct {
	Word string
	Text string // describes it
}

// values are the values of flags that have a few. A flag of another meaning in one
// program has the name of the program before its own.
var values = map[string][]string{
	"progress":              {"auto", "always", "never"},
	"log-level":             {"debug", "info", "warn", "error"},
	"formalism":             {"propositional", "first_order", "regex"},
	"provider":              {"openai", "anthropic"},
	"judge-provider":        {"openai", "anthropic"},
	"judge-style":           {"cot", "direct"},
	"form":                  {"nl", "fol"},
	"informalize extract":   {"flexible", "strict"},
	"autoformalize extract": {"flexible", "strict"},
	"on-leak":               {"keep", "error", "retry"},
	"quantifier-scope":      {"dot-wide", "tight", "wide"},
	"distinct":              {"text", "equivalent"},
	"method":                {"levels", "walk"},
	"dataset-stats":         {"summary", "counts"},
	"who":                   {"rates", "pairs", "false-positives"},
	"per":                   {"sentence", "story"},
	"generate dataset":      {"ksat", "plogic", "fol", "fol-english", "regex"},
	"run dataset":           {"ksat", "plogic", "fol", "fol-english", "regex"},
	"verify task":           {"equivalence", "entailment"},
	"perturb task":          {"most-similar", "ranking", "pairs"},
	"rank task":             {"most-similar", "ranking"},
	"reason task":           {"folio", "logieval", "linc", "ontology"},
	"informalize model":     {"builtin:rules", "builtin:gloss", "builtin:noisy"},
	"run model":             {"builtin:rules", "builtin:noisy"},
	"simllm model":          {"builtin:rules", "builtin:noisy"},
}

// ValuesOf returns the values of a flag that has a few.
func (cmd Command) ValuesOf(flag string) []string {
	if own, ok := values[cmd.Name+" "+flag]; ok {
		return own
	}
	return values[flag]
}

// Complete returns the candidates for the last of the words after the program's name.
// Without candidates, the word may be the name of a file.
func (cmd Command) Complete(words []string) []Candidate {
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
		return nil
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

// valuesWith returns the values of a flag that begin with a text.
func (cmd Command) valuesWith(f ucli.Flag, begin, prefix string) (found []Candidate) {
	for _, v := range cmd.ValuesOf(f.Names()[0]) {
		if strings.HasPrefix(v, begin) {
			found = append(found, Candidate{prefix + v, ""})
		}
	}
	return found
}
