package table

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// A printed column has the form that papers use: an estimate with its interval, or its
// standard deviation, in one cell. It replaces one or several columns of the table.
type printed struct {
	name    string
	right   bool // aligned to the right
	sources []string
	cell    func(row []any) cell
}

// A cell has a text, a number, perhaps with its interval, or an interval.
type cell struct {
	text        string
	value       float64 // NaN for none
	number      string
	plus, minus string // distances of the ends of the interval; "" for none
	low, high   string // an interval without a number
}

// printing finds the printed columns of a table.
type printing struct {
	t     *Table
	taken map[string]bool
	all   []printed
}

// printed arranges the columns:
//
//   - X_mean and X_sd, or X and X_sd, are the mean ± the standard deviation
//   - X with X_low and X_high, or with X_interval_low and X_interval_high, is the
//     estimate with the distances to the ends of its interval
//   - X_low and X_high without X are bounds that differ by unknown rows. If they are
//     equal in all rows, they are one estimate X
//   - any other interval is a column of its own
func (t *Table) printed() []printed {
	p := printing{t: t, taken: map[string]bool{}}
	for _, c := range t.Columns {
		if p.taken[c.Name] {
			continue
		}
		base, isLow := strings.CutSuffix(c.Name, "_low")
		sd := strings.TrimSuffix(strings.TrimSuffix(c.Name, "mean"), "_") + "_sd"
		if c.Name == "mean" {
			sd = "sd"
		}
		low, high := p.interval(c.Name)
		switch {
		case c.Kind != Float:
			p.single(c)
		case p.has(sd) && (strings.HasSuffix(c.Name, "mean") || t.Place(c.Name+"_mean") < 0):
			p.estimate(c.Name, " (± sd)", []string{c.Name, sd}, c.Name, func(row []any) (float64, float64) {
				x, sd := p.value(row, c.Name), p.value(row, sd)
				return x - sd, x + sd
			})
		case isLow && p.has(base+"_high") && isInterval(base):
			p.ends(base)
		case isLow && p.has(base+"_high") && p.equal(c.Name, base+"_high"):
			p.bounds(base)
		case low != "":
			p.withInterval(c.Name, c.Name, low, high)
		default:
			p.single(c)
		}
	}
	return p.all
}

// isInterval reports whether X_low and X_high are the ends of an interval, by the last
// word of X.
func isInterval(base string) bool {
	last := base[strings.LastIndexByte(base, '_')+1:]
	return slices.Contains([]string{"interval", "percentile", "bca"}, last)
}

func (p *printing) has(name string) bool { return p.t.Place(name) >= 0 && !p.taken[name] }

// value returns a row's number in the named column, or NaN.
func (p *printing) value(row []any, name string) float64 {
	if x, err := Number(row[p.t.Place(name)]); err == nil {
		return x
	}
	return math.NaN()
}

func (p *printing) equal(a, b string) bool {
	i, k := p.t.Place(a), p.t.Place(b)
	return !slices.ContainsFunc(p.t.Rows, func(row []any) bool { return row[i] != row[k] })
}

// interval returns the columns of the ends of an estimate's interval; "" for none. The
// names interval_low and interval_high do not name an estimate: these columns belong to
// the first of horizon, difference and accuracy that the table has.
func (p *printing) interval(of string) (low, high string) {
	owner := ""
	for _, name := range []string{"horizon", "difference", "accuracy"} {
		if owner == "" && (p.t.Place(name) >= 0 || p.t.Place(name+"_low") >= 0) {
			owner = name
		}
	}
	prefixes := []string{of + "_interval", strings.TrimSuffix(of, "_difference") + "_interval"}
	if of == owner {
		prefixes = append(prefixes, "interval")
	} else {
		prefixes = append(prefixes, of)
	}
	for _, prefix := range prefixes {
		if p.has(prefix+"_low") && p.has(prefix+"_high") {
			return prefix + "_low", prefix + "_high"
		}
	}
	return "", ""
}

// single prints a column as it is, but very small p-values as <0.001.
func (p *printing) single(c Column) {
	p.add(c.Name, c.Kind != String, []string{c.Name}, func(row []any) cell {
		v := row[p.t.Place(c.Name)]
		if c.Kind == String {
			return cell{text: text(v, 3), value: math.NaN()}
		}
		x := p.value(row, c.Name)
		n := text(v, 3)
		if strings.HasSuffix(c.Name, "_p") && x < 0.0005 {
			n = "<0.001"
		}
		return cell{number: n, value: x}
	})
}

// bounds prints two equal bounds as one estimate. If the table has the same estimate
// under that name, it leaves the bounds out.
func (p *printing) bounds(base string) {
	if p.t.Place(base) >= 0 && p.equal(base, base+"_low") {
		p.taken[base+"_low"], p.taken[base+"_high"] = true, true
		return
	}
	if low, high := p.interval(base); low != "" && low != base+"_low" {
		p.withInterval(base, base+"_low", low, high, base+"_high")
		return
	}
	p.estimate(base, "", []string{base + "_low", base + "_high"}, base+"_low", nil)
}

// withInterval prints an estimate under a name, with the distances to low and high.
func (p *printing) withInterval(name, estimate, low, high string, also ...string) {
	p.estimate(name, " (interval)", append([]string{estimate, low, high}, also...), estimate, func(row []any) (float64, float64) {
		return p.value(row, low), p.value(row, high)
	})
}

// estimate prints a number of a row, with the distances to the ends of its interval
// unless ends is nil.
func (p *printing) estimate(name, suffix string, sources []string, of string, ends func(row []any) (low, high float64)) {
	p.add(strings.TrimSuffix(name, "_mean")+suffix, true, sources, func(row []any) cell {
		c := cell{number: text(row[p.t.Place(of)], 3), value: p.value(row, of)}
		if ends != nil {
			if low, high := ends(row); !math.IsNaN(c.value + low + high) {
				c.minus, c.plus = decimals(max(0, c.value-low)), decimals(max(0, high-c.value))
			}
		}
		return c
	})
}

// ends prints an interval without its estimate.
func (p *printing) ends(base string) {
	p.add(base, true, []string{base + "_low", base + "_high"}, func(row []any) cell {
		return cell{low: text(row[p.t.Place(base+"_low")], 3), high: text(row[p.t.Place(base+"_high")], 3), value: math.NaN()}
	})
}

func (p *printing) add(name string, right bool, sources []string, of func([]any) cell) {
	for _, s := range sources {
		p.taken[s] = true
	}
	p.all = append(p.all, printed{strings.ReplaceAll(name, "_", " "), right, sources, of})
}

func decimals(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }

// cells prints the rows.
func (t *Table) cells(columns []printed) [][]cell {
	rows := make([][]cell, len(t.Rows))
	for n, row := range t.Rows {
		for _, c := range columns {
			rows[n] = append(rows[n], c.cell(row))
		}
	}
	if t.Total {
		if last := rows[len(rows)-1]; last[0].text == "" && last[0].number == "" {
			last[0].text = "all"
		}
	}
	return rows
}
