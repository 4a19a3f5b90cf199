package report

import (
	"encoding/json"
	"unicode/utf8"
	"unique"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
)

// shownColumns lists the columns that the browser of rows shows and searches.
var shownColumns = []string{
	"id", "batch", "index", "run", "sample", "step", "formalism", "fs", "nl", "fs_out", "verdict_reason", "verdict_engine",
	"diagnosis", "repair", "witness", "certificate", "premises", "conclusion", "nl_leak", "params", "error",
}

// shownExtras lists the columns of rank, reason and perturb that the browser shows.
var shownExtras = []string{
	"task", "form", "candidates", "candidates_nl", "roles", "relations", "order", "faults", "answer", "answer_class",
	"score_most_similar", "score_eq", "score_neg", "score_both", "score_answer",
	"benchmark", "label", "question", "premises_nl", "conclusion_nl", "sentence",
}

// A talk has what models and judges said about a row.
type talk struct {
	Conversations []record.Conversation `json:"conversations,omitempty"`
	Judgements    []record.Judgement    `json:"judgements,omitempty"`
}

// textOf returns what the browser shows of a row: its columns, the file and line (where),
// the witness in words (why), fs and fs_out in one notation (same), and columns of other
// programs (extra).
func textOf(r *record.Row, where string, words func(witness string) string) map[string]any {
	row := map[string]any{"where": where}
	for _, name := range shownColumns {
		if v, ok := r.Get(name); ok {
			row[name] = v
		}
	}
	if same := sameNotation(r); same != nil {
		row["same"] = same
	}
	if words != nil && r.Witness != "" {
		row["why"] = words(r.Witness)
	}
	extra := map[string]json.RawMessage{}
	for _, name := range shownExtras {
		if v, ok := r.ExtraField(name); ok && json.Valid(v) {
			extra[name] = json.RawMessage(v)
		}
	}
	if len(extra) > 0 {
		row["extra"] = extra
	}
	return row
}

// sameNotation prints the two formulas of a wrong row in one notation, so that their
// comparison marks no differences of notation. It returns nil if both are already
// written in it, or if one does not parse.
func sameNotation(r *record.Row) []string {
	if r.Verdict != record.NotEquivalent {
		return nil
	}
	f := formalism.OrLogic(r)
	a, errA := formalism.Parse(f, r.FS)
	b, errB := formalism.Parse(f, r.FSOut)
	if errA != nil || errB != nil {
		return nil
	}
	if x, y := a.String(), b.String(); x != r.FS || y != r.FSOut {
		return []string{x, y}
	}
	return nil
}

// filters lists the fields to filter by.
var filters = []string{"task", "model", "dataset", "prompt", "verdict", "diagnosis", "relation"}

// measures lists the numbers to sort by. The length of a text is its number of
// characters.
var measures = []struct {
	name string
	of   func(*record.Row) int64
}{
	{"num_operators", func(r *record.Row) int64 { return known(r.NumOperators) }},
	{"depth", func(r *record.Row) int64 { return known(r.Depth) }},
	{"fs", func(r *record.Row) int64 { return int64(utf8.RuneCountInString(r.FS)) }},
	{"nl", func(r *record.Row) int64 { return int64(utf8.RuneCountInString(r.NL)) }},
	{"fs_out", func(r *record.Row) int64 { return int64(utf8.RuneCountInString(r.FSOut)) }},
}

func known(n *int64) int64 {
	if n == nil {
		return -1
	}
	return *n
}

// indexOf returns the values by which the browser selects and sorts rows, without their
// texts: for each filter its values, and their codes by row; for each measure its number by
// row; and a number for each id, so that rows of one formula are found. Rows without an id
// have −1.
func indexOf(kept []*keptRow) map[string]any {
	values, codes, numbers := map[string][]string{}, map[string][]int{}, map[string][]int64{}
	for i, f := range filters {
		values[f], codes[f] = []string{}, []int{}
		code := map[unique.Handle[string]]int{}
		for _, k := range kept {
			value := k.values[i]
			if _, known := code[value]; !known {
				code[value] = len(code)
				values[f] = append(values[f], value.Value())
			}
			codes[f] = append(codes[f], code[value])
		}
	}
	for i, m := range measures {
		numbers[m.name] = []int64{}
		for _, k := range kept {
			numbers[m.name] = append(numbers[m.name], k.numbers[i])
		}
	}
	formulas, number := []int{}, map[unique.Handle[string]]int{unique.Make(""): -1}
	for _, k := range kept {
		if _, known := number[k.id]; !known {
			number[k.id] = len(number) - 1
		}
		formulas = append(formulas, number[k.id])
	}
	return map[string]any{"values": values, "codes": codes, "numbers": numbers, "formulas": formulas}
}
