package grammar

import (
	"cmp"
	"fmt"
	"slices"
)

// check resolves the nonterminals of the right sides and finds every symbol
// that is undefined, unreachable or not productive, and every alternative that
// is written twice.
func (p *parser) check() Errors {
	errs := p.resolve()
	if len(errs) == 0 { // the other checks need every symbol's rule
		errs = append(errs, p.unreachable()...)
		errs = append(errs, p.unproductive()...)
		errs = append(errs, p.repeated()...)
	}
	slices.SortStableFunc(errs, func(a, b *Error) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return errs
}

// resolve sets the indices of nonterminals; it reports each use of a symbol
// that has no rule.
func (p *parser) resolve() Errors {
	var errs Errors
	for i := range p.rules {
		for j := range p.rules[i].Productions {
			prod := &p.rules[i].Productions[j]
			at := 0
			for _, t := range p.uses[i][j] {
				if t.kind == tokEmpty {
					continue
				}
				s := &prod.Symbols[at]
				at++
				if s.Kind != Nonterminal {
					continue
				}
				index, known := p.byName[s.Text]
				if !known {
					errs = append(errs, p.errorAt(t, "undefined: no rule has it on its left side (terminals are quoted)"))
					continue
				}
				s.Index = index
				prod.Holes = append(prod.Holes, index)
			}
		}
	}
	return errs
}

// unreachable reports the rules that no derivation from the start uses.
func (p *parser) unreachable() Errors {
	seen := make([]bool, len(p.rules))
	queue := []int{0}
	seen[0] = true
	for len(queue) > 0 {
		r := p.rules[queue[0]]
		queue = queue[1:]
		for _, prod := range r.Productions {
			for _, h := range prod.Holes {
				if !seen[h] {
					seen[h] = true
					queue = append(queue, h)
				}
			}
		}
	}
	return p.report(seen, func(Rule) string {
		return fmt.Sprintf("unreachable: no derivation from the start symbol %q uses it", p.rules[0].Name)
	})
}

// unproductive reports the rules from which no string derives.
func (p *parser) unproductive() Errors {
	good := make([]bool, len(p.rules))
	for changed := true; changed; {
		changed = false
		for i, r := range p.rules {
			if !good[i] && slices.ContainsFunc(r.Productions, func(prod Production) bool {
				return !slices.ContainsFunc(prod.Holes, func(h int) bool { return !good[h] })
			}) {
				good[i], changed = true, true
			}
		}
	}
	return p.report(good, func(Rule) string {
		return "not productive: none of its alternatives derives a finite string"
	})
}

// report makes an error of every rule that is not ok.
func (p *parser) report(ok []bool, problem func(Rule) string) Errors {
	var errs Errors
	for i, r := range p.rules {
		if !ok[i] {
			errs = append(errs, &Error{p.file, r.Line, 1, r.Name, problem(r)})
		}
	}
	return errs
}

// repeated reports alternatives that a rule has twice: they would be drawn
// twice as often.
func (p *parser) repeated() Errors {
	var errs Errors
	for i, r := range p.rules {
		lines := map[string]int{}
		for j, prod := range r.Productions {
			key := ""
			for _, s := range prod.Symbols {
				key += s.quoted() + " "
			}
			if line, twice := lines[key]; twice {
				t := p.uses[i][j][0]
				errs = append(errs, &Error{p.file, t.line, t.column, r.Name, fmt.Sprintf("the alternative is already on line %d", line)})
			}
			lines[key] = prod.Line
		}
	}
	return errs
}
