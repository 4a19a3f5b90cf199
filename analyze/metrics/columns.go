package metrics

import "slices"

// tallied lists the columns that every Tally reads.
var tallied = []string{"verdict", "relation", "nl_leak", "outcome"}

// columnsRead lists, of each set, what it reads besides.
var columnsRead = map[Set][]string{
	Strict:       {"fs_out_strict", "fs_out", "formalism"},
	Disagreement: {"disagreement"},
	Runs:         {"run"},
	Samples:      {"id"},
	Clustered:    {"id"},
	Bootstrapped: {"id"},
	Text:         {"nl"},
	Edits:        {"formalism", "fs", "fs_out"},
	Bound:        {"fs", "fs_told", "nl"},
}

// named lists the columns of keys, and those others that have a name.
func named(keys []Key, others ...string) []string {
	var names []string
	for _, k := range keys {
		names = append(names, k.Column)
	}
	for _, name := range others {
		if name != "" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Columns lists the columns that Add reads, each once.
func (s *Summary) Columns() []string {
	others := append([]string{s.o.BatchBy, s.o.Against}, slices.Concat(tallied, s.o.ScoreColumns)...)
	for _, set := range s.o.Show {
		others = append(others, columnsRead[set]...)
	}
	return named(s.o.Keys, others...)
}

// Columns lists the columns that Add reads, each once.
func (j *Judges) Columns() []string {
	return named(j.partition.keys, "verdict", "judgements.judge", "judgements.verdict")
}

// Columns lists the columns that Add reads, each once.
func (c *Comparison) Columns() []string {
	return named(c.partition.keys, append([]string{"id", c.column}, tallied...)...)
}

// Columns lists the columns that Add reads, each once.
func (d *Dataset) Columns() []string {
	return named(nil, append([]string{"dataset", "batch", "index", "formalism", "fs"}, complexity...)...)
}
