package metrics

import (
	"regexp"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/record"
)

// Settings returns the columns by which tables of scores are grouped unless the user
// names others. A mean over several models or prompts is easily mistaken for the mean of
// one. The params are compared without their seed, which differs from run to run.
func Settings() []Key {
	keys := By("dataset", "model", "prompt", "params", "instruction", "candidate_instruction")
	for i := range keys {
		keys[i].seedless = keys[i].Column == "params"
	}
	return keys
}

// seedMember matches a seed in the JSON of params.
var seedMember = regexp.MustCompile(`"seed"\s*:\s*(-?[0-9]+)\s*,?\s*`)

// withoutSeed returns the JSON of params without seeds, or nil if nothing is left.
func withoutSeed(params string) any {
	if strings.Contains(params, `"seed"`) {
		params = strings.ReplaceAll(seedMember.ReplaceAllString(params, ""), ",}", "}")
	}
	if params == "{}" {
		return nil
	}
	return params
}

// Pooled finds the settings that vary within a group of a table. It is not safe
// for use by several goroutines.
type Pooled struct {
	groups   *Groups[[]any] // the settings of the group's first row
	settings []Key          // that are not keys of the table
	varies   []bool
}

// NewPooled makes a Pooled for a table that is grouped by keys.
func NewPooled(keys ...Key) *Pooled {
	p := &Pooled{groups: NewGroups[[]any](keys, false)}
	for _, s := range Settings() {
		if !slices.ContainsFunc(keys, func(k Key) bool { return k.Column == s.Column }) {
			p.settings = append(p.settings, s)
		}
	}
	p.varies = make([]bool, len(p.settings))
	return p
}

// Columns lists the columns that Add reads.
func (p *Pooled) Columns() []string { return read(append(slices.Clone(p.settings), p.groups.keys...)) }

// Add notes the settings of a row.
func (p *Pooled) Add(r *record.Row) {
	p.groups.Add(r, func(first *[]any) {
		begun := *first != nil
		if !begun {
			*first = make([]any, len(p.settings))
		}
		for i, k := range p.settings {
			switch {
			case p.varies[i]:
			case begun:
				p.varies[i] = k.value(r) != (*first)[i]
			default:
				(*first)[i] = owned(k.value(r))
			}
		}
	})
}

// Varying lists the settings that vary within a group.
func (p *Pooled) Varying() (names []string) {
	for i, k := range p.settings {
		if p.varies[i] {
			names = append(names, k.Column)
		}
	}
	return names
}
