package convert

import (
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/record"
)

// vltl reads a line of VLTL-Bench (2025), or of NL2TL (Chen et al., EMNLP 2023): sentences and
// formulas as lists of words. A line with a prediction is an answer; the folders of its file
// name the system. A trace stands for the infinite word that repeats its last step, as in the
// evaluation of VLTL-Bench. Sentences whose propositions VLTL-Bench has masked itself have
// its masked formula, and masked traces.
func vltl(name string, text []byte) (rows []*record.Row, _ error) {
	path := filepath.ToSlash(filepath.Dir(name))
	_, model, ok := strings.Cut(path, "translation_eval/")
	if !ok {
		model = filepath.Base(path)
	}
	dataset := strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	for i, raw := range textLines(text) {
		row, line := &record.Row{Dataset: dataset, Index: record.Int(i), Formalism: record.LTL}, vltlLine{}
		at := fmt.Sprintf("%s: line %d", name, i+1)
		if err := json.Unmarshal([]byte(raw), &line, lenient); err != nil {
			rows = append(rows, record.Malformed([]byte(raw), fmt.Errorf("%s: %w", at, record.JSONError(err))))
			continue
		}
		formula, masked := line.TL, map[string]string{}
		if line.Prediction != nil && strings.Contains(model, "gt_") && line.MaskedTL != nil {
			formula, row.NL = line.MaskedTL, strings.Join(line.GroundedSentence, " ")
			for id, p := range line.Props {
				masked[p.name()] = id
			}
		} else if row.NL = strings.Join(line.Sentence, " "); line.LogicLTL != nil {
			formula, row.NL = line.LogicLTL, strings.Join(line.LogicSentence, " ")
		}
		row.ID, row.FS = fmt.Sprintf("%s/%s", dataset, line.ID), strings.Join(formula, " ")
		for n, trace := range [][][]string{line.Good, line.Bad} {
			for i := range trace {
				for k, p := range trace[i] {
					if id, ok := masked[p]; ok {
						trace[i][k] = id
					}
				}
			}
			if last := len(trace) - 1; last >= 0 {
				row.SetValue([]string{"accepts", "rejects"}[n], []lasso{{trace[:last], trace[last:]}})
			}
		}
		if line.Prediction != nil {
			row.Model, row.FSOutRaw, row.FSOut = model, *line.Prediction, vltlAnswer(*line.Prediction)
		}
		if row.FS == "" && line.Prediction == nil {
			fail(row, "missing", at+": found no formula, expected a list of words in tl or logic_ltl")
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// A vltlLine is a line of the files.
type vltlLine struct {
	ID               jsontext.Value      `json:"id"`
	Sentence         []string            `json:"sentence"`
	TL               []string            `json:"tl"`
	MaskedTL         []string            `json:"masked_tl"`
	GroundedSentence []string            `json:"grounded_sentence"`
	LogicLTL         []string            `json:"logic_ltl"`
	LogicSentence    []string            `json:"logic_sentence"`
	Props            map[string]vltlProp `json:"prop_dict"`
	Good             [][]string          `json:"good_trace"`
	Bad              [][]string          `json:"bad_trace"`
	Prediction       *string             `json:"prediction"`
}

// A lasso is an infinite word; see docs/reference/verdicts.md.
type lasso struct {
	Prefix [][]string `json:"prefix"`
	Loop   [][]string `json:"loop"`
}

type vltlProp struct {
	Action string   `json:"action_canon"`
	Args   []string `json:"args_canon"`
}

// name returns the proposition as the traces have it: deliver(zebra,shelf).
func (p vltlProp) name() string {
	if len(p.Args) == 0 {
		return p.Action
	}
	return p.Action + "(" + strings.Join(p.Args, ",") + ")"
}

var vltlMarker = regexp.MustCompile(`(?s)^.*(?:FINAL|LTL|PATTERN):\**`)

// vltlAnswer returns the formula of an answer: the line after the last of the markers that the
// prompts ask for, up to FINISH.
func vltlAnswer(answer string) string {
	text := strings.TrimSpace(vltlMarker.ReplaceAllString(answer, ""))
	text, _, _ = strings.Cut(text, "FINISH")
	text, _, _ = strings.Cut(text, "\n")
	return cmp.Or(strings.Trim(text, " *`."), answer)
}
