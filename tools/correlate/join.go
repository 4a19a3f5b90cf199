package correlate

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

// keyModel is the column whose values are names of models.
const keyModel = "model"

// A joiner joins two scores by the columns of --join.
type joiner struct {
	keys    []metrics.Key
	aliases aliases
}

func newJoiner(c *ucli.Context) (*joiner, error) {
	j := &joiner{}
	for name := range strings.SplitSeq(c.String("join"), ",") {
		k, err := metrics.ParseKey(name)
		if err != nil {
			return nil, cli.Usagef("--join: %w", err)
		}
		if slices.Contains(j.columns(), k.Column) {
			return nil, cli.Usagef("--join: found %s twice, expected it once", k.Column)
		}
		j.keys = append(j.keys, k)
	}
	if by, _, _ := strings.Cut(c.String("by"), ":"); slices.Contains(j.columns(), by) {
		return nil, cli.Usagef("found %s in --join and in --by, expected it in one of them", by)
	}
	if j.model() < 0 {
		if c.IsSet("aliases") {
			return nil, cli.Usagef("--aliases: found --join %s, expected model among its columns", c.String("join"))
		}
		return j, nil
	}
	var err error
	if j.aliases, err = readAliases(c.String("aliases")); err != nil {
		return nil, cli.Usagef("--aliases: %w", err)
	}
	return j, nil
}

func (j *joiner) columns() []string {
	names := make([]string, len(j.keys))
	for i, k := range j.keys {
		names[i] = k.Column
	}
	return names
}

// model returns the position of the model among the keys, or −1.
func (j *joiner) model() int { return slices.Index(j.columns(), keyModel) }

// A point holds the values of the key columns, separated by pointSep.
type point string

const pointSep = "\x00"

func (p point) String() string { return strings.ReplaceAll(string(p), pointSep, ", ") }

// comparePoints compares points value by value. Numbers are compared by size.
func comparePoints(a, b point) int {
	return slices.CompareFunc(strings.Split(string(a), pointSep), strings.Split(string(b), pointSep), func(a, b string) int {
		x, errX := strconv.ParseFloat(a, 64)
		y, errY := strconv.ParseFloat(b, 64)
		if errX == nil && errY == nil && x != y {
			return cmp.Compare(x, y)
		}
		return cmp.Compare(a, b)
	})
}

// pointOf returns the point of a line, or "" if the line lacks a key.
func (l line) pointOf(keys []metrics.Key) point {
	values := make([]string, len(keys))
	for i, key := range keys {
		text := l.valueOf(key)
		if text == "" {
			return ""
		}
		if key.Column == keyModel {
			text = strings.ToLower(text)
		}
		values[i] = text
	}
	return point(strings.Join(values, pointSep))
}

// valueOf returns the text of a cell. Equal numbers have the same text. If the key has a
// width, the text of a number is its bin.
func (l line) valueOf(key metrics.Key) string {
	text := l.text(key.Column)
	if label, ok := key.Label(text); ok {
		return label
	}
	return text
}

// A pairing joins the points of two scores. It uses the models of all categories, so
// that a model has the same partner in each category.
type pairing struct {
	j        *joiner
	partner  map[string]string // the predicted score's model, by the predictor's
	x, y     []string          // the models of the two scores
	renamed  []string          // pairs of models with different names
	families []string          // pairs of a version and its family
}

func (j *joiner) pair(x, y scored) *pairing {
	p := &pairing{j: j}
	if j.model() < 0 {
		return p
	}
	p.x, p.y = j.models(x), j.models(y)
	p.partner = j.aliases.partners(p.x, p.y)
	for _, a := range slices.Sorted(maps.Keys(p.partner)) {
		b := p.partner[a]
		switch {
		case a == b:
		case j.aliases.identify(a).model == j.aliases.identify(b).model:
			p.renamed = append(p.renamed, a+" = "+b)
		default:
			p.families = append(p.families, a+" and "+b)
		}
	}
	return p
}

// models lists the models of a score, sorted.
func (j *joiner) models(s scored) []string {
	found := map[string]bool{}
	for _, c := range s.categories {
		for at := range c.scores {
			found[strings.Split(string(at), pointSep)[j.model()]] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// Joined holds the points that two scores have in common, in the order of their
// values, and the points that only one of them has.
type Joined struct {
	points       []string
	models       []string // models of the points, if model is a key
	xs, ys       []float64
	xOnly, yOnly []point
}

// join joins the scores of one category.
func (p *pairing) join(x, y Scores) (all Joined) {
	joined := map[point]bool{}
	for _, at := range slices.SortedFunc(maps.Keys(x), comparePoints) {
		to := at
		if i := p.j.model(); i >= 0 {
			values := strings.Split(string(at), pointSep)
			values[i] = p.partner[values[i]]
			to = point(strings.Join(values, pointSep))
		}
		score, both := y[to]
		if !both {
			all.xOnly = append(all.xOnly, at)
			continue
		}
		joined[to] = true
		if i := p.j.model(); i >= 0 {
			all.models = append(all.models, strings.Split(string(at), pointSep)[i])
		}
		all.points = append(all.points, at.String())
		all.xs, all.ys = append(all.xs, x[at]), append(all.ys, score)
	}
	for _, at := range slices.SortedFunc(maps.Keys(y), comparePoints) {
		if !joined[at] {
			all.yOnly = append(all.yOnly, at)
		}
	}
	return all
}

// warn logs the models that are joined under different names, and the points without a
// partner.
func (p *pairing) warn(env *cli.Env, x, y scored) {
	if len(p.renamed) > 0 {
		env.Log.Info("joined by aliases", "predictor", x.name, "predicted", y.name, "models", strings.Join(p.renamed, "; "))
	}
	if len(p.families) > 0 {
		env.Log.Warn("a version is joined with its family", "predictor", x.name, "predicted", y.name, "models", strings.Join(p.families, "; "))
	}
	var xOnly, yOnly []point
	joined := 0
	for _, c := range x.categories {
		in := p.join(c.scores, y.all())
		joined += len(in.points)
		xOnly = append(xOnly, in.xOnly...)
		yOnly = append(yOnly, in.yOnly...)
	}
	slices.Sort(yOnly)
	if len(x.categories) > 1 {
		yOnly = leftByAll(yOnly, len(x.categories))
	}
	if len(xOnly)+len(yOnly) == 0 {
		return
	}
	taken := map[string]bool{}
	for _, b := range p.partner {
		taken[b] = true
	}
	env.Log.Warn("points without a partner are left out", "predictor", x.name, "predicted", y.name, "joined", joined,
		"predictor_only", p.names(xOnly, p.y, func(m string) bool { return p.partner[m] != "" }),
		"predicted_only", p.names(yOnly, p.x, func(m string) bool { return taken[m] }))
}

// leftByAll lists the points that occur n times in a sorted list.
func leftByAll(points []point, n int) (left []point) {
	for i := n - 1; i < len(points); i++ {
		if points[i] == points[i-n+1] {
			left = append(left, points[i])
		}
	}
	return left
}

// names describes points without a partner. It names a model without a partner once,
// with the nearest name of others.
func (p *pairing) names(points []point, others []string, paired func(model string) bool) string {
	const most = 8
	i := p.j.model()
	var texts []string
	rest := 0
	seen := map[string]bool{}
	for _, at := range points {
		text := at.String()
		if i >= 0 {
			if m := strings.Split(string(at), pointSep)[i]; !paired(m) {
				text = m
				if near := nearest(m, others); near != "" {
					text += fmt.Sprintf(" (nearest: %s)", near)
				}
			}
		}
		switch {
		case seen[text]:
		case len(texts) == most:
			rest++
		default:
			texts = append(texts, text)
		}
		seen[text] = true
	}
	if rest > 0 {
		texts = append(texts, fmt.Sprintf("and %d more", rest))
	}
	if len(points) == 0 {
		return "0"
	}
	return fmt.Sprintf("%d: %s", len(points), strings.Join(texts, "; "))
}
