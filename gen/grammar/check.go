package grammar

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// check resolves nonterminals and returns the grammar. The error lists every symbol
// that is undefined, unreachable or not productive, and every alternative that is
// written twice.
func (p *parser) check() (*Grammar, error) {
	errs := p.resolve()
	g := &Grammar{File: p.file, Rules: p.rules}
	if len(errs) == 0 { // the other checks need every symbol's rule
		g.analyse()
		reached := make([]bool, len(p.rules))
		g.reach(0, reached)
		for i, r := range g.Rules {
			if !reached[i] {
				problem := fmt.Sprintf("unreachable: no derivation from the start symbol %q uses it", g.Rules[0].Name)
				errs = append(errs, &Error{p.file, r.Line, 1, r.Name, problem})
			}
			if r.MinSteps == Unbounded {
				errs = append(errs, &Error{p.file, r.Line, 1, r.Name, "not productive: none of its alternatives derives a finite string"})
			}
			errs = append(errs, p.repeated(r)...)
		}
	}
	if len(errs) == 0 {
		return g, nil
	}
	slices.SortStableFunc(errs, func(a, b *Error) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	all := make([]error, len(errs))
	for i, e := range errs {
		all[i] = e
	}
	return nil, errors.Join(all...)
}

// resolve sets the indices of nonterminals. It reports each use of a symbol
// without a rule.
func (p *parser) resolve() (errs []*Error) {
	for _, r := range p.rules {
		for i := range r.Productions {
			prod := &r.Productions[i]
			for j := range prod.Symbols {
				s := &prod.Symbols[j]
				if s.Kind != Nonterminal {
					continue
				}
				index, known := p.byName[s.Text]
				if !known {
					errs = append(errs, &Error{p.file, prod.Line, s.column, s.Text, "undefined: no rule has it on its left side (terminals are quoted)"})
					continue
				}
				s.Index = index
				prod.Holes = append(prod.Holes, index)
			}
		}
	}
	return errs
}

// repeated returns an error for each alternative that a rule has twice: it would be
// drawn twice as often.
func (p *parser) repeated(r Rule) (errs []*Error) {
	lines := map[string]int{}
	for _, prod := range r.Productions {
		key := ""
		for _, s := range prod.Symbols {
			key += s.quoted() + " "
		}
		if line, twice := lines[key]; twice {
			errs = append(errs, &Error{p.file, prod.Line, prod.column, r.Name, fmt.Sprintf("the alternative is already on line %d", line)})
		}
		lines[key] = prod.Line
	}
	return errs
}
