package correlate

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/stats"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

// keyModel is the column whose values are names of models.
const keyModel = "model"

// A joiner finds the points of two scores by the columns of --join.
type joiner struct {
	columns []string
	aliases aliases
}

func newJoiner(c *ucli.Context) (*joiner, error) {
	j := &joiner{}
	for name := range strings.SplitSeq(c.String("join"), ",") {
		if name == "" || slices.Contains(j.columns, name) {
			return nil, cli.Usagef("--join: found %q, expected columns, each once", c.String("join"))
		}
		j.columns = append(j.columns, name)
	}
	if c.IsSet("aliases") && !j.byModel() {
		return nil, cli.Usagef("--aliases: found --join %s, expected model among its columns", c.String("join"))
	}
	var err error
	if j.aliases, err = readAliases(c.String("aliases")); err != nil {
		return nil, cli.Usagef("--aliases: %w", err)
	}
	return j, nil
}

func (j *joiner) byModel() bool { return slices.Contains(j.columns, keyModel) }

// A point holds the values of the columns of --join, separated by pointSep.
type point string

const pointSep = "\x00"

func (p point) String() string { return strings.ReplaceAll(string(p), pointSep, ", ") }

func (p point) values() []string { return strings.Split(string(p), pointSep) }

// comparePoints compares points value by value. Numbers are compared by size.
func comparePoints(a, b point) int {
	return slices.CompareFunc(a.values(), b.values(), func(a, b string) int {
		x, errX := strconv.ParseFloat(a, 64)
		y, errY := strconv.ParseFloat(b, 64)
		if errX == nil && errY == nil && x != y {
			return cmp.Compare(x, y)
		}
		return cmp.Compare(a, b)
	})
}

// pointOf returns the point of a line, and whether the line lacks a column of it. Equal
// numbers have the same text.
func (j *joiner) pointOf(l line) (_ point, lacks bool) {
	values := make([]string, len(j.columns))
	for i, column := range j.columns {
		v, found := l.Get(column)
		x, isFloat := v.(float64)
		switch {
		case !found:
			return "", true
		case column == keyModel:
			values[i] = j.aliases.model(l.cells[column])
		case isFloat:
			values[i] = strconv.FormatFloat(x, 'f', -1, 64)
		default:
			values[i] = fmt.Sprint(v)
		}
	}
	return point(strings.Join(values, pointSep)), false
}

// A pair holds the points that two scores have in common, in the order of their values,
// and the points that only one of them has.
type pair struct {
	x, y         score
	points       []point
	xs, ys       []float64
	xOnly, yOnly []point
}

// join joins the points of two scores.
func join(x, y score, xs, ys map[point]float64) pair {
	p := pair{x: x, y: y}
	for _, at := range slices.SortedFunc(maps.Keys(xs), comparePoints) {
		if score, both := ys[at]; both {
			p.points, p.xs, p.ys = append(p.points, at), append(p.xs, xs[at]), append(p.ys, score)
		} else {
			p.xOnly = append(p.xOnly, at)
		}
	}
	for _, at := range slices.SortedFunc(maps.Keys(ys), comparePoints) {
		if _, both := xs[at]; !both {
			p.yOnly = append(p.yOnly, at)
		}
	}
	return p
}

// warn logs the points without a partner.
func (p *pair) warn(env *cli.Env) {
	if len(p.xOnly)+len(p.yOnly) > 0 {
		env.Log.Warn("points without a partner are left out", "predictor", p.x.name, "predicted", p.y.name, "joined", len(p.points),
			"predictor_only", listed(p.xOnly, p.yOnly), "predicted_only", listed(p.yOnly, p.xOnly))
	}
}

// listed describes points without a partner. The value of a single column comes with the
// nearest one of the other score that has none.
func listed(points, others []point) string {
	const most = 8
	var names, texts []string
	for _, other := range others {
		names = append(names, other.String())
	}
	for _, at := range points[:min(most, len(points))] {
		text := at.String()
		if near := cli.Similar(text, names); near != "" && len(at.values()) == 1 {
			text += fmt.Sprintf(" (nearest: %s)", near)
		}
		texts = append(texts, text)
	}
	if rest := len(points) - most; rest > 0 {
		texts = append(texts, fmt.Sprintf("and %d more", rest))
	}
	return strings.TrimSuffix(fmt.Sprintf("%d: %s", len(points), strings.Join(texts, "; ")), ": ")
}

// pairTable has a line for each pair. A pair with too few points is skipped with a
// warning, unless it is the only one.
func pairTable(c *ucli.Context, env *cli.Env, pairs []pair) (*table.Table, error) {
	level, rounds, seed := c.Float64("level"), c.Int("rounds"), c.Uint64("seed")
	t := &table.Table{Columns: slices.Concat(table.Strings("predictor", "predicted"), table.Ints("points", "predictor_only", "predicted_only"), table.Floats(
		"pearson", "pearson_low", "pearson_high", "pearson_p", "spearman", "spearman_low", "spearman_high", "spearman_p",
		"predictive_power", "predictive_power_low", "predictive_power_high",
		"reverse_power", "reverse_power_low", "reverse_power_high",
	), table.Ints("concordant", "discordant", "ties_predictor", "ties_predicted", "ties_both"))}
	for _, p := range pairs {
		p.warn(env)
		r, err := stats.Correlate(p.xs, p.ys)
		switch {
		case len(p.xs) < 2 && len(pairs) > 1:
			env.Log.Warn("too few points", "predictor", p.x.name, "predicted", p.y.name, "points", len(p.xs))
			continue
		case err != nil:
			return nil, fmt.Errorf("%s and %s: %w", p.x.name, p.y.name, err)
		}
		in := stats.CorrelationIntervalsOf(p.xs, p.ys, level, rounds, seed)
		t.Rows = append(t.Rows, []any{
			p.x.name, p.y.name, int64(r.Points), int64(len(p.xOnly)), int64(len(p.yOnly)),
			r.Pearson, in.Pearson.Low, in.Pearson.High, r.PearsonP,
			r.Spearman, in.Spearman.Low, in.Spearman.High, r.SpearmanP,
			r.Power(), in.Power.Low, in.Power.High,
			r.ReversePower(), in.ReversePower.Low, in.ReversePower.High,
			int64(r.Concordant), int64(r.Discordant), int64(r.TiesPredictor), int64(r.TiesPredicted), int64(r.TiesBoth),
		})
	}
	if len(t.Rows) == 0 {
		return nil, errors.New("no pair of scores has two points or more in common")
	}
	return t, nil
}
