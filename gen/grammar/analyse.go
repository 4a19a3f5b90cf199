package grammar

// analyse sets what the generator asks of every rule. All rules are reachable
// and productive.
func (g *Grammar) analyse() {
	for i := range g.Rules {
		r := &g.Rules[i]
		for j := range r.Productions {
			if r.Productions[j].Branching() {
				r.Branching = append(r.Branching, j)
			} else {
				r.Terminal = append(r.Terminal, j)
			}
		}
	}
	g.minSteps()
	g.maxSteps()
}

// minSteps finds the least solution of: the minimum over the productions of
// the holes' sum, and one more where there are holes. Each round settles at
// least one rule, the one whose value is the smallest not yet final.
func (g *Grammar) minSteps() {
	for i := range g.Rules {
		g.Rules[i].MinSteps = Unbounded
	}
	for changed := true; changed; {
		changed = false
		for i := range g.Rules {
			r := &g.Rules[i]
			for j := range r.Productions {
				if n := g.Steps(&r.Productions[j]); n < r.MinSteps {
					r.MinSteps, changed = n, true
				}
			}
		}
	}
}

// Steps is the least number of branching productions in a derivation of a
// string that begins with p, itself included.
func (g *Grammar) Steps(p *Production) int {
	n := 0
	if p.Branching() {
		n = 1
	}
	for _, h := range p.Holes {
		n = min(n+g.Rules[h].MinSteps, Unbounded)
	}
	return n
}

// maxSteps finds the longest derivations. A rule that leads back to itself has
// no longest one, nor has one that leads to such a rule.
func (g *Grammar) maxSteps() {
	const unknown, underWay = -1, -2
	for i := range g.Rules {
		g.Rules[i].MaxSteps = unknown
	}
	var visit func(i int) int
	visit = func(i int) int {
		r := &g.Rules[i]
		switch r.MaxSteps {
		case underWay:
			return Unbounded
		case unknown:
			r.MaxSteps = underWay
			most := 0
			for _, j := range r.Branching {
				n := 1
				for _, h := range r.Productions[j].Holes {
					n = min(n+visit(h), Unbounded)
				}
				most = max(most, n)
			}
			r.MaxSteps = most
		}
		return r.MaxSteps
	}
	for i := range g.Rules {
		visit(i)
	}
}
