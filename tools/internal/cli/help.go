package cli

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	ucli "github.com/urfave/cli/v2"
)

// The help of a program is made from its Command: -h prints the first paragraph, the examples
// and the flags of Main, and --help prints everything. The templates of the library
// sort the groups of flags by the alphabet, so we have our own.
const helpTemplate = `{{wrap .Title 3}}

USAGE:
   {{.Usage}}

DESCRIPTION:
   {{wrap .Description 3}}{{with .Examples}}

EXAMPLES:
{{.}}{{end}}{{with .Commands}}

COMMANDS:{{range .}}
   {{wrap (print .Name " - " .Usage) 6}}{{end}}{{end}}{{range .Groups}}

{{.Name}}:{{range .Flags}}
{{.Left}}{{wrap .Text 26}}{{end}}{{end}}

{{wrap .End 0}}
`

const (
	helpWidth = 80
	textsAt   = 26 // the column of the texts of flags, also in the template
)

// Help returns the help of -h, which is short, or of --help.
func (cmd Command) Help(short bool) string {
	what, examples, _ := strings.Cut(strings.TrimSpace(cmd.Description), "Examples:\n")
	groups, end := cmd.flagGroups(), "A flag can also be a variable, such as "+variable(cmd.Name, "log-level")+"."
	if short {
		what = first(what)
		groups = []group{{"OPTIONS", shown(cmd.mainFlags())}}
		end = fmt.Sprintf("%s --help describes all %d flags.", cmd.Name, len(cmd.AllFlags())+2)
	}
	var b strings.Builder
	ucli.HelpPrinterCustom(&b, helpTemplate, map[string]any{
		"Title": cmd.Name + " - " + cmd.Usage, "Usage": usageText(cmd), "Description": strings.TrimSpace(what), "Examples": examples,
		"Commands": cmd.Subs, "Groups": groups, "End": end,
	}, map[string]any{"wrapAt": func() int { return helpWidth }})
	return b.String()
}

// first returns the first paragraph, with a list that follows.
func first(what string) string {
	paragraph, rest, _ := strings.Cut(what, "\n\n")
	if list, _, _ := strings.Cut(rest, "\n\n"); strings.HasPrefix(rest, " ") {
		paragraph += "\n\n" + list
	}
	return paragraph
}

// mainFlags returns the flags for the short help: Main or, if it is empty, the first ten.
func (cmd Command) mainFlags() []ucli.Flag {
	all := cmd.AllFlags()
	if cmd.Main == nil {
		return all[:min(10, len(all))]
	}
	return Pick(all, cmd.Main...)
}

// A group is a group of flags in the help.
type group struct {
	Name  string
	Flags []shownFlag
}

// A shownFlag is a flag with its placeholder, padded to the column of its text, and the text.
type shownFlag struct{ Left, Text string }

// flagGroups returns the groups of flags: those of the program's own flags in their order,
// and the shared groups.
func (cmd Command) flagGroups() (groups []group) {
	for _, f := range cmd.AllFlags() {
		name := f.(ucli.CategorizableFlag).GetCategory()
		if name == "" {
			name = "OPTIONS"
		}
		k := slices.IndexFunc(groups, func(g group) bool { return g.Name == name })
		if k < 0 {
			k, groups = len(groups), append(groups, group{Name: name})
		}
		groups[k].Flags = append(groups[k].Flags, shown([]ucli.Flag{f})...)
	}
	last := &groups[len(groups)-1]
	last.Flags = append(last.Flags, shown([]ucli.Flag{ucli.HelpFlag, ucli.VersionFlag})...)
	return groups
}

func shown(flags []ucli.Flag) (all []shownFlag) {
	for _, f := range flags {
		left, text := flagText(f)
		if left = "   " + left; utf8.RuneCountInString(left) > textsAt-2 {
			left += "\n"
		}
		below := left[strings.Index(left, "\n")+1:]
		all = append(all, shownFlag{left + strings.Repeat(" ", textsAt-utf8.RuneCountInString(below)), text})
	}
	return all
}

// flagText returns a flag with its placeholder, and its description.
func flagText(f ucli.Flag) (left, text string) {
	doc := f.(ucli.DocGenerationFlag)
	names := slices.Clone(f.Names())
	slices.SortStableFunc(names, func(a, b string) int { return min(len(a), 2) - min(len(b), 2) }) // short first
	for i, name := range names {
		names[i] = dashed(name)
	}
	left, text = strings.Join(names, ", "), doc.GetUsage()
	if before, rest, ok := strings.Cut(text, "`"); ok {
		placeholder, after, _ := strings.Cut(rest, "`")
		left, text = left+" "+placeholder, before+placeholder+after
	}
	if value := doc.GetDefaultText(); value != "" && value != "false" && value != "0" && !strings.Contains(text, "(default") {
		text += " (default: " + strings.Trim(value, `"`) + ")"
	}
	return left, text
}
