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

// Complete returns the candidates for the last of the words after the program's name.
// They are flags and sub-commands. Without candidates, the word may be a value, or the name
// of a file.
func (cmd Command) Complete(words []string) []Candidate {
	if sub := cmd.sub(words[0]); sub != nil && len(words) > 1 {
		return sub.Complete(words[1:])
	}
	last, before := words[len(words)-1], words[:len(words)-1]
	var found []Candidate
	switch {
	case slices.Contains(before, "--"), len(before) > 0 && cmd.awaitsValue(before[len(before)-1]):
	case strings.HasPrefix(last, "-"):
		for _, f := range append(cmd.AllFlags(), ucli.HelpFlag, ucli.VersionFlag) {
			name := dashed(f.Names()[0])
			if _, text := flagText(f); strings.HasPrefix(name, last) && (repeats(f) || !slices.Contains(before, name)) {
				found = append(found, Candidate{name, text})
			}
		}
	case last != "" && len(before) == 0: // an empty word is rather the name of a file
		for _, sub := range cmd.Subs {
			if name := strings.TrimPrefix(sub.Name, cmd.Name+" "); strings.HasPrefix(name, last) {
				found = append(found, Candidate{name, sub.Usage})
			}
		}
	}
	return found
}

// awaitsValue reports whether a word is a flag whose value follows.
func (cmd Command) awaitsValue(word string) bool {
	return strings.HasPrefix(word, "-") && slices.ContainsFunc(cmd.AllFlags(), func(f ucli.Flag) bool {
		return takesValue(f) && slices.Contains(f.Names(), strings.TrimLeft(word, "-"))
	})
}
