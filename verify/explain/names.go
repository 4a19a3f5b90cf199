package explain

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify/align"
)

// openAlignments maps the reason of an undecided alignment to words.
var openAlignments = map[string]string{
	align.ReasonOpen:     "the verifier left pairs open",
	align.ReasonResource: "a limit of work was reached",
	align.ReasonTimeout:  "the time ran out",
	"no_story":           "the row names no story",
	"story_too_long":     "the story has too many rows",
}

// names writes whether the two formulas mean the same under other names.
func (c *account) names() {
	if c.row.RelationAligned == "" {
		return
	}
	const heading = "Under other names"
	var a align.Alignment
	if err := json.Unmarshal([]byte(c.row.Alignment), &a); err != nil {
		c.section(heading, "unreadable: "+err.Error())
		return
	}
	switch c.row.RelationAligned {
	case record.RelEquivalent:
		c.section(heading, fmt.Sprintf("%s means the same as %s, if its names are read as follows:\n%s",
			c.right, c.left, strings.Join(mapped(&a), "\n")))
	case record.RelNone:
		c.section(heading, "no mapping of names makes the two mean the same")
	default:
		why := a.Reason
		if words, ok := openAlignments[why]; ok {
			why = words
		}
		c.section(heading, "whether a mapping of names makes the two mean the same was left open: "+why)
	}
}

// mapped returns the mapping, a line for each symbol.
func mapped(a *align.Alignment) []string {
	var out []string
	for _, kind := range []map[string]string{a.Propositions, a.Predicates, a.Functions, a.Constants} {
		for _, left := range slices.SortedFunc(maps.Keys(kind), logic.CompareNames) {
			out = append(out, kind[left]+" is "+left)
		}
	}
	for _, name := range slices.Concat(a.LeftOnly, a.RightOnly) {
		out = append(out, name+" has no partner and no effect")
	}
	if len(out) == 0 {
		out = append(out, "there are no names")
	}
	return out
}
