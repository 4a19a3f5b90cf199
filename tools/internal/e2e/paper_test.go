//go:build unix

package e2e

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
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
		%[2]s/paper.sh rows out 2>messages`, paperSettings, scripts))
	// The rows of folio-i need no verdict, but a message said that they have none.
	if messages, err := os.ReadFile(filepath.Join(dir, "messages")); err != nil || strings.Contains(string(messages), "verdict") {
		t.Errorf("paper.sh prints %s, %v", messages, err)
	}
	for name, want := range paperTables {
		t.Run(name, func(t *testing.T) { checkPaperTable(t, filepath.Join(dir, "out", name), want) })
	}
	for name, want := range paperFigures() {
		t.Run(name, func(t *testing.T) { checkPaperFigure(t, filepath.Join(dir, "out", name), want) })
	}
	// Every cell is what a script that shares no code with the programs computes from the rows.
	t.Run("cells", func(t *testing.T) { recomputed(t, filepath.Join(dir, "rows"), filepath.Join(dir, "out")) })
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

// recomputed compares the tables with those that paper_tables.py computes from the rows.
func recomputed(t *testing.T, rows, out string) {
	t.Helper()
	python := os.Getenv("TRUTHLOOP_PYTHON")
	if python == "" {
		t.Skip("no Python with NLTK and SciPy: make test sets TRUTHLOOP_PYTHON where Python is installed")
	}
	if differences, err := exec.Command(python, "-B", "paper_tables.py", rows, out).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, tail(string(differences)))
	}
}

// With one batch or one run, the scripts ended at the first figure of means over runs, or
// at the first comparison without an interval to leave out.
func TestPaperWithOneBatchAndOneRun(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	dir := t.TempDir()
	scripts := filepath.Join(root, "data", "examples", "paper")
	sh(t, dir, fmt.Sprintf("export RATES='0.1 0.5' SAMPLES=1 DEPTH=6 BATCHES=1 RUNS=1; %s/rows.sh rows; %[1]s/paper.sh rows out", scripts))
	recomputed(t, filepath.Join(dir, "rows"), filepath.Join(dir, "out"))
	for name, want := range paperTables {
		if strings.HasPrefix(name, "nlfol/table-2") || strings.HasPrefix(name, "nlfol/table-3") {
			checkPaperTable(t, filepath.Join(dir, "out", name), want)
		}
	}
}

// Table 1 had an empty value for n, because the manifest has another name for the
// setting. A setting that no manifest has is an error that names it.
func TestPaperSettingsAreInTheManifests(t *testing.T) {
	dir := t.TempDir()
	script := filepath.Join(root, "data", "examples", "paper", "paper.sh")
	content, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	settings := regexp.MustCompile(`(?m)^\s*hyperparameter '?[A-Z][^'\n]*?'? (\w+) ([a-z-]+) (\w+)`).FindAllStringSubmatch(string(content), -1)
	if len(settings) != 11 {
		t.Fatalf("found %d settings in paper.sh, want the 11 of table 1", len(settings))
	}
	sh(t, dir, `mkdir -p rows/formulas; for d in ksat plogic fol regex fol-english; do
		generate --dataset $d --sample-count 1 --depth 4 -o rows/formulas/$d.jsonl
	done`)
	for _, s := range settings {
		manifest, err := os.ReadFile(filepath.Join(dir, "rows", "formulas", s[3]+".jsonl.manifest.json"))
		if err != nil || !strings.Contains(string(manifest), `"settings.`+s[2]+`": "`) {
			t.Errorf("%s: the manifest of %s has no setting %s: %v", s[1], s[3], s[2], err)
		}
	}
	out := sh(t, dir, fmt.Sprintf(`sed -i 's/"settings.nodes"/"settings.nods"/' rows/formulas/plogic.jsonl.manifest.json
		! %s rows out 2>&1`, script))
	if !strings.Contains(out, "plogic.jsonl.manifest.json has no setting nodes") {
		t.Errorf("got\n%s", out)
	}
}

// A paperTable is the head of a table, and the first cells of its lines: all of them,
// or their number if the lines have no names; anyCount is not compared. The other cells
// of lines with names are numbers.
type paperTable struct {
	head  string
	lines []string
	count int
}

// tableNumber matches the cells of the papers' tables, such as 0.84±0.03.
var tableNumber = regexp.MustCompile(`^-?[0-9]\.[0-9]{2}(±[0-9]\.[0-9]{2})?$`)

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
	"autoeval/table-1.csv": {"parameter_type,hyperparameter,value", []string{ // as in the paper, but for paperSettings
		"General,depth,8", "General,n,200", "General,sample_count,1",
		"First-Order Logic,free_variable_prob,0.25", "First-Order Logic,max_free_variables,∞", "First-Order Logic,max_predicate_arity,2",
		"First-Order Logic,min_predicate_arity,1", "First-Order Logic,num_objects,12", "First-Order Logic,num_predicates,8",
		"Propositional Logic,num_propositions,12", "Regular Expression,alphabet_size,2",
	}, 0},
	"autoeval/table-3.csv": {"φ,I(φ),(A∘I)(φ)", nil, 5},
	"autoeval/table-4.csv": {"φ,I(φ),(A∘I)(φ)", nil, 5},
	"autoeval/table-5.csv": {"φ,I(φ),(A∘I)(φ)", nil, 5},
	"autoeval/table-6.csv": {"model,HumanEval,BBH", []string{
		"gpt-3.5-turbo,68.00,48.10", "gpt-4o,90.20,83.10", "gpt-4o-mini,87.20,", "llama-3-8b-instruct,61.60,24.50",
		"mistral-7b-instruct-v0.1,42.10,23.95", "phi-3-medium-4k-instruct,62.20,49.38",
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
	"published/values.csv": {"value,source,paper,recomputed", nil, 11},
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
		for _, cell := range fields[min(cells, len(fields)):] {
			if !tableNumber.MatchString(cell) {
				t.Errorf("%q has the cell %q, want a number", line, cell)
			}
		}
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
		"autoeval/figure-7.svg":  grid("number of operators", measures, []string{"ksat"}),
		"autoeval/figure-8.svg":  grid("complexity", measures[:2], packaged, append(standIns, "± 1 sd over runs")...),
		"autoeval/figure-11.svg": grid("depth", measures, logic),
		"autoeval/figure-12.svg": grid("number of ∧", measures, logic),
		"autoeval/figure-13.svg": grid("number of ∨", measures, logic),
		"autoeval/figure-14.svg": grid("number of ¬", measures, logic),
		"autoeval/figure-16.svg": grid("complexity", []string{"difference in compliance", "difference in accuracy"}, packaged,
			"rate-0.1 · 2-shot − 0-shot", "rate-0.5 · 2-shot − 0-shot"),
		"autoeval/figure-6.svg": {map[string]int{
			"plogic": 1, "fol-english": 1, "number of operators": 2, "syntactic compliance, accuracy": 2,
			"rate-0.01 · syntactic compliance": 1, "rate-0.01 · accuracy": 1, "95% Wilson interval": 1,
		}, 4},
		"autoeval/figure-9.svg":  {map[string]int{"regex": 3, "dfa density": 1, "dfa edges": 1, "dfa states": 1, "items": 3}, 0},
		"autoeval/figure-10.svg": {map[string]int{"plogic": 4, "fol": 4, "fol-english": 4, "depth": 3, "number of ∧": 3, "number of ∨": 3, "number of ¬": 3, "items": 12}, 0},
	}
	for _, m := range []string{"states", "edges", "density"} {
		all["autoeval/figure-15-"+m+".svg"] = grid("dfa "+m, measures, []string{"regex"})
	}
	folio := []string{"FOLIO(A)", "FOLIO(I; BLEU)", "FOLIO(I; ROUGE)", "FOLIO(I; METEOR)", "FOLIO(I; BERT)"}
	benchmarks := append(slices.Clone(folio), "FOLIO(R; NL)", "FOLIO(R; FOL)", "LogiEval(R; PL)", "LogiEval(R; FOL)", "HumanEval (invented)", "BBH (invented)")
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
	all["autoeval/figure-3.svg"] = scatter(benchmarks, "accuracy, lower bound", len(benchmarks), 1)
	all["autoeval/figure-17.svg"] = scatter(folio, "accuracy, lower bound", len(folio), 1)
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
		if isNumber != nil && !known && !strings.HasPrefix(s, "r = ") && !strings.HasPrefix(s, "95% ") { // the name of the intervals
			t.Errorf("found the unexpected text %q %d times", s, n)
		}
	}
	if want.lines > 0 && lines-legend != want.lines {
		t.Errorf("found %d lines in the panels, want %d", lines-legend, want.lines)
	}
}
