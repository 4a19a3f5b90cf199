package grammar

import "fmt"

// check resolves nonterminals and returns the grammar. The error is the first symbol that
// is undefined, unreachable or not productive, or the first alternative that is written
// twice.
func (p *parser) check() (*Grammar, error) {
	if err := p.resolve(); err != nil {
		return nil, err
	}
	g := &Grammar{File: p.file, Rules: p.rules}
	g.analyse()
	reached := make([]bool, len(p.rules))
	g.reach(0, reached)
	for i, r := range g.Rules {
		switch {
		case !reached[i]:
			return nil, &Error{p.file, r.Line, 1, r.Name, fmt.Sprintf("unreachable: no derivation from the start symbol %q uses it", g.Rules[0].Name)}
		case r.MinSteps == Unbounded:
			return nil, &Error{p.file, r.Line, 1, r.Name, "not productive: none of its alternatives derives a finite string"}
		}
		lines := map[string]int{} // of each alternative: it would be drawn twice as often
		for _, prod := range r.Productions {
			key := ""
			for _, s := range prod.Symbols {
				key += s.quoted() + " "
			}
			if line, twice := lines[key]; twice {
				return nil, &Error{p.file, prod.Line, prod.column, r.Name, fmt.Sprintf("the alternative is already on line %d", line)}
			}
			lines[key] = prod.Line
		}
	}
	return g, nil
}

// resolve sets the indices of nonterminals. The error is the first use of a symbol without
// a rule.
func (p *parser) resolve() error {
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
					return &Error{p.file, prod.Line, s.column, s.Text, "undefined: no rule has it on its left side (terminals are quoted)"}
				}
				s.Index = index
				prod.Holes = append(prod.Holes, index)
			}
		}
	}
	return nil
}
