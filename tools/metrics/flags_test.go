package metrics

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/tools/internal/cli/flagtest"
)

// Flags that do nothing were accepted: -k without samples, --plot-of without --plot, and
// others.
func TestNoFlagIsAcceptedWithoutAnEffect(t *testing.T) {
	var rows, readings strings.Builder
	r := rand.New(rand.NewPCG(1, 1))
	verdict := func() string {
		return []string{"equivalent", "equivalent", "not_equivalent", "noncompliant"}[r.IntN(4)]
	}
	for i := range 150 {
		fs := fmt.Sprintf("(p%d ∧ p%d)", i, i+1+i%3)
		for m, model := range []string{"one", "two", "three"} {
			fmt.Fprintf(&rows, `{"id":"%d","dataset":"plogic","formalism":"propositional","index":%[1]d,"batch":%d,"fs":%q,"fs_out":%[3]q,"depth":%d,"num_operators":%[4]d,"model":%q,"run":%d,"nl":"It is %[1]d.","gold":"It was %[1]d.","bert":0.%[1]d,"verdict":%[7]q,"judgements":[{"judge":"j","verdict":%q}]}`+"\n",
				i, i%2, fs, 1+i%3, model, m%2, verdict(), verdict())
		}
		fmt.Fprintf(&readings, `{"fs":%q,"nl":"It is %d.","verdict":%q}`+"\n", fs, i, verdict())
	}
	for _, model := range []string{"one", "two", "three"} { // for --count-gold-errors
		fmt.Fprintf(&rows, `{"id":"gold","dataset":"plogic","formalism":"propositional","index":200,"batch":0,"fs":"p ∧","fs_out":"p","depth":1,"num_operators":1,"model":%q,"run":0,"nl":"It is gold.","gold":"It was gold.","bert":0.5,"verdict":"error","error":{"stage":"verify","kind":"syntax","message":"fs does not parse"}}`+"\n", model)
	}
	var crossed strings.Builder
	for i := range 60 {
		for _, writer := range []string{"one", "two"} {
			right := r.IntN(3) > 0
			for _, reader := range []string{"one", "two", "three"} {
				model, v := writer+" | "+reader, "not_equivalent"
				if writer == reader {
					model = writer
				}
				code := writer == "two" && reader == "three" && r.IntN(4) == 0 // flagged at the level 0.5 only
				if right && r.IntN(5) > 0 || code || r.IntN(9) == 0 {
					v = "equivalent"
				}
				fmt.Fprintf(&crossed, `{"id":"%d","fs":"p%[1]d","fs_out":"q","index":%[1]d,"depth":%d,"model":%q,"nl":"%[5]s on %[1]d","verdict":%[4]q}`+"\n", i, 1+i%2, model, v, writer)
			}
		}
	}
	files := map[string]string{"rows.jsonl": rows.String(), "readings.jsonl": readings.String(), "crossed.jsonl": crossed.String()}
	values := map[string]string{
		"by": "num_operators", "batch-by": "run", "show": "shares", "reference": "gold", "score-columns": "index", "readings": "readings.jsonl",
		"k": "2", "column": "index", "baseline": "two", "plot-of": "interval_low",
		"where": "depth > 1", "level": "0.5", "rounds": "7", "seed": "9", "plot": "b.svg", "title": "A title", "output": "out.json", "format": "json",
		"shard": "1/7", "limit": "40", "require": "rows > 1000000", "share": "0.4",
	}
	for _, use := range []struct {
		command func() cli.Command
		lines   map[string]string
		values  map[string]string // besides those above
	}{
		{Command, map[string]string{
			"main":      "--format=csv rows.jsonl",
			"groups":    "--format=csv --by=depth rows.jsonl",
			"markdown":  "--format=markdown --by=depth rows.jsonl",
			"samples":   "--format=csv --show=samples,runs rows.jsonl",
			"text":      "--format=csv --show=text --reference=gold rows.jsonl",
			"bound":     "--format=csv --show=bound --readings=readings.jsonl rows.jsonl",
			"survival":  "--format=csv --show=survival,bound --readings=readings.jsonl --by=run rows.jsonl",
			"bootstrap": "--format=csv --show=bootstrap rows.jsonl",
			"scores":    "--format=csv --score-columns=bert rows.jsonl",
			"plot":      "--format=csv --by=model,depth --plot=a.svg rows.jsonl",
			"dots":      "--format=csv --by=dataset,model --plot=a.svg rows.jsonl",
		}, nil},
		{Compare, map[string]string{
			"models": "--format=csv rows.jsonl",
			"groups": "--format=csv --by=depth --plot=a.svg rows.jsonl",
		}, map[string]string{"column": "run", "require": "formulas > 1000000"}},
		{Crossed, map[string]string{
			"rates":     "--format=csv crossed.jsonl",
			"pairs":     "--format=csv --table=pairs crossed.jsonl",
			"positives": "--format=csv --table=false-positives crossed.jsonl",
		}, map[string]string{"table": "pairs", "by": "depth", "require": "p_i > 1000000"}},
		{Dataset, map[string]string{
			"summary": "--format=csv rows.jsonl",
			"counts":  "--format=csv --table=counts rows.jsonl",
			"plot":    "--format=csv --table=counts --plot=a.svg rows.jsonl",
		}, map[string]string{"table": "counts", "require": "items > 1000000", "plot-of": "depth"}},
		{Horizon, map[string]string{"horizon": "--format=csv --share=0.6 rows.jsonl"}, nil},
		{Judges, map[string]string{
			"judges": "--format=csv rows.jsonl",
			"plot":   "--format=csv --plot=a.svg rows.jsonl",
		}, map[string]string{"require": "answers > 1000000"}},
		{Suspicious, map[string]string{"suspicious": "--format=csv rows.jsonl"}, nil},
	} {
		all := maps.Clone(values)
		maps.Copy(all, use.values)
		t.Run(use.command().Name, func(t *testing.T) {
			flagtest.CheckBut(t, use.command, use.lines, files, all, nil)
		})
	}
}
