package table

import (
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// briefWidth is the width of a brief table.
const briefWidth = 100

// WriteBrief writes t as text for a reader of a terminal. It leaves out counts that are
// zero in all rows, and columns that are equal to another one, such as an upper bound to
// its lower bound. A line below names them. The two ends of an interval are one column, and
// long texts are cut. The columns that do not fit into briefWidth stand in further tables
// below.
func (t *Table) WriteBrief(w io.Writer) error {
	t = t.used()
	keys := t.keys()
	var shown, zero, equal []string
	for i, c := range t.Columns {
		switch other := t.sameAs(i); {
		case i < keys || len(t.Rows) == 0:
			shown = append(shown, c.Name)
		case (c.Kind == Int || strings.HasPrefix(c.Name, "compliance_")) && !slices.ContainsFunc(t.Rows, func(row []any) bool { return row[i] != int64(0) && row[i] != 0.0 }):
			zero = append(zero, c.Name)
		case other != "":
			equal = append(equal, c.Name+" = "+other)
		default:
			shown = append(shown, c.Name)
		}
	}
	brief, cut := t.only(shown).joined().cut()
	var b strings.Builder
	for i, block := range brief.blocks(keys) {
		if i > 0 {
			b.WriteByte('\n')
		}
		if err := block.writeText(&b); err != nil {
			return err
		}
	}
	var notes []string
	if zero != nil {
		notes = append(notes, "all zero: "+strings.Join(zero, ", "))
	}
	if notes = append(notes, equal...); notes != nil {
		b.WriteString(folded("Not shown: "+strings.Join(notes, "; ")+".") + "\n")
	}
	if cut {
		b.WriteString("Long texts are cut; --format csv has them whole.\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// keys returns the number of columns that name a line: those before the number of rows, or
// the texts at the begin.
func (t *Table) keys() int {
	if i := t.Place("rows"); i >= 0 {
		return i
	}
	i := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Kind != String })
	return max(i, 0)
}

// sameAs returns the name of the column to which column i adds nothing, or "".
func (t *Table) sameAs(i int) string {
	name, other := t.Columns[i].Name, ""
	for _, of := range [][2]string{{"_high", "_low"}, {"_most", "_least"}, {"_least", ""}, {"_answered", ""}, {"compliance_b", "compliance_a"}, {"pairs", "formulas"}} {
		if base, is := strings.CutSuffix(name, of[0]); is {
			other = base + of[1]
			break
		}
	}
	j := t.Place(other)
	if j < 0 || slices.ContainsFunc(t.Rows, func(row []any) bool { return Value(row[i]) != Value(row[j]) }) {
		return ""
	}
	return other
}

// only returns t with the named columns.
func (t *Table) only(names []string) *Table {
	u := &Table{Rows: make([][]any, len(t.Rows)), Total: t.Total}
	for _, name := range names {
		i := t.Place(name)
		u.Columns = append(u.Columns, t.Columns[i])
		for n, row := range t.Rows {
			u.Rows[n] = append(u.Rows[n], row[i])
		}
	}
	return u
}

// joined returns t with intervals as texts, such as "0.046 to 0.699".
func (t *Table) joined() *Table {
	u := &Table{Rows: make([][]any, len(t.Rows)), Total: t.Total}
	for i := 0; i < len(t.Columns); i++ {
		c := t.Columns[i]
		base, is := strings.CutSuffix(c.Name, "_low")
		joins := is && i+1 < len(t.Columns) && t.Columns[i+1].Name == base+"_high"
		switch {
		case joins && i > 0 && t.Columns[i-1].Name == base:
			c = Column{base + "_interval", String}
		case joins && strings.HasSuffix(base, "interval"):
			c = Column{base, String}
		default:
			joins = false
		}
		u.Columns = append(u.Columns, c)
		for n, row := range t.Rows {
			cell := row[i]
			if joins {
				if cell = strings.TrimSpace(text(row[i], 3) + " to " + text(row[i+1], 3)); cell == "to" {
					cell = nil
				}
			}
			u.Rows[n] = append(u.Rows[n], cell)
		}
		if joins {
			i++
		}
	}
	return u
}

// mostText is the largest number of characters of a text.
const mostText = 80

// cut returns t with long texts cut, and whether there is any.
func (t *Table) cut() (_ *Table, some bool) {
	for _, row := range t.Rows {
		for i, cell := range row {
			if s, is := cell.(string); is && utf8.RuneCountInString(s) > mostText {
				row[i], some = string([]rune(s)[:mostText-1])+"…", true
			}
		}
	}
	return t, some
}

// blocks divides the columns after the keys into tables of briefWidth. Each repeats the
// keys or, if they are wide, the number of the line.
func (t *Table) blocks(keys int) (all []*Table) {
	width := t.widths()
	if sum(width) <= briefWidth {
		return []*Table{t}
	}
	repeated := keys
	if sum(width[:keys]) > briefWidth/3 {
		t, repeated = t.numbered(), 1
		keys++
		width = t.widths()
	}
	names := t.Names()
	for at, used := keys, sum(width[:keys]); at < len(names); used = sum(width[:repeated]) {
		end := at
		for end < len(names) && (end == at || used+width[end] <= briefWidth) {
			used += width[end]
			end++
		}
		if at == keys {
			all = append(all, t.only(names[:end]))
		} else {
			all = append(all, t.only(slices.Concat(names[:repeated], names[at:end])))
		}
		at = end
	}
	return all
}

// numbered returns t with the numbers of its lines as the first column.
func (t *Table) numbered() *Table {
	u := &Table{Columns: append(Strings("line"), t.Columns...), Total: t.Total}
	for n, row := range t.Rows {
		var line any = strconv.Itoa(n + 1)
		if t.Total && n == len(t.Rows)-1 {
			line = nil
		}
		u.Rows = append(u.Rows, append([]any{line}, row...))
	}
	return u
}

// widths returns the width of each column as text, with the space before it.
func (t *Table) widths() []int {
	width := make([]int, len(t.Columns))
	for i, c := range t.Columns {
		width[i] = utf8.RuneCountInString(c.Name)
		for _, row := range t.Rows {
			width[i] = max(width[i], utf8.RuneCountInString(printable(text(row[i], 3))))
		}
		if i > 0 {
			width[i] += 2
		}
	}
	return width
}

func sum(width []int) (n int) {
	for _, w := range width {
		n += w
	}
	return n
}

// folded breaks a text into lines of briefWidth.
func folded(s string) string {
	var b strings.Builder
	at := 0
	for i, word := range strings.Fields(s) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case at+1+n > briefWidth:
			b.WriteString("\n  ")
			at = 2
		default:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += n
	}
	return b.String()
}
