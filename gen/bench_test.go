package gen

import (
	"context"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
)

// BenchmarkGenerate draws batches at the paper's parameters, with all
// metadata, on two workers: rows a second for each dataset.
func BenchmarkGenerate(b *testing.B) {
	for _, dataset := range Datasets() {
		b.Run(dataset, func(b *testing.B) {
			var rows int
			var seed uint64
			for b.Loop() {
				seed++
				rows += draw(b, dataset, seed, 2)
			}
			b.ReportMetric(float64(rows)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}

// BenchmarkPackaged draws what make datasets writes: all datasets, ten batches
// each.
func BenchmarkPackaged(b *testing.B) {
	var rows int
	for b.Loop() {
		for _, dataset := range Datasets() {
			rows += draw(b, dataset, 1, 10)
		}
	}
	b.ReportMetric(float64(rows)/b.Elapsed().Seconds(), "rows/s")
}

// BenchmarkOptions has what costs more than the paper's parameters.
func BenchmarkOptions(b *testing.B) {
	for name, change := range map[string]func(*Config){
		"fol/product":        func(c *Config) { c.Metrics = []Metric{NumOperators, "num_quantifiers"} },
		"fol/no-trivial":     func(c *Config) { c.Trivial = verify.Trivial },
		"plogic/no-trivial":  func(c *Config) { c.Trivial = verify.Trivial },
		"regex/dfa_states":   func(c *Config) { c.Metrics = []Metric{DFAStates} },
		"fol/quantifiers2-4": func(c *Config) { c.Quantifiers.Min, c.Quantifiers.Max = 2, 4 },
	} {
		b.Run(name, func(b *testing.B) {
			dataset, _, _ := strings.Cut(name, "/")
			var rows int
			for b.Loop() {
				c := config(b, dataset, change)
				rows += generated(b, c)
			}
			b.ReportMetric(float64(rows)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}

func draw(b *testing.B, dataset string, seed uint64, batches int) int {
	return generated(b, config(b, dataset, func(c *Config) { c.Seed, c.Batches, c.Workers = seed, batches, 2 }))
}

func generated(b *testing.B, c Config) int {
	rows := 0
	if err := Generate(context.Background(), c, func(*record.Row) error { rows++; return nil }); err != nil {
		b.Fatal(err)
	}
	return rows
}
