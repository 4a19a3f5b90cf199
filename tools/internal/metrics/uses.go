package metrics

import (
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/tools/internal/cli"
)

// tables are the flags that select a table other than the main one.
var tables = []string{"judges", "compare", "dataset-stats", "suspicious", "horizon", "who"}

// uses declares which table reads which flags.
var uses = []cli.Use{
	{For: "a choice of tables", Flags: tables},
	{For: "any table", Flags: []string{"require"}},
	{For: "the main table", If: isMain, Flags: []string{"by", "batch-by", "show", "score-columns", "level", "plot", "count-gold-errors"}},
	{For: "the main table with --by", If: func(c *ucli.Context) bool { return isMain(c) && c.String("by") != "" }, Flags: []string{"no-total"}},
	{For: "--show samples", If: shows("samples"), Flags: []string{"k"}},
	{For: "--show text", If: shows("text"), Flags: []string{"reference"}},
	{For: "--show bound", If: shows("bound"), Flags: []string{"readings", "chain"}},
	{For: "--show bootstrap", If: shows("bootstrap"), Flags: []string{"rounds", "seed"}},
	{For: "--judges", If: cli.Given("judges"), Flags: []string{"by", "level", "plot"}},
	{For: "--compare", If: cli.Given("compare"), Flags: []string{"by", "baseline", "level", "rounds", "seed", "plot"}},
	{For: "--who", If: cli.Given("who"), Flags: []string{"by", "level"}}, // private codes, flagged at 1 − level, act on all its tables
	{For: "--dataset-stats counts", If: func(c *ucli.Context) bool { return c.String("dataset-stats") == "counts" }, Flags: []string{"plot"}},
	{For: "--horizon", If: cli.Given("horizon"), Flags: []string{"by", "horizon-of", "level"}},
	{For: "--plot", If: cli.Given("plot"), Flags: append([]string{"plot-of"}, cli.PlotFlags...)},
}

func isMain(c *ucli.Context) bool { return !cli.Given(tables...)(c) }

// shows returns the condition that the main table has a set of columns.
func shows(set string) func(*ucli.Context) bool {
	return func(c *ucli.Context) bool {
		sets := strings.Split(c.String("show"), ",")
		return isMain(c) && slices.ContainsFunc(sets, func(s string) bool { return strings.TrimSpace(s) == set })
	}
}
