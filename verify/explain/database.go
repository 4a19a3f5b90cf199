package explain

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/verify"
)

// A database is a witness of kind database: the rows of tables, and the rows that each
// side gives on them.
type database struct {
	Tables map[string][]orderedRow `json:"tables"`
	Left   [][]jsontext.Value      `json:"left"`
	Right  [][]jsontext.Value      `json:"right"`
}

// An orderedRow keeps the order of the columns.
type orderedRow struct {
	names  []string
	values []jsontext.Value
}

// UnmarshalJSONFrom is that of json.UnmarshalerFrom.
func (r *orderedRow) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() != '{' {
		return fmt.Errorf("found a row that is no object")
	}
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for d.PeekKind() != '}' {
		name, err := d.ReadToken()
		if err != nil {
			return err
		}
		r.names = append(r.names, name.String())
		value, err := d.ReadValue()
		if err != nil {
			return err
		}
		r.values = append(r.values, value.Clone())
	}
	_, err := d.ReadToken()
	return err
}

// foreign describes the witness of a checker: a database as tables, and all others as they
// are.
func foreign(w *verify.Witness) string {
	var d database
	if w.Kind != "database" || json.Unmarshal([]byte(w.Own()), &d) != nil {
		return w.Own()
	}
	var out []string
	for _, name := range slices.Sorted(maps.Keys(d.Tables)) {
		rows := d.Tables[name]
		lines := make([][]jsontext.Value, len(rows))
		var names []string
		for i, r := range rows {
			names, lines[i] = r.names, r.values
		}
		out = append(out, grid(name, names, lines))
	}
	return strings.Join(append(out, grid("the left side gives", nil, d.Left), grid("the right side gives", nil, d.Right)), "\n")
}

// grid writes rows below a title, in columns.
func grid(title string, names []string, rows [][]jsontext.Value) string {
	if len(rows) == 0 {
		return title + ": no rows"
	}
	var out strings.Builder
	out.WriteString(title)
	w := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	if names != nil {
		fmt.Fprint(w, "\n  ", strings.Join(names, "\t"))
	}
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, v := range row {
			if cells[i] = string(v); v.Kind() == 'n' {
				cells[i] = "NULL"
			}
		}
		fmt.Fprint(w, "\n  ", strings.Join(cells, "\t"))
	}
	w.Flush()
	return out.String()
}
