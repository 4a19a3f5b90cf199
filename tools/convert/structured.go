package convert

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
)

// structured reads StructuredRegex (Ye et al., ACL 2020): the table data/raw/SPLIT.tsv, or the
// answers code/decodes/StReg/SPLIT-MODEL.txt, which has a line for each line of
// code/datasets/StReg/targ-SPLIT.txt, with the best answer first.
func structured(name string, text []byte) (rows []*record.Row, _ error) {
	split, model, decodes := strings.Cut(strings.TrimSuffix(filepath.Base(name), filepath.Ext(name)), "-")
	lines := textLines(text)
	if !decodes {
		for i, line := range lines[min(1, len(lines)):] {
			cells := strings.Split(line, "\t")
			if len(cells) != 5 {
				return nil, fmt.Errorf("%s: line %d: found %d columns, expected problem_id, description, regex, pos_examples and neg_examples", name, i+2, len(cells))
			}
			nl := cells[1]
			if inner, ok := strings.CutPrefix(nl, `"`); ok {
				nl = strings.ReplaceAll(strings.TrimSuffix(inner, `"`), `""`, `"`)
			}
			row := stregRow(split, i, cells[2], nl, strings.Fields(cells[3]), strings.Fields(cells[4]))
			row.SetValue("problem_id", cells[0])
			rows = append(rows, row)
		}
		return rows, nil
	}
	beside := map[string][]string{}
	for _, what := range []string{"targ", "src", "exs", "map"} {
		var err error
		if beside[what], err = linesBeside(name, filepath.Join(filepath.Dir(name), "../../datasets/StReg", what+"-"+split+".txt"), len(lines)); err != nil {
			return nil, err
		}
	}
	for i, line := range lines {
		lists, pairs := map[string][]string{}, []string{}
		for _, e := range strings.Fields(beside["exs"][i]) {
			sign, s, _ := strings.Cut(e, ",")
			lists[sign] = append(lists[sign], s)
		}
		for _, e := range strings.Fields(beside["map"][i]) {
			if name, s, ok := strings.Cut(e, ","); ok && len(s) == 1 {
				pairs = append(pairs, name, "<"+s+">")
			} else if ok {
				pairs = append(pairs, name, "const(<"+s+">)")
			}
		}
		named := strings.NewReplacer(append(pairs, " ", "")...)
		for k, answer := range strings.Fields(line) {
			row := stregRow(split, i, named.Replace(beside["targ"][i]), beside["src"][i], lists["+"], lists["-"])
			row.Model, row.Sample, row.FSOut = model, record.Int(k), named.Replace(answer)
			if out, err := fromStreg(row.FSOut); err == nil {
				row.FSOut = out
			} else if _, plain := regex.Parse(row.FSOut, regex.Options{Dialect: regex.Brics}); plain == nil {
				row.FSOut, row.FSOutRaw = "", row.FSOut // nobody may read it as a plain expression
				fail(row, "syntax", "fs_out: "+err.Error())
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// stregRow makes the row of a question. Its id is the same in both layouts.
func stregRow(split string, i int, fs, nl string, accepts, rejects []string) *record.Row {
	row := &record.Row{ID: fmt.Sprintf("%s/%d", split, i), Dataset: "structuredregex", Index: record.Int(i), Formalism: record.RegexBrics, NL: nl}
	var err error
	if row.FS, err = fromStreg(fs); err != nil {
		row.SetValue("regex", fs)
		fail(row, "syntax", "fs: "+err.Error())
	}
	row.SetValue("accepts", accepts)
	row.SetValue("rejects", rejects)
	return row
}
