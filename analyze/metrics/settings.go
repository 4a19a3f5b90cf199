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
	settings []Key // that are not keys of the table
	groups   *Groups[pool]
	seedless map[string]string // params without seeds, by the params
}

// A pool holds, for each setting, the text of the group's first row, and whether another
// row has a different text.
type pool struct {
	first  []string
	varies []bool
}

// NewPooled makes a Pooled for a table that is grouped by keys.
func NewPooled(keys ...Key) *Pooled {
	p := &Pooled{groups: NewGroups(keys, false, func() *pool { return &pool{} }), seedless: map[string]string{}}
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
			g.first, g.varies = make([]string, len(p.settings)), make([]bool, len(p.settings))
		}
		for i, k := range p.settings {
			if g.varies[i] {
				continue
			}
			text := settingOf(r, k.Column)
			switch {
			case !begun:
				g.first[i] = strings.Clone(text) // it may share the memory of a whole row
			case text != g.first[i]:
				g.varies[i] = !k.seedless || p.withoutSeed(text) != p.withoutSeed(g.first[i])
			}
		}
	})
}

// settingOf returns the text of a setting. Row.Text allocates, and metrics reads many
// rows.
func settingOf(r *record.Row, column string) string {
	switch column {
	case "dataset":
		return r.Dataset
	case "model":
		return r.Model
	case "prompt":
		return r.Prompt
	case "params":
		return r.Params
	}
	text, _ := r.Text(column)
	return text
}

// withoutSeed caches the results of the function withoutSeed.
func (p *Pooled) withoutSeed(params string) string {
	const most = 1000 // repetitions have a few seeds
	known, found := p.seedless[params]
	if !found {
		known, _ = withoutSeed(params).(string)
		if len(p.seedless) < most {
			p.seedless[strings.Clone(params)] = known
		}
	}
	return known
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
