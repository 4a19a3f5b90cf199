package correlate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/tools/internal/cli/flagtest"
)

// Flags that do nothing were accepted: --level, --rounds and --seed with --matrix.
func TestNoFlagIsAcceptedWithoutAnEffect(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the program for each flag, which takes seconds")
	}
	var ours, theirs strings.Builder
	ours.WriteString("model,depth,rows,accuracy\n")
	theirs.WriteString("model,depth,rows,FOLIO,LogiEval\n")
	for i := range 12 {
		for depth := range 3 {
			fmt.Fprintf(&ours, "m%d,%d,%d,%d\n", i, depth, 1+depth, i*i%11+i*depth%4)
			fmt.Fprintf(&theirs, "m%d,%d,%d,%d,%d\n", i, depth, 1+depth, i*7%5+i, i*3%7)
		}
	}
	ours.WriteString("mine,1,1,3\n")
	files := map[string]string{"ours.csv": ours.String(), "theirs.csv": theirs.String(), "aliases.csv": "alias,model\nmine,yours\n"}
	files["theirs.csv"] += "yours,1,1,2,9\n"
	const pair = "-x=ours.csv:accuracy -y=theirs.csv:FOLIO --format=csv"
	flagtest.CheckBut(t, Command, map[string]string{
		"pairs":    pair,
		"by":       pair + " --by=depth",
		"plot":     pair + " --plot=a.svg",
		"bars":     pair + " --plot-of=kendall --plot=a.svg",
		"by, plot": pair + " --by=depth --plot=a.svg",
		"latex":    strings.Replace(pair, "--format=csv", "--format=latex", 1),
		"matrix":   pair + " --matrix=spearman",
		"where":    pair + " --where-for=FOLIO=depth>0",
	}, files, map[string]string{
		"predictor": "theirs.csv:LogiEval", "predicted": "theirs.csv:LogiEval", "where": "depth < 2", "where-for": "FOLIO=depth < 2",
		"join": "model,depth", "aliases": "aliases.csv", "by": "depth:2", "matrix": "kendall", "plot": "b.svg", "bold": "points", "title": "A title", "width": "13cm", "height": "9cm", "ylim": "-0.5,1.5", "plot-of": "kendall",
		"level": "0.5", "rounds": "7", "seed": "9", "output": "out.json", "format": "json",
	}, nil)
}
