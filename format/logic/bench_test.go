package logic_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
)

// propositionalTexts are formulas of 12 atoms and 40 operators, negations of
// literals not counted.
func propositionalTexts(n int) []string {
	r := rand.New(rand.NewPCG(1, 2))
	names := strings.Fields("p1 p2 p3 p4 p5 p6 p7 p8 p9 p10 p11 p12")
	var formula func(ops int) *logic.Formula
	formula = func(ops int) *logic.Formula {
		if ops == 0 {
			f := logic.Atom(names[r.IntN(len(names))])
			if r.IntN(2) == 0 {
				f = logic.Not(f)
			}
			return f
		}
		if ops > 1 && r.IntN(8) == 0 {
			return logic.Not(logic.And(formula(0), formula(ops-2)))
		}
		left := r.IntN(ops)
		if r.IntN(2) == 0 {
			return logic.And(formula(left), formula(ops-1-left))
		}
		return logic.Or(formula(left), formula(ops-1-left))
	}
	texts := make([]string, n)
	for i := range texts {
		texts[i] = formula(40).String()
	}
	return texts
}

func BenchmarkParse(b *testing.B) {
	b.Run("propositional", func(b *testing.B) { benchmarkParse(b, propositionalTexts(512)) })
	b.Run("first-order", func(b *testing.B) {
		benchmarkParse(b, referenceTexts(b, "fol"))
	})
	b.Run("folio", func(b *testing.B) { benchmarkParse(b, parsable(folioFormulas(b))) })
}

func benchmarkParse(b *testing.B, texts []string) {
	size := 0
	for _, s := range texts {
		size += len(s)
	}
	b.SetBytes(int64(size / len(texts)))
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if _, err := logic.Parse(texts[i%len(texts)], logic.Options{}); err != nil {
			b.Fatal(err)
		}
		i++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "formulas/s")
}

func BenchmarkPrint(b *testing.B) {
	b.Run("propositional", func(b *testing.B) { benchmarkPrint(b, propositionalTexts(512)) })
	b.Run("first-order", func(b *testing.B) { benchmarkPrint(b, referenceTexts(b, "fol")) })
}

func benchmarkPrint(b *testing.B, texts []string) {
	trees := make([]*logic.Formula, len(texts))
	size := 0
	for i, s := range texts {
		trees[i], _ = logic.Parse(s, logic.Options{})
		size += len(trees[i].String())
	}
	b.SetBytes(int64(size / len(texts)))
	b.ReportAllocs()
	var buf []byte
	i := 0
	for b.Loop() {
		buf = trees[i%len(trees)].AppendTo(buf[:0])
		i++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "formulas/s")
}

// BenchmarkMeasure counts and collects names, as generate does for each row.
func BenchmarkMeasure(b *testing.B) {
	texts := referenceTexts(b, "fol")
	trees := make([]*logic.Formula, len(texts))
	for i, s := range texts {
		trees[i], _ = logic.Parse(s, logic.Options{})
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		trees[i%len(trees)].Counts()
		trees[i%len(trees)].Signature(false)
		i++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "formulas/s")
}
