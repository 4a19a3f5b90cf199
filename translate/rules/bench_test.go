package rules

import (
	"testing"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

// The rows are the reference's datasets at the paper's parameters. A row is one
// formula described (parsing included), or read (printing included).
func BenchmarkReferenceDatasets(b *testing.B) {
	for _, name := range []string{"ksat", "plogic", "fol", "fol_human", "regex"} {
		f := record.FirstOrder
		if name == "regex" {
			f = record.Regex
		}
		fs := referenceDataset(b, name)
		vocabs := make([]*record.Vocabulary, len(fs))
		nls := make([]string, len(fs))
		for i, s := range fs {
			if name == "fol_human" {
				t, err := logic.Parse(s, logic.Options{})
				if err != nil {
					b.Fatal(err)
				}
				vocabs[i] = vocabularyOf(t)
			}
			var err error
			if nls[i], err = Informalize(f, s, vocabs[i]); err != nil {
				b.Fatal(err)
			}
		}
		run := func(what string, texts []string, translate func(record.Formalism, string, *record.Vocabulary) (string, error)) {
			b.Run(what+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for n := 0; b.Loop(); n++ {
					if _, err := translate(f, texts[n%len(texts)], vocabs[n%len(texts)]); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rows/s")
			})
		}
		run("informalize", fs, Informalize)
		run("formalize", nls, Formalize)
	}
}
