package report

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// witness is the form in which verify writes witnesses.
type witness struct {
	Kind       string          `json:"kind"`
	Assignment map[string]bool `json:"assignment"`
	Structure  *structure      `json:"structure"`
	Left       *bool           `json:"left"`
	Right      *bool           `json:"right"`
	String     *string         `json:"string"`
	AcceptedBy string          `json:"accepted_by"`
}

type structure struct {
	Size         int                `json:"size"`
	Constants    map[string]int     `json:"constants"`
	Functions    map[string][][]int `json:"functions"`
	Predicates   map[string][][]int `json:"predicates"`
	Propositions map[string]bool    `json:"propositions"`
}

// inWords describes a witness in a sentence; it is empty for an unknown kind.
func inWords(text string) string {
	var w witness
	if json.Unmarshal([]byte(text), &w) != nil {
		return ""
	}
	switch {
	case w.String != nil:
		name := strconv.Quote(*w.String)
		if *w.String == "" {
			name = "the empty string"
		}
		side := map[string]string{"left": "the original", "right": "the formula that came back"}[w.AcceptedBy]
		if side == "" {
			return ""
		}
		return fmt.Sprintf("Only %s accepts %s.", side, name)
	case w.Kind == "assignment":
		return "Where " + booleans(w.Assignment) + w.sides()
	case w.Structure != nil:
		return w.Structure.words() + w.sides()
	}
	return ""
}

// sides describes which formula is true.
func (w witness) sides() string {
	if w.Left == nil || w.Right == nil {
		return ", the two differ."
	}
	return fmt.Sprintf(", the original is %v and the formula that came back is %v.", *w.Left, *w.Right)
}

func booleans(m map[string]bool) string {
	var yes, no []string
	for _, name := range slices.Sorted(maps.Keys(m)) {
		if m[name] {
			yes = append(yes, name)
		} else {
			no = append(no, name)
		}
	}
	switch {
	case len(yes) == 0 && len(no) == 0:
		return "nothing matters"
	case len(no) == 0:
		return strings.Join(yes, ", ") + verb(yes) + "true"
	case len(yes) == 0:
		return strings.Join(no, ", ") + verb(no) + "false"
	}
	return strings.Join(yes, ", ") + verb(yes) + "true and " + strings.Join(no, ", ") + verb(no) + "false"
}

func verb(names []string) string {
	if len(names) == 1 {
		return " is "
	}
	return " are "
}

func (s *structure) words() string {
	var b strings.Builder
	if s.Size == 1 {
		b.WriteString("In a world of one object, 0")
	} else {
		fmt.Fprintf(&b, "In a world of %d objects, 0 to %d", s.Size, s.Size-1)
	}
	for _, name := range slices.Sorted(maps.Keys(s.Constants)) {
		fmt.Fprintf(&b, ", where %s is %d", name, s.Constants[name])
	}
	for _, name := range slices.Sorted(maps.Keys(s.Functions)) {
		fmt.Fprintf(&b, ", where %s is %s", name, tuples(s.Functions[name]))
	}
	for _, name := range slices.Sorted(maps.Keys(s.Predicates)) {
		if len(s.Predicates[name]) == 0 {
			fmt.Fprintf(&b, ", where %s holds of nothing", name)
			continue
		}
		fmt.Fprintf(&b, ", where %s holds of %s only", name, tuples(s.Predicates[name]))
	}
	if len(s.Propositions) > 0 {
		b.WriteString(", where " + booleans(s.Propositions))
	}
	return b.String()
}

func tuples(all [][]int) string {
	parts := make([]string, len(all))
	for i, t := range all {
		numbers := make([]string, len(t))
		for k, n := range t {
			numbers[k] = strconv.Itoa(n)
		}
		parts[i] = strings.Join(numbers, ", ")
		if len(t) > 1 {
			parts[i] = "(" + parts[i] + ")"
		}
	}
	return strings.Join(parts, ", ")
}
