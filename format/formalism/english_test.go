package formalism_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/record"
)

type speaker interface {
	formalism.Language
	Informalize(x *english.Lexicon, t formalism.Tree) (string, error)
	Formalize(x *english.Lexicon, text string) (formalism.Tree, error)
}

func speakerOf(f record.Formalism) speaker { return formalism.Of(f).(speaker) }

// described describes a formula, and checks that the text is read as the same formula and
// has no formal syntax.
func described(tb formattest.Reporter, f record.Formalism, fs string) string {
	tb.Helper()
	s := speakerOf(f)
	t, err := s.Parse(fs, formalism.Limits{})
	if err != nil {
		tb.Fatalf("%s: %v", fs, err)
	}
	return checkEnglish(tb, s, t)
}

func checkEnglish(tb formattest.Reporter, s speaker, t formalism.Tree) string {
	tb.Helper()
	nl, _ := s.Informalize(english.English(), t)
	back, err := s.Formalize(english.English(), nl)
	if err != nil || back.String() != t.String() {
		tb.Fatalf("formula  %s\nEnglish  %s\nread as  %v, %v", t, nl, back, err)
	}
	formattest.NoSyntax(tb, t.String(), nl)
	return nl
}

// referenceDataset reads the formulas of one of the reference's datasets.
func referenceDataset(tb testing.TB, name string) []string {
	tb.Helper()
	b, err := os.ReadFile(filepath.Join("../../../shared/testdata/reference", "dataset."+name+".json"))
	if err != nil {
		tb.Skipf("no reference data beside the repository: %v", err)
	}
	var d struct {
		Data []struct {
			FS string `json:"fs"`
		} `json:"data"`
	}
	if err := json.Unmarshal(b, &d); err != nil {
		tb.Fatal(err)
	}
	fs := make([]string, len(d.Data))
	for i, x := range d.Data {
		fs[i] = x.FS
	}
	return fs
}

func TestEnglishOfReferenceDatasets(t *testing.T) {
	for name, f := range map[string]record.Formalism{
		"ksat": record.Propositional, "plogic": record.Propositional, "fol": record.FirstOrder, "fol_human": record.FirstOrder, "regex": record.Regex,
	} {
		t.Run(name, func(t *testing.T) {
			for _, fs := range referenceDataset(t, name) {
				described(t, f, fs)
			}
		})
	}
}

var update = flag.Bool("update", false, "write the golden files anew")

// The golden file holds formulas with their English, for a person to read. A
// line that begins with a formalism and a colon is a formula.
func TestEnglishIsAsInTheGoldenFile(t *testing.T) {
	path := filepath.Join("testdata", "english.golden")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		head, fs, ok := strings.Cut(line, ": ")
		if strings.HasPrefix(line, "#") {
			out.WriteString(line + "\n")
			continue
		}
		if !ok || head == "" || strings.HasPrefix(line, " ") {
			continue
		}
		out.WriteString(line + "\n" + englishOf(t, head, fs) + "\n")
	}
	if *update {
		if err := os.WriteFile(path, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if out.String() != string(text) {
		t.Errorf("the English is not that of %s; see what changed with go test -update and git diff", path)
	}
}

// englishOf describes one formula of the golden file, indented, a sentence a line.
func englishOf(t *testing.T, head, fs string) string {
	t.Helper()
	nl := described(t, record.Formalism(head), fs)
	nl = strings.NewReplacer(". Claim", ".\n    Claim", ". Part", ".\n    Part").Replace(nl)
	return "    " + nl + "\n"
}

// The rows are the reference's datasets at the paper's parameters. A row is one
// formula described (parsing included), or read (printing included).
func BenchmarkEnglish(b *testing.B) {
	for _, name := range []string{"ksat", "plogic", "fol", "fol_human", "regex"} {
		s := speakerOf(formalism.OfDataset(name))
		fs := referenceDataset(b, name)
		nls := make([]string, len(fs))
		for i, text := range fs {
			nls[i] = described(b, s.Name(), text)
		}
		run := func(what string, translate func(i int) error) {
			b.Run(what+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for n := 0; b.Loop(); n++ {
					if err := translate(n % len(fs)); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rows/s")
			})
		}
		run("informalize", func(i int) error {
			t, err := s.Parse(fs[i], formalism.Limits{})
			if err == nil {
				_, _ = s.Informalize(english.English(), t)
			}
			return err
		})
		run("formalize", func(i int) error {
			t, err := s.Formalize(english.English(), nls[i])
			if err == nil {
				_ = t.String()
			}
			return err
		})
	}
}
