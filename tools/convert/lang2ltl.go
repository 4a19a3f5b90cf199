package convert

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/temporal"
)

// The columns of Lang2LTL's tables; each kind of experiment has other names.
var (
	lang2ltlNL    = []string{"utterances", "Utterance", "nl_command"}
	lang2ltlRight = []string{"true_ltl", "True LTL", "Ground truth", "ltl"}
	lang2ltlOut   = []string{"output_ltl", "Out LTL", "Output", "result"}
)

// lang2ltl reads a table of results of Lang2LTL (Liu et al., CoRL 2023): a sentence, the right
// formula and that of the model, in prefix notation. The folder of the table names the system.
func lang2ltl(name string, text []byte) (rows []*record.Row, _ error) {
	r := csv.NewReader(bytes.NewReader(bytes.ToValidUTF8(text, []byte("\uFFFD"))))
	r.FieldsPerRecord, r.LazyQuotes = -1, true
	head, err := r.Read()
	if err != nil {
		return nil, fmt.Errorf("%s: reading the names of the columns: %w", name, err)
	}
	at := func(names []string) int {
		return slices.IndexFunc(head, func(column string) bool { return slices.Contains(names, column) })
	}
	nl, right, out := at(lang2ltlNL), at(lang2ltlRight), at(lang2ltlOut)
	if min(nl, right, out) < 0 {
		return nil, fmt.Errorf("%s: found the columns %s, expected a sentence and two formulas, such as utterances, true_ltl and output_ltl", name, strings.Join(head, ", "))
	}
	model, split := filepath.Base(filepath.Dir(name)), strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	for i := 0; ; i++ {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		row := &record.Row{ID: fmt.Sprintf("%s/%d", split, i), Dataset: "lang2ltl", Index: record.Int(i), Formalism: record.LTL, Model: model}
		if len(cells) <= max(nl, right, out) { // also after an error
			fail(row, "malformed", fmt.Sprintf("%s: row %d: found %d columns, expected %d", name, i+1, len(cells), len(head)))
		} else {
			row.NL, row.FS, row.FSOut = cells[nl], fromPrefix(cells[right]), fromPrefix(cells[out])
			if !strings.EqualFold(row.FSOut, cells[out]) {
				row.FSOutRaw = cells[out]
			}
		}
		rows = append(rows, row)
	}
}

// prefixName matches the names of landmarks, such as mask_&_wig and denny's.
var prefixName = regexp.MustCompile(`^[\pL\pN][^][(){}"]*$`)

// fromPrefix writes a formula in prefix notation, such as "F & a F b", in infix notation. It
// returns any other text as it is.
func fromPrefix(text string) string {
	words := strings.Fields(text)
	for i, word := range words {
		switch f, err := temporal.Parse(word, temporal.Options{}); {
		case err == nil && len(f.Args) == 0, len(word) == 1 && strings.Contains("!XFG&|ieUWRM", word):
		case prefixName.MatchString(word):
			words[i] = temporal.Atom(word).String()
		default:
			return text
		}
	}
	f, err := temporal.Parse(strings.Join(words, " "), temporal.Options{})
	if err != nil {
		return text
	}
	return f.String()
}
