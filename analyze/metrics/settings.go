package metrics

import (
	"regexp"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/record"
)

// Settings are the columns by which tables of scores are grouped unless the user
// names others: a mean over several models or prompts is easily mistaken for that
// of one. The params are compared without their seed, which differs from run to run.
func Settings() []Key {
	keys := By("dataset", "model", "prompt", "params", "instruction", "candidate_instruction")
	for i := range keys {
		keys[i].seedless = keys[i].Column == "params"
	}
	return keys
}

// seedMember is a seed in the JSON of params.
var seedMember = regexp.MustCompile(`"seed"\s*:\s*(-?[0-9]+)\s*,?\s*`)

// withoutSeed is the JSON of params without seeds, or nil if nothing is left.
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
	settings []Key // that are no keys of the table
	groups   *Groups[pool]
}

// A pool holds, for each setting, the value of the group's first row, and whether
// another row has another value.
type pool struct {
	first  []any
	varies []bool
}

// NewPooled makes a Pooled for a table that is grouped by keys.
func NewPooled(keys ...Key) *Pooled {
	p := &Pooled{groups: NewGroups(keys, false, func() *pool { return &pool{} })}
	for _, s := range Settings() {
		if !slices.ContainsFunc(keys, func(k Key) bool { return k.Column == s.Column }) {
			p.settings = append(p.settings, s)
		}
	}
	return p
}

// Columns lists the columns that Add reads.
func (p *Pooled) Columns() []string { return read(append(slices.Clone(p.settings), p.groups.keys...)) }

// Add notes the settings of a row.
func (p *Pooled) Add(r *record.Row) {
	p.groups.Add(r, func(g *pool) {
		begun := g.first != nil
		if !begun {
			g.first, g.varies = make([]any, len(p.settings)), make([]bool, len(p.settings))
		}
		for i, k := range p.settings {
			switch v := k.value(r); {
			case begun:
				g.varies[i] = g.varies[i] || v != g.first[i]
			default:
				if text, ok := v.(string); ok {
					v = strings.Clone(text) // it may share the memory of a whole row
				}
				g.first[i] = v
			}
		}
	})
}

// Varying lists the settings that vary within a group.
func (p *Pooled) Varying() []string {
	var names []string
	for i, k := range p.settings {
		varies := p.groups.all != nil && p.groups.all.varies != nil && p.groups.all.varies[i]
		for _, g := range p.groups.groups {
			varies = varies || g.of.varies[i]
		}
		if varies {
			names = append(names, k.Column)
		}
	}
	return names
}
