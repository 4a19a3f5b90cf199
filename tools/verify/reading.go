package verify

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
)

// stored reads the pair of a row that is already verified. A row with leniencies was
// verified with --lenient, which does not change how other texts are read.
func (s *stage) stored(row *record.Row) *verify.Pair {
	o := s.o
	o.Formula.Lenient = o.Formula.Lenient || len(row.Leniencies) > 0 && !o.Formula.Strict
	return s.columns.Pair(row, o)
}

// verified checks the stored evidence of a row. If it is bad, but good with other flags on
// the reading of formulas, the error names these flags.
func (s *stage) verified(row *record.Row, p *verify.Pair, check evidence) error {
	err := check(row, p)
	if err == nil || !formalism.Logical(p.Formalism) {
		return err
	}
	o := s.o
	for _, r := range otherReadings(p.Reading()) {
		o.Formula = r.options
		if check(row, s.columns.Pair(row, o)) == nil {
			return fmt.Errorf("%w; it is good with %s: give the flags with which the row was verified", err, strings.Join(r.flags, " "))
		}
	}
	return err
}

// A reading is a choice of the flags on the reading of formulas. flags lists the flags
// that differ from the given ones.
type reading struct {
	options logic.Options
	flags   []string
}

// otherReadings lists all other choices, those with the fewest flags first.
func otherReadings(given logic.Options) []reading {
	all := []reading{{options: given}}
	// vary adds a copy of each choice so far.
	vary := func(change func(*logic.Options), flag string) {
		for _, r := range slices.Clone(all) {
			change(&r.options)
			r.flags = append(slices.Clone(r.flags), flag)
			all = append(all, r)
		}
	}
	universal := "--free-variables universal"
	if given.Universal {
		universal = "--free-variables constant"
	}
	vary(func(o *logic.Options) { o.Universal = !given.Universal }, universal)
	names := logic.Prover9Names + logic.NLTKNames - given.Variables
	vary(func(o *logic.Options) { o.Variables = names }, "--variable-names "+names.String())
	vary(func(o *logic.Options) { o.CaseSensitive = !given.CaseSensitive }, fmt.Sprintf("--case-sensitive=%t", !given.CaseSensitive))
	before := slices.Clone(all)
	for scope := logic.ScopeDotWide; scope <= logic.ScopeWide; scope++ {
		if scope == given.Scope {
			continue
		}
		for _, r := range before {
			r.options.Scope = scope
			r.flags = append(slices.Clone(r.flags), "--quantifier-scope "+scope.String())
			all = append(all, r)
		}
	}
	slices.SortStableFunc(all, func(a, b reading) int { return cmp.Compare(len(a.flags), len(b.flags)) })
	return all[1:]
}
