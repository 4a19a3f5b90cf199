package metrics

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/analyze/figure"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

// A layout assigns the key columns to the x-axis, the panels and the lines.
type layout struct {
	x          string   // "" if there is no key
	panels     string   // the column whose values are the panels; "" for none
	lines      []string // the other columns of keys
	dots       bool     // the values of x are categories
	categories []string // the values of x as text, if they are categories
}

// layout arranges the groups of the table. With --by, the x-axis is the last column.
// Without --by, the keys of the main table are settings, such as the model, and the x-axis
// is the first setting except the dataset. Values of x are categories if one is not a
// number.
func (p *plot) layout() (l layout, err error) {
	t, keys := p.table, []string(nil)
	for _, k := range p.keys {
		if t.Place(k.Column) >= 0 {
			keys = append(keys, k.Column)
		}
	}
	if p.bySettings {
		if keys == nil {
			return l, cli.Usagef("--plot: the rows have one setting, expected --by with the column of the x-axis")
		}
		if len(keys) > 1 && keys[0] == "dataset" {
			keys[0], keys[1] = keys[1], keys[0]
		}
		keys = append(keys[1:], keys[0])
	}
	if len(keys) == 0 {
		return layout{dots: true}, nil
	}
	last := len(keys) - 1
	l.x, l.lines = keys[last], keys[:last]
	if slices.Contains(l.lines, "dataset") {
		l.panels = "dataset"
		l.lines = slices.DeleteFunc(l.lines, func(k string) bool { return k == "dataset" })
	}
	at := t.Place(l.x)
	l.dots = slices.ContainsFunc(groupsOf(t), func(row []any) bool {
		_, err := table.Number(row[at])
		return row[at] != nil && err != nil
	})
	return l, nil
}

// draw draws the groups: lines over numbers, dots for categories. If dataset is among the
// columns, each dataset has a column of panels. Each figure of --plot-of, or several
// figures with + between them, makes a row of panels.
func (p *plot) draw(w io.Writer, o figure.Options) error {
	t := p.table
	l, err := p.layout()
	if err != nil {
		return err
	}
	var panels []string
	for _, row := range groupsOf(t) {
		if panel := text(cell(t, row, l.panels)); !slices.Contains(panels, panel) {
			panels = append(panels, panel)
		}
	}
	width := p.width(&l)
	axes := figure.Axes{X: words(l.x)}
	if width > 0 {
		axes.X += fmt.Sprintf(", in bins of %g", width)
	}
	var charts figure.Charts
	intervals, bounds := legends{figures: map[string][]string{}}, legends{figures: map[string][]string{}}
	rows := strings.Split(cmp.Or(p.c.String("plot-of"), "accuracy"), ",")
	if len(rows) > 1 {
		axes.Across = len(panels)
	}
	for _, row := range rows {
		var all []drawing
		var labels []string
		for of := range strings.SplitSeq(row, "+") {
			d := p.drawing(strings.TrimSpace(of))
			all, labels = append(all, d), append(labels, d.label)
			axes.Least, axes.Most = min(axes.Least, d.least), max(axes.Most, d.most)
		}
		y := strings.Join(labels, ", ")
		for _, panel := range panels {
			charts.Panel(panel, y) // the row has all panels, even if one is empty
		}
		for i, d := range all {
			if i := t.Place(d.y); i < 0 || t.Columns[i].Kind == table.String {
				return cli.Usagef("--plot-of: no column %s with numbers%s", d.y, cli.Nearest(d.y, t.Names()))
			}
			var suffix []string
			if len(all) > 1 {
				suffix = []string{labels[i]}
			}
			drawn := d.add(&charts, y, t, p.judged, &l, suffix, width, p.c.Float64("level"))
			intervals.add(d.interval, d.label, slices.ContainsFunc(drawn, func(q figure.Point) bool { return q.Low < q.High }))
			bounds.add(d.bound, d.label, slices.ContainsFunc(drawn, func(q figure.Point) bool { return q.Upper > q.Y }))
		}
	}
	axes.Intervals, axes.Uppers = intervals.names(), bounds.names()
	if l.dots {
		err = figure.Dots(w, o, charts, l.categories, axes)
	} else {
		err = figure.Lines(w, o, charts, axes)
	}
	if errors.Is(err, figure.ErrEmpty) && axes.X != "" {
		return fmt.Errorf("%w: %s by %s", err, p.drawing(rows[0]).y, axes.X)
	}
	return err
}

// add adds the figure of each group to the panel of its dataset, and returns the points. The
// last groups are judged lines, see withJudges.
func (d drawing) add(charts *figure.Charts, y string, t *table.Table, judged int, l *layout, suffix []string, width, level float64) (drawn []figure.Point) {
	var spots []spot
	ofJudge := len(d.lines) == 1
	rows := groupsOf(t)
	if judged > 0 && ofJudge {
		rows = rows[len(rows)-judged:]
	} else {
		rows = rows[:len(rows)-judged]
	}
	lacks := func(key string) bool { return t.Place(key) < 0 || judged > 0 && ofJudge && key == keyModel }
	common := ""
	if ofJudge {
		common = commonPrompt(rows, t.Place("judge"))
	}
	for _, row := range rows {
		get := func(column string) any { return cell(t, row, column) }
		var line []string
		for _, k := range l.lines {
			if !lacks(k) {
				line = append(line, lineName(k, get(k)))
			}
		}
		compared := ""
		switch len(d.lines) {
		case 1:
			compared = strings.TrimSuffix(text(get(d.lines[0])), common)
		case 2:
			compared = text(get(d.lines[1])) + " − " + text(get(d.lines[0]))
		}
		at := number(get(l.x))
		if l.dots {
			category := text(get(l.x))
			if lacks(l.x) { // the x-axis shows the compared values
				category, compared = compared, ""
			}
			at = l.place(category)
		}
		if math.IsNaN(at) {
			continue
		}
		if compared != "" {
			line = append(line, compared)
		}
		p := figure.Point{X: at, Y: number(get(d.y)), Low: number(get(d.low)), High: number(get(d.high)), Upper: number(get(d.upper))}
		if sd := number(get(d.sd)); !math.IsNaN(sd) {
			p.Low, p.High = p.Y-sd, p.Y+sd
		}
		spots = append(spots, spot{p, text(get(l.panels)), strings.Join(append(line, suffix...), " · "), attempts(t, row)})
	}
	if width > 0 && strings.Contains(d.interval, wilson) {
		spots = binned(spots, width, level)
	}
	for _, s := range spots {
		drawn = append(drawn, s.Point)
		charts.Panel(s.panel, y).Add(s.line, s.Point)
	}
	return drawn
}

// lineName returns a value for the name of a line. A number follows its column's name.
func lineName(column string, v any) string {
	if _, err := table.Number(v); err == nil {
		return words(column) + " " + text(v)
	}
	return text(v)
}

// place returns the position of a category on the x-axis, and adds a new category.
func (l *layout) place(category string) float64 {
	category = cmp.Or(category, "none")
	i := slices.Index(l.categories, category)
	if i < 0 {
		i = len(l.categories)
		l.categories = append(l.categories, category)
	}
	return float64(i)
}

// legends lists explanations and the figures to which they belong.
type legends struct {
	texts   []string
	figures map[string][]string
}

// add adds the explanation of a figure, if it is drawn.
func (l *legends) add(text, of string, drawn bool) {
	if text == "" || !drawn {
		return
	}
	if !slices.Contains(l.texts, text) {
		l.texts = append(l.texts, text)
	}
	l.figures[text] = append(l.figures[text], of)
}

// names lists the explanations. If there are several, each names its figures.
func (l legends) names() (all []string) {
	for _, text := range l.texts {
		if len(l.texts) > 1 {
			text += " (" + strings.Join(l.figures[text], ", ") + ")"
		}
		all = append(all, text)
	}
	return all
}

// commonPrompt returns the prompt in the names of judges, with the space before it, if
// all names have the same prompt. Without the prompt, a judge has the same name as the
// accuracy of its model, and so the same line style.
func commonPrompt(rows [][]any, judge int) string {
	common := ""
	for i, row := range rows {
		name := text(row[judge])
		prompt := name[max(0, strings.LastIndexByte(name, ' ')):]
		if i > 0 && prompt != common || prompt == name {
			return ""
		}
		common = prompt
	}
	return common
}

// groupsOf returns the rows of a table without the line for all rows.
func groupsOf(t *table.Table) [][]any {
	if t.Total {
		return t.Rows[:len(t.Rows)-1]
	}
	return t.Rows
}

// cell returns a row's value of the column, or nil if there is none.
func cell(t *table.Table, row []any, column string) any {
	if i := t.Place(column); i >= 0 {
		return row[i]
	}
	return nil
}

// text returns a cell as text, or "" if it has no value.
func text(v any) string {
	if v == nil {
		return ""
	}
	return fmt.Sprint(v)
}

// number returns a cell as a number, or NaN if it is not a number.
func number(v any) float64 {
	if x, err := table.Number(v); err == nil {
		return x
	}
	return math.NaN()
}
