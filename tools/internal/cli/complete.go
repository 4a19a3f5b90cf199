package cli

import (
	"strings"

	ucli "github.com/urfave/cli/v2"
)

// A Candidate completes a word of a command line.
type Candidate struct {
	Word string
	Text string // describes it
}

// Candidates returns the flags and the sub-commands of the command or, if its first
// argument is a sub-command, those of the sub-command.
func (cmd Command) Candidates(first string) (all []Candidate) {
	if sub := cmd.sub(first); sub != nil {
		cmd = *sub
	}
	for _, f := range append(cmd.AllFlags(), ucli.HelpFlag, ucli.VersionFlag) {
		_, text := flagText(f)
		all = append(all, Candidate{dashed(f.Names()[0]), text})
	}
	for _, sub := range cmd.Subs {
		all = append(all, Candidate{strings.TrimPrefix(sub.Name, cmd.Name+" "), sub.Usage})
	}
	return all
}
