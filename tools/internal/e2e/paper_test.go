//go:build unix

package e2e

import (
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The two models of TestPaper, and the settings that keep its rows few.
var (
	standIns      = []string{"rate-0.1", "rate-0.5"}
	paperSettings = `export RATES='0.1 0.5' SAMPLES=1 BATCHES=2 DEPTH=8 RUNS=2`
)

// The papers' tables and figures could not be made in one run. The scripts make all
// of them from stored rows, and each has the papers' layout: the columns and the lines
// of a table; the panels, axes and lines of a figure.
func TestPaper(t *testing.T) {
	dir := t.TempDir()
	scripts := filepath.Join(root, "data", "examples", "paper")
	sh(t, dir, fmt.Sprintf(`%s
		%s/rows.sh rows
		for file in rows/folio-i/*; do # as data/examples/text_scores.py does
			awk '{ sub(/}$/, ",\"meteor\":" (NR %% 7) / 10 ",\"bertscore\":" (NR %% 5) / 10 "}") } 1' $file >scored
			mv scored $file
		done
		%[2]s/paper.sh rows out`, paperSettings, scripts))
	for name, want := range paperTables {
		t.Run(name, func(t *testing.T) { checkPaperTable(t, filepath.Join(dir, "out", name), want) })
	}
	for name, want := range paperFigures() {
		t.Run(name, func(t *testing.T) { checkPaperFigure(t, filepath.Join(dir, "out", name), want) })
	}
	t.Run("files", func(t *testing.T) {
		var found []string
		for _, paper := range []string{"autoeval", "preprint", "nlfol"} {
			files, err := filepath.Glob(filepath.Join(dir, "out", paper, "*"))
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range files {
				name := paper + "/" + filepath.Base(file)
				_, isTable := paperTables[name]
				_, isFigure := paperFigures()[strings.TrimSuffix(name, filepath.Ext(name))+".svg"]
				if !isTable && !isFigure && !strings.HasSuffix(name, "figure-2.txt") {
					found = append(found, name)
				}
			}
		}
		if found != nil {
			t.Errorf("found files that no test describes: %v", found)
		}
	})
	// The part of ROWS that is missing is named, and the other parts are drawn.
	t.Run("part", func(t *testing.T) {
		out := sh(t, dir, fmt.Sprintf(`mkdir -p part; cp -r rows/translation part/; %s/paper.sh part half 2>&1; ls half/nlfol`, scripts))
		if !strings.Contains(out, "part has no loop") || !strings.Contains(out, "part has no ranked") || !strings.HasSuffix(out, "appendix-i.csv\ntable-2.csv\ntable-5.csv\ntable-7.csv\ntable-9.csv\n") {
			t.Errorf("got\n%s", out)
		}
	})
}

// A paperTable is the head of a table, and the first cells of its lines: all of them,
// or their number if the lines have no names; anyCount is not compared.
type paperTable struct {
	head  string
	lines []string
	count int
}

const anyCount = -1

// perModel lists heads for each stand-in and form, as in tables 3, 4 and 6.
func perModel(models ...string) (heads string) {
	for _, m := range models {
		heads += fmt.Sprintf(",%s nl,%s fol", m, m)
	}
	return heads
}

// cross lists the combinations of first and second cells.
func cross(first, second []string) (lines []string) {
	for _, a := range first {
		for _, b := range second {
			lines = append(lines, a+","+b)
		}
	}
	return lines
}

var (
	nlfolSets   = []string{"folio", "tarski"} // for FOLIO and the Stanford set
	choiceTasks = cross([]string{"Most similar", "Ranking-Eq.", "Ranking-Neg.", "Ranking-Both"}, nlfolSets)
	cells8      = ",MS and not R nl,MS and not R fol,not MS and R nl,not MS and R fol,MS and R nl,MS and R fol,not MS and not R nl,not MS and not R fol"
)

var paperTables = map[string]paperTable{
	"autoeval/table-1.csv": {"parameter_type,hyperparameter,value", []string{
		"General,depth", "General,n", "General,sample_count",
		"First-Order Logic,free_variable_prob", "First-Order Logic,max_free_variables", "First-Order Logic,max_predicate_arity",
		"First-Order Logic,min_predicate_arity", "First-Order Logic,num_objects", "First-Order Logic,num_predicates",
		"Propositional Logic,num_propositions", "Regular Expression,alphabet_size",
	}, 0},
	"autoeval/table-3.csv": {"φ,I(φ),(A∘I)(φ)", nil, 5},
	"autoeval/table-4.csv": {"φ,I(φ),(A∘I)(φ)", nil, 5},
	"autoeval/table-5.csv": {"φ,I(φ),(A∘I)(φ)", nil, 5},
	"autoeval/table-6.csv": {"model,HumanEval,BBH", []string{
		"gpt-3.5-turbo", "gpt-4o", "gpt-4o-mini", "llama-3-8b-instruct", "mistral-7b-instruct-v0.1", "phi-3-medium-4k-instruct",
	}, 0},
	"nlfol/table-2.csv":    {"dataset,rate-0.1,rate-0.5", nlfolSets, 0},
	"nlfol/table-3.csv":    {"task,dataset" + perModel(standIns...), choiceTasks, 0},
	"nlfol/table-4.csv":    {"task,dataset" + perModel("builtin:ngrams", "builtin:ngrams-inst"), choiceTasks, 0},
	"nlfol/table-5.csv":    {"model,dataset,BLEU,LE,r_pb(BLEU),r_pb(LE)", cross(standIns, nlfolSets), 0},
	"nlfol/table-6.csv":    {"task,dataset" + perModel(standIns...), choiceTasks, 0},
	"nlfol/table-7.csv":    {"NL sentence,FOL translation", nil, 6},
	"nlfol/table-8.csv":    {"model,dataset" + cells8, cross(standIns, nlfolSets), 0},
	"nlfol/table-9.csv":    {"a,b,dataset,both,first only,second only,neither", cross([]string{"rate-0.1,rate-0.5"}, nlfolSets), 0},
	"nlfol/appendix-i.csv": {"dataset,NL,FOL,answer", nil, anyCount},
	"nlfol/figure-1.tsv":   {"role\tformula\tdescription", nil, 7},
	"published/values.csv": {"value,source,paper,recomputed", nil, 10},
	"published/pairs.csv":  {"source,paper,verdict,pairs", nil, 6},
}

func init() { // the preprint's tables are those of the paper
	for _, n := range []int{1, 3, 4, 5} {
		paperTables[fmt.Sprintf("preprint/table-%d.csv", n)] = paperTables[fmt.Sprintf("autoeval/table-%d.csv", n)]
	}
}

func checkPaperTable(t *testing.T, file string, want paperTable) {
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, _ := strings.Cut(string(content), "\n")
	if head != want.head {
		t.Errorf("the head is %q, want %q", head, want.head)
	}
	lines := strings.Split(strings.TrimSuffix(rest, "\n"), "\n")
	if want.lines == nil {
		if want.count != anyCount && len(lines) != want.count {
			t.Errorf("found %d lines, want %d:\n%s", len(lines), want.count, rest)
		}
		return
	}
	var keys []string
	cells := strings.Count(want.lines[0], ",") + 1
	for _, line := range lines {
		fields := strings.Split(line, ",")
		if len(fields) != strings.Count(head, ",")+1 {
			t.Errorf("%q has %d cells", line, len(fields))
		}
		keys = append(keys, strings.Join(fields[:min(cells, len(fields))], ","))
	}
	if !slices.Equal(keys, want.lines) {
		t.Errorf("the lines are %q, want %q", keys, want.lines)
	}
}

// A paperFigure has texts, by how often the figure shows them, and a number of lines
// in its panels.
type paperFigure struct {
	texts map[string]int
	lines int
}

// grid is a figure with a row of panels for each measure, a column for each dataset,
// and in each panel a line for each stand-in.
func grid(x string, measures, datasets []string, more ...string) paperFigure {
	f := paperFigure{map[string]int{x: len(measures) * len(datasets)}, len(measures) * len(datasets) * len(standIns)}
	for _, m := range measures {
		f.texts[m] = len(datasets)
	}
	for _, d := range datasets {
		f.texts[d] = len(measures)
	}
	if more == nil {
		more = standIns
	}
	for _, name := range more {
		f.texts[name] = 1
	}
	return f
}

// paperFigures are the papers' figures. A panel has the labels of its axes.
func paperFigures() map[string]paperFigure {
	measures := []string{"syntactic compliance", "accuracy", "f1 of the judge"}
	logic := []string{"plogic", "fol", "fol-english"}
	packaged := append(slices.Clone(logic), "regex")
	all := map[string]paperFigure{
		"autoeval/figure-5.svg":  grid("complexity", measures, packaged),
		"autoeval/figure-7.svg":  grid("num operators", measures, []string{"ksat"}),
		"autoeval/figure-8.svg":  grid("complexity", measures[:2], packaged, append(standIns, "± 1 sd over runs")...),
		"autoeval/figure-11.svg": grid("depth", measures, logic),
		"autoeval/figure-12.svg": grid("num and", measures, logic),
		"autoeval/figure-13.svg": grid("num or", measures, logic),
		"autoeval/figure-14.svg": grid("num not", measures, logic),
		"autoeval/figure-16.svg": grid("complexity", []string{"difference in compliance", "difference in accuracy"}, packaged,
			"rate-0.1 · 2-shot − 0-shot", "rate-0.5 · 2-shot − 0-shot"),
		"autoeval/figure-6.svg": {map[string]int{
			"plogic": 1, "fol-english": 1, "num operators": 2, "syntactic compliance, accuracy": 2,
			"rate-0.01 · syntactic compliance": 1, "rate-0.01 · accuracy": 1, "95% Wilson": 1,
		}, 4},
		"autoeval/figure-9.svg":  {map[string]int{"regex": 3, "dfa density": 1, "dfa edges": 1, "dfa states": 1, "items": 3}, 0},
		"autoeval/figure-10.svg": {map[string]int{"plogic": 4, "fol": 4, "fol-english": 4, "depth": 3, "num and": 3, "num or": 3, "num not": 3, "items": 12}, 0},
	}
	for _, m := range []string{"states", "edges", "density"} {
		all["autoeval/figure-15-"+m+".svg"] = grid("dfa "+m, measures, []string{"regex"})
	}
	folio := []string{"FOLIO(A)", "FOLIO(I; BLEU)", "FOLIO(I; ROUGE)", "FOLIO(I; METEOR)", "FOLIO(I; BERT)"}
	benchmarks := append(slices.Clone(folio), "FOLIO(R; NL)", "FOLIO(R; FOL)", "LogiEval(R; PL)", "LogiEval(R; FOL)", "HumanEval", "BBH")
	scatter := func(scores []string, x string, panels, names int) paperFigure {
		f := paperFigure{map[string]int{x: panels}, 0}
		for _, s := range scores {
			f.texts[s] = 1
		}
		for _, m := range standIns {
			f.texts[m] = names
		}
		return f
	}
	all["autoeval/figure-3.svg"] = scatter(benchmarks, "accuracy low", len(benchmarks), len(benchmarks))
	all["autoeval/figure-17.svg"] = scatter(folio, "accuracy low", len(folio), 1)
	all["autoeval/figure-4.svg"] = scatter(benchmarks, "predictive power", 1, 0)
	for to, from := range map[string]string{
		"3": "5", "4": "7", "5": "8", "6": "9", "7": "10", "8": "11", "9": "12", "10": "13", "11": "14", "13": "16",
		"12-states": "15-states", "12-edges": "15-edges", "12-density": "15-density",
	} {
		all["preprint/figure-"+to+".svg"] = all["autoeval/figure-"+from+".svg"]
	}
	return all
}

func checkPaperFigure(t *testing.T, file string, want paperFigure) {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() // of a file that was only read
	texts, lines, legend := map[string]int{}, 0, 0
	inText := false
	for d := xml.NewDecoder(f); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			inText = token.Name.Local == "text"
			for _, a := range token.Attr {
				if a.Name.Local == "style" && strings.Contains(a.Value, "stroke-width:1.2") {
					lines++
				}
			}
		case xml.CharData:
			if s := strings.TrimSpace(string(token)); inText && s != "" {
				texts[s]++
			}
		}
	}
	for name := range texts { // the legend has a short line for each name
		if slices.ContainsFunc(standIns, func(m string) bool { return strings.HasPrefix(name, m) }) || strings.HasPrefix(name, "rate-0.01 ·") {
			legend++
		}
	}
	for s, n := range want.texts {
		if texts[s] != n {
			t.Errorf("found %q %d times, want %d", s, texts[s], n)
		}
	}
	for s, n := range texts {
		_, isNumber := strconv.ParseFloat(s, 64)
		_, known := want.texts[s]
		if isNumber != nil && !known && !strings.HasPrefix(s, "r = ") {
			t.Errorf("found the unexpected text %q %d times", s, n)
		}
	}
	if want.lines > 0 && lines-legend != want.lines {
		t.Errorf("found %d lines in the panels, want %d", lines-legend, want.lines)
	}
}

// What NL-FOL-LT and AutoEval print follows from the inputs that they publish, but for
// the differences that docs/papers.md explains.
func TestPublishedValues(t *testing.T) {
	dir := t.TempDir()
	sh(t, dir, fmt.Sprintf(`mkdir none; %s/data/examples/paper/paper.sh none out`, root))
	for name, want := range map[string]string{
		"values.csv": `value,source,paper,recomputed
formulas of the first batch,AutoEval appendix H: propositional,1974,1974
formulas of the first batch,AutoEval appendix H: first-order,1900,1900
formulas of the first batch,AutoEval appendix H: regular expressions,1842,1878
LE of the example,NL-FOL-LT table 1,0.875,0.875
BLEU of the example,NL-FOL-LT section on BLEU,0.18,0.18
difference between the datasets,NL-FOL-LT table 2,0.11 to 0.14,0.11 to 0.14
Ranking-Equivalence above Ranking-Negation: cells,NL-FOL-LT table 3,generally,15 of 16
Ranking-Equivalence above Ranking-Negation: cells,NL-FOL-LT table 4,generally,0 of 12
table 8 against table 3: largest difference,NL-FOL-LT table 8,0,0.01
table 9 against table 2: largest difference,NL-FOL-LT table 9,0,0.03
`,
		"pairs.csv": `source,paper,verdict,pairs
AutoEval table 3,not_equivalent,not_equivalent,5
AutoEval table 4,not_equivalent,not_equivalent,4
AutoEval table 5,not_equivalent,not_equivalent,4
NL-FOL-LT figure 1,equivalent,equivalent,2
NL-FOL-LT figure 1,not_equivalent,not_equivalent,1
NL-FOL-LT table 1,not_equivalent,not_equivalent,1
`,
		"nlfol-table-2.csv": `dataset,gpt-4o-mini,o3-mini,qwen3-8b,qwen3-30b
stanford,0.84±0.03,0.94±0.00,0.84±0.01,0.85±0.01
folio,0.73±0.01,0.80±0.00,0.72±0.00,0.74±0.01
`,
	} {
		got, err := os.ReadFile(filepath.Join(dir, "out", "published", name))
		if err != nil || string(got) != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, got, want)
		}
	}
}

// The published tables in data/scores have the values that were extracted from the
// paper independently.
func TestPublishedTables(t *testing.T) {
	read := func(file string) (rows []map[string]string) {
		f, err := os.Open(file)
		if err != nil {
			t.Skipf("the published tables are not here: %v", err)
		}
		defer f.Close() // of a file that was only read
		lines, err := csv.NewReader(f).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range lines[1:] {
			row := map[string]string{}
			for i, name := range lines[0] {
				row[name] = line[i]
			}
			rows = append(rows, row)
		}
		return rows
	}
	ours := map[string]string{}
	key := func(row map[string]string) string {
		return strings.Join([]string{row["task"], row["form"], row["dataset"], row["model"]}, "|")
	}
	for _, row := range read(filepath.Join(root, "data", "scores", "nlfol.csv")) {
		if slices.Contains([]string{"2", "3", "4"}, row["table"]) {
			ours[key(row)] = row["mean"] + "±" + row["sd"]
		}
	}
	for _, row := range read(filepath.Join(root, "..", "shared", "testdata", "published", "nlfol_tables.csv")) {
		want := "0" + row["mean"] + "±"
		if row["sd"] != "" {
			want += "0" + row["sd"]
		}
		if got := ours[key(row)]; got != want {
			t.Errorf("%s: %q, want %q", key(row), got, want)
		}
	}
}
