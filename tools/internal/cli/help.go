package cli

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	ucli "github.com/urfave/cli/v2"
)

// The help of a program is made from its Command: -h prints the first paragraph, three
// examples and the flags of Main, and --help prints everything. Rejected: the library's
// template, which sorts groups by the alphabet and wraps no flag.

const (
	indent   = "   "
	mostCols = 24 // the widest column of flags beside their texts
)

// Help returns the help of -h, which is short, or of --help.
func (cmd Command) Help(short bool) string {
	h := &helpText{}
	what, examples := cmd.texts()
	groups := cmd.flagGroups()
	if short {
		what, examples = first(what), examples[:min(3, len(examples))]
		groups = []group{{"OPTIONS", cmd.mainFlags()}}
	}
	h.wrap("", indent, cmd.Name+" - "+cmd.Usage)
	h.head("USAGE")
	h.line(indent + usageText(cmd))
	h.head("DESCRIPTION")
	h.text(what)
	if len(examples) > 0 {
		h.head("EXAMPLES")
	}
	for _, e := range examples {
		h.text(e)
	}
	if len(cmd.Subs) > 0 {
		h.head("COMMANDS")
	}
	for _, sub := range cmd.Subs {
		h.wrap(indent, indent+indent, sub.Name+" - "+sub.Usage)
	}
	for _, g := range groups {
		h.head(g.name)
		h.flags(g.flags)
	}
	if short {
		h.line("")
		h.wrap("", "", fmt.Sprintf("%s --help describes all %d flags.", cmd.Name, len(cmd.AllFlags())+2))
		return h.b.String()
	}
	h.line("")
	h.wrap("", "", "A flag can also be a variable, such as "+variable(cmd.Name, "log-level")+".")
	return h.b.String()
}

// texts returns the description without its examples, and the examples. A command may
// have several lines; lines before it that begin with # describe it.
func (cmd Command) texts() (what string, examples []string) {
	what, list, _ := strings.Cut(strings.TrimSpace(cmd.Description), "Examples:\n")
	var example []string
	margin := list[:len(list)-len(strings.TrimLeft(list, " \n"))]
	margin = margin[strings.LastIndex(margin, "\n")+1:]
	for text := range strings.Lines(list) {
		text = strings.TrimPrefix(strings.TrimRight(text, " \n"), margin)
		if text == "" {
			continue
		}
		example = append(example, text)
		if last := text[len(text)-1]; last == '\\' || last == '|' || text[0] == '#' {
			continue
		}
		examples = append(examples, strings.Join(example, "\n"))
		example = nil
	}
	return strings.TrimSpace(what), examples
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
	var flags []ucli.Flag
	for _, name := range cmd.Main {
		if k := slices.IndexFunc(all, func(f ucli.Flag) bool { return f.Names()[0] == name }); k >= 0 {
			flags = append(flags, all[k])
		}
	}
	if flags == nil {
		flags = all[:min(10, len(all))]
	}
	return flags
}

// A group is a group of flags in the help.
type group struct {
	name  string
	flags []ucli.Flag
}

// late lists the groups that follow the program's own groups, in order.
var late = []string{figures, statistics, HowItRuns}

// flagGroups returns the groups of flags, the most important first: the groups of Order,
// the groups of the program's own flags in their order, and the shared groups.
func (cmd Command) flagGroups() []group {
	var groups []group
	add := func(f ucli.Flag) {
		name := f.(ucli.CategorizableFlag).GetCategory()
		if name == "" {
			name = "OPTIONS"
		}
		k := slices.IndexFunc(groups, func(g group) bool { return g.name == name })
		if k < 0 {
			k, groups = len(groups), append(groups, group{name: name})
		}
		groups[k].flags = append(groups[k].flags, f)
	}
	for _, f := range cmd.AllFlags() {
		add(f)
	}
	rank := func(g group) int {
		if k := slices.Index(cmd.Order, g.name); k >= 0 {
			return k - len(cmd.Order)
		}
		return 1 + slices.IndexFunc(late, func(l string) bool { return strings.HasSuffix(g.name, l) })
	}
	slices.SortStableFunc(groups, func(a, b group) int { return rank(a) - rank(b) })
	last := &groups[len(groups)-1]
	last.flags = append(last.flags, ucli.HelpFlag, ucli.VersionFlag)
	return groups
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

// A helpText is a help. The texts of flags are wrapped to defaultCols.
type helpText struct{ b strings.Builder }

func (h *helpText) line(text string) { h.b.WriteString(strings.TrimRight(text, " ") + "\n") }

func (h *helpText) head(name string) { h.line("\n" + name + ":") }

// wrap writes text in lines. The first line begins with begin, the others with more.
func (h *helpText) wrap(begin, more, text string) {
	line, empty := begin, true
	for word := range strings.FieldsSeq(text) {
		if !empty && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > defaultCols {
			h.line(line)
			line, empty = more, true
		}
		if !empty {
			line += " "
		}
		line, empty = line+word, false
	}
	h.line(line)
}

// text writes a text as it is, with a margin.
func (h *helpText) text(text string) {
	for line := range strings.Lines(text) {
		h.line(indent + strings.TrimRight(line, "\n"))
	}
}

// flags writes flags with their texts beside or below them.
func (h *helpText) flags(flags []ucli.Flag) {
	column := 0
	for _, f := range flags {
		left, _ := flagText(f)
		if n := utf8.RuneCountInString(left); n <= mostCols {
			column = max(column, n)
		}
	}
	column += len(indent) + 2
	for _, f := range flags {
		left, text := flagText(f)
		left = indent + left
		if n := utf8.RuneCountInString(left); n+2 > column {
			h.line(left)
			left = strings.Repeat(" ", column)
		} else {
			left += strings.Repeat(" ", column-n)
		}
		h.wrap(left, strings.Repeat(" ", column), text)
	}
}
