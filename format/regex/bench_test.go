package regex_test

import (
	"testing"

	"github.com/truthloop/truthloop/format/regex"
)

// BenchmarkParse parses an expression of the paper's datasets and one of the
// kind that models write.
func BenchmarkParse(b *testing.B) {
	for name, s := range map[string]string{
		"paper": "(((((((((1)1*)*))*)*)*)0*(10*0*)*0)*((0)*1*0*)1)0*",
		"model": `^(?:0|1[0-9]{2,3})+?\.[^a-z]*\s$`,
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				if _, err := regex.Parse(s, regex.Options{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "regexes/s")
		})
	}
}

func BenchmarkString(b *testing.B) {
	e, err := regex.Parse("(((((((((1)1*)*))*)*)*)0*(10*0*)*0)*((0)*1*0*)1)0*", regex.Options{})
	if err != nil {
		b.Fatal(err)
	}
	var buf []byte
	b.ReportAllocs()
	for b.Loop() {
		buf = e.AppendTo(buf[:0], regex.Paper)
	}
}
