package logic

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// An operation is what an operator between terms builds: a predicate or a function of
// this name, or no more than its meaning where the name is empty.
type operation struct {
	name     string
	kind     Leniency
	prec     int  // of a function; 0 for a predicate
	swapped  bool // a > b is less_than(b, a)
	negative bool
	arrow    bool // <= may be an arrow to the left, > may be ⊃
}

// comparisons are the signs of predicates between terms, a longer one before its prefix.
var comparisons = []struct {
	sign string
	op   operation
}{
	{">=", operation{name: "at_most", kind: Comparison, swapped: true}},
	{"=<", operation{name: "at_most", kind: Comparison}},
	{"<=", operation{name: "at_most", kind: Comparison, arrow: true}},
	{"≥", operation{name: "at_most", kind: Comparison, swapped: true}},
	{"⩾", operation{name: "at_most", kind: Comparison, swapped: true}},
	{"≤", operation{name: "at_most", kind: Comparison}},
	{"⩽", operation{name: "at_most", kind: Comparison}},
	{">", operation{name: "less_than", kind: Comparison, swapped: true, arrow: true}},
	{"<", operation{name: "less_than", kind: Comparison}},
	{"∈", operation{name: "element_of", kind: Membership}},
	{"∉", operation{name: "element_of", kind: Membership, negative: true}},
}

var comparisonCommands = map[string]string{
	"geq": "≥", "ge": "≥", "leq": "≤", "le": "≤", "gt": ">", "lt": "<", "in": "∈", "notin": "∉",
}

var arithmetics = map[byte]operation{
	'+': {name: "plus", kind: Arithmetic, prec: 1},
	'-': {name: "minus", kind: Arithmetic, prec: 1},
	'*': {name: "times", kind: Arithmetic, prec: 2},
	'/': {name: "divided_by", kind: Arithmetic, prec: 2},
}

// operations are the names of functions that repairs make.
var operations = []string{"plus", "minus", "times", "divided_by", "list", "set"}

// operator reads the operator between terms at p.pos; its name is empty if there is
// none. It is none if a connective is there, or p <- q, which may be an arrow.
func (p *parser) operator() (op operation, end int) {
	rest := p.s[p.pos:]
	if rest == "" {
		return op, p.pos
	}
	if sym, _ := p.infix(); sym != symNone {
		return op, p.pos
	}
	if op, ok := arithmetics[rest[0]]; ok && !strings.HasPrefix(rest, "->") {
		return op, p.pos + 1
	}
	if rest[0] == '\\' {
		name, end := command(p.s, p.pos)
		sign := comparisonCommands[name]
		for _, c := range comparisons {
			if c.sign == sign {
				return c.op, end
			}
		}
		return op, p.pos
	}
	for _, c := range comparisons {
		if !strings.HasPrefix(rest, c.sign) {
			continue
		}
		end = p.pos + len(c.sign)
		if end < len(p.s) && strings.IndexByte("<>=-", p.s[end]) >= 0 {
			break
		}
		return c.op, end
	}
	return op, p.pos
}

// operatorAhead reports whether an operator between terms is at p.pos.
func (p *parser) operatorAhead() bool {
	op, _ := p.operator()
	return op.name != ""
}

// looseLeft reads the rest of a comparison or of an equality, whose left side begins
// with the term left, at offset at.
func (p *parser) looseLeft(at int, left Term) bool {
	base := len(p.terms)
	p.terms = append(p.terms, left)
	if !p.arithmetic(1) {
		return false
	}
	op, end := p.operator()
	if op.name == "" || op.prec > 0 {
		sym, next := p.equality()
		if sym == symNone {
			return p.fail(p.pos, "a comparison")
		}
		left := p.terms[base]
		p.terms = p.terms[:base]
		return p.equate(base, left, sym, next)
	}
	p.pos = end
	p.space()
	if op.kind == Membership && p.domainAhead() {
		return p.membership(base, op)
	}
	if !p.looseTerm(0) {
		return false
	}
	if p.alts > 0 {
		return p.fail(at, "no disjunction among terms")
	}
	p.repairs.add(op.kind)
	if op.arrow {
		p.noteArrow(p.terms[base:])
	}
	f := p.node(OpAtom)
	f.Name, f.Terms = op.name, p.popTerms(base)
	if op.swapped {
		f.Terms[0], f.Terms[1] = f.Terms[1], f.Terms[0]
	}
	if op.negative {
		f = p.node(OpNot, f)
	}
	p.operands = append(p.operands, f)
	if op, _ := p.operator(); op.name != "" {
		return p.fail(p.pos, "one comparison")
	}
	if sym, _ := p.equality(); sym != symNone {
		return p.fail(p.pos, "one comparison")
	}
	return p.standsAlone(at)
}

// standsAlone refuses a comparison beside a ^ that is read as ∧, since x^2 > 4 may be a
// power, and one behind a minus sign that is read as ¬, since -5 < x may be about -5.
func (p *parser) standsAlone(at int) bool {
	before := strings.TrimRight(p.s[:at], " ")
	if strings.HasSuffix(before, "-") {
		return p.fail(at, `no "-" before a comparison`)
	}
	if strings.HasSuffix(before, "^") || p.pos < len(p.s) && p.s[p.pos] == '^' {
		return p.fail(at, `no "^" beside a comparison`)
	}
	return true
}

// noteArrow notes the names of both sides of <= or >, unless one of them shows that it is no
// arrow: a number, a variable, or an operation.
func (p *parser) noteArrow(sides []Term) {
	for _, t := range sides {
		if t.Var || isNumber(t.Name) || isDigit(t.Name[0]) || slices.Contains(operations, t.Name) {
			return
		}
	}
	for _, t := range sides {
		p.arrowSides = append(p.arrowSides, Fold(t.Name))
	}
}

// domainAhead reports whether the right side of ∈ at p.pos is a name that no quantifier
// binds, and so a predicate.
func (p *parser) domainAhead() bool {
	name, end := p.name(p.pos, placeFormula)
	if name == "" || isNumber(name) || wordSymbol(name) != symNone || p.bound.find(name) != nil {
		return false
	}
	i := p.skipSpace(end)
	return i == len(p.s) || p.s[i] != '('
}

// membership makes t ∈ D the atom D(t), as the bounded quantifier ∀x ∈ D does.
func (p *parser) membership(base int, op operation) bool {
	name, end := p.name(p.pos, placeFormula)
	p.pos = end
	p.space()
	if p.alts > 0 {
		return p.fail(p.pos, "no disjunction among terms")
	}
	p.repairs.add(Membership)
	p.domains = with(p.domains, Fold(name))
	f := p.node(OpAtom)
	f.Name, f.Terms = name, p.popTerms(base)
	if op.negative {
		f = p.node(OpNot, f)
	}
	p.operands = append(p.operands, f)
	return true
}

// termAhead reports whether what begins at p.pos, in the place of an operand and not with
// a name, can only be a term: a quotation, or a bracket that an operator between terms
// follows.
func (p *parser) termAhead() bool {
	if p.pos == len(p.s) {
		return false
	}
	if p.s[p.pos] != '(' {
		return p.quoteAt(p.pos) != "" || p.currencyAt(p.pos) != ""
	}
	limit := min(len(p.s), p.pos+lookAhead)
	behind := behindBrackets(p.s, p.pos, limit)
	if behind >= limit {
		return false
	}
	at := p.pos
	p.pos = behind
	p.space()
	found := p.operatorAhead()
	sym, _ := p.equality()
	p.pos = at
	return found || sym != symNone && strings.ContainsAny(p.s[at:behind], "+*/") // (P) = (Q) may be ↔
}

// looseAtom reads an atom that begins with a quoted name, or a comparison or an equality
// that begins with another term than a name.
func (p *parser) looseAtom() bool {
	at := p.pos
	quoted := p.quoteAt(at)
	base := len(p.terms)
	if !p.factor() {
		return false
	}
	if sym, _ := p.equality(); sym != symNone || p.operatorAhead() {
		left := p.terms[base]
		p.terms = p.terms[:base]
		return p.looseLeft(at, left)
	}
	t := p.terms[base]
	p.terms = p.terms[:base]
	name, end := (&parser{s: t.Name}).name(0, placeFormula)
	if quoted == "" || name != t.Name || end != len(name) || wordSymbol(name) != symNone || isNumber(name) ||
		len(t.Args) == 0 && (t.Var || quoted[1:len(quoted)-1] != name) { // a quoted sentence or formula
		return p.fail(at, "a formula")
	}
	f := p.node(OpAtom)
	f.Name, f.Terms = t.Name, t.Args
	if p.alts > 0 {
		return p.distribute(at, f)
	}
	p.operands = append(p.operands, f)
	return true
}

// looseTerm reads a term with operators of at least the given precedence, and the space
// behind it, onto the stack of terms.
func (p *parser) looseTerm(least int) bool {
	return p.enter(p.pos, 1) && p.factor() && p.arithmetic(max(least, 1)) && p.leave()
}

func (p *parser) leave() bool {
	p.depth--
	return true
}

// arithmetic continues a term, which is on the stack, with operators of at least the
// given precedence. They associate to the left.
func (p *parser) arithmetic(least int) bool {
	base := len(p.terms) - 1
	for {
		op, end := p.operator()
		if op.prec < least || op.prec == 0 {
			return true
		}
		p.pos = end
		p.space()
		if !p.looseTerm(op.prec + 1) {
			return false
		}
		if p.repairs.add(op.kind); p.size+len(p.terms) > p.MaxSize {
			return p.tooLarge(p.pos)
		}
		p.terms = append(p.terms, Apply(op.name, p.popTerms(base)...))
	}
}

// factor reads a term without operators, and the space behind it.
func (p *parser) factor() bool {
	at := p.pos
	if p.size+len(p.terms) > p.MaxSize {
		return p.tooLarge(at)
	}
	if at == len(p.s) {
		return p.fail(at, "a term")
	}
	switch c := p.s[at]; {
	case c == '(':
		return p.bracketedTerm()
	case c == '[' || c == '{':
		return p.listTerm(c)
	case c == '-' && at+1 < len(p.s) && isDigit(p.s[at+1]):
		p.pos++
		base := len(p.terms)
		if !p.factor() {
			return false
		}
		p.repairs.add(Arithmetic)
		p.terms = append(p.terms, Apply("minus", p.popTerms(base)...))
		return true
	}
	words, number, ok := p.words()
	if !ok {
		return false
	}
	name := strings.Join(words, "")
	if len(words) > 1 && !p.spacedName(at, words, number) {
		return false
	}
	base := len(p.terms)
	if len(words) == 1 && p.argumentsAhead() && !p.arguments() {
		return false
	}
	t := p.makeTerm(name, base)
	if t.Var && (p.quoteAt(at) != "" || number) {
		return p.failFound(at, "a term", `a name like the variable "`+name+`"`)
	}
	if len(t.Args) == 0 && (len(words) > 1 || number || p.quoteAt(at) != "") {
		if p.constants == nil {
			p.constants = map[string]int{}
		}
		p.constants[p.bound.key(name)]++
	}
	p.terms = append(p.terms, t)
	return true
}

// bracketedTerm reads a term in brackets.
func (p *parser) bracketedTerm() bool {
	if !p.enter(p.pos, 1) {
		return false
	}
	p.pos++
	p.space()
	if !p.looseTerm(0) {
		return false
	}
	if !p.accept(')') {
		return p.fail(p.pos, `")"`)
	}
	p.depth--
	p.repairs.add(Arithmetic)
	return true
}

// listTerm reads [a, b] or {a, b}.
func (p *parser) listTerm(open byte) bool {
	if !p.enter(p.pos, 1) {
		return false
	}
	p.pos++
	p.space()
	p.within++
	base, closing := len(p.terms), closer[open]
	for p.looseTerm(0) {
		if p.accept(',') {
			continue
		}
		if !p.accept(closing) {
			return p.fail(p.pos, `"," or "`+string(rune(closing))+`"`)
		}
		p.within--
		p.depth--
		p.repairs.add(ListTerm)
		name := "list"
		if open == '{' {
			name = "set"
		}
		p.terms = append(p.terms, Apply(name, p.popTerms(base)...))
		return true
	}
	return false
}

// words reads the words of a name: one, or among arguments several with spaces between
// them. number says that the first is a number with a unit.
func (p *parser) words() (words []string, number, ok bool) {
	for {
		at := p.pos
		word, kind, end := p.wordAt(at)
		if word == "" {
			if len(words) == 0 {
				return nil, false, p.fail(at, "a term")
			}
			return words, number, true
		}
		if len(words) > 0 && (kind == nameWord && wordSymbol(word) != symNone || strings.HasSuffix(words[len(words)-1], "+")) {
			return nil, false, p.fail(at, `"," or ")" (a name holds no connective)`)
		}
		switch kind {
		case quotedWord:
			if len(words) > 0 {
				return nil, false, p.fail(at, `"," or ")"`)
			}
			p.repairs.add(QuotedName)
		case currencyWord:
			p.repairs.add(NumberUnit)
			number = number || len(words) == 0
		}
		words = append(words, word)
		p.pos = end
		if unit, end := p.unitAt(end); unit != "" && isNumber(word) && !strings.HasSuffix(word, "+") {
			words[len(words)-1] += unit
			p.repairs.add(NumberUnit)
			p.pos, number = end, true
		}
		p.space()
		if p.within == 0 {
			return words, number, true
		}
	}
}

// The kinds of a word in a term.
type wordKind uint8

const (
	nameWord wordKind = iota
	quotedWord
	currencyWord
)

// wordAt reads the word of a term at offset i; it is empty if there is none.
func (p *parser) wordAt(i int) (word string, kind wordKind, end int) {
	if i == len(p.s) {
		return "", nameWord, i
	}
	if quote := p.quoteAt(i); quote != "" {
		end := i + len(quote)
		return plainWord(quote[1 : len(quote)-1]), quotedWord, end
	}
	if sign := p.currencyAt(i); sign != "" { // $2000, US$205
		number, end := p.name(i+len(sign), placeTerm)
		if strings.HasSuffix(number, "+") {
			return "", nameWord, i
		}
		letters := strings.TrimRight(sign, "$€£")
		return number + letters + units[sign[len(letters):]], currencyWord, end
	}
	word, end = p.name(i, placeTerm)
	return word, nameWord, end
}

// units are the names of signs at a number.
var units = map[string]string{"$": "dollar", "€": "euro", "£": "pound", "%": "percent"}

// unitAt returns the name of the sign at offset i, and the offset behind it.
func (p *parser) unitAt(i int) (unit string, end int) {
	for sign, name := range units {
		if strings.HasPrefix(p.s[i:], sign) {
			return name, i + len(sign)
		}
	}
	return "", i
}

// currencyAt returns the sign before the amount at offset i, such as $ or US$; it is
// empty if there is none.
func (p *parser) currencyAt(i int) string {
	j := i
	for j < len(p.s) && j < i+3 && 'A' <= p.s[j] && p.s[j] <= 'Z' {
		j++
	}
	for _, sign := range []string{"$", "€", "£"} {
		if end := j + len(sign); strings.HasPrefix(p.s[j:], sign) && end < len(p.s) && isDigit(p.s[end]) && !p.latex {
			return p.s[i:end]
		}
	}
	return ""
}

// quoteAt returns the quotation at offset i with its quotation marks; it is empty if
// there is none. The mark ' ends a quotation only where no letter follows.
func (p *parser) quoteAt(i int) string {
	if i >= len(p.s) || strings.IndexByte("\"'`", p.s[i]) < 0 {
		return ""
	}
	for j := i + 1; j < len(p.s); j++ {
		if p.s[j] == p.s[i] && j > i+1 && (p.s[i] != '\'' || !p.nameAt(j+1)) {
			return p.s[i : j+1]
		}
	}
	return ""
}

// nameAt reports whether a letter or a digit is at offset i.
func (p *parser) nameAt(i int) bool {
	r, _ := utf8.DecodeRuneInString(p.s[min(i, len(p.s)):])
	return i < len(p.s) && isNameRune(r)
}

// plainWord makes a name of a quotation: without spaces, and with other signs by their
// number, AT&T as AT_x26_T, so that different quotations have different names.
func plainWord(quoted string) string {
	runes := []rune(quoted)
	inner := func(i int) bool { return i >= 0 && i < len(runes) && isNameRune(runes[i]) && !isForeign(runes[i]) }
	var b strings.Builder
	for i, r := range runes {
		switch {
		case r == ' ' || r == '\t' || r == '\n':
		case inner(i), r == '_', strings.ContainsRune("-.'", r) && inner(i-1) && inner(i+1):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "_x%x_", r)
		}
	}
	word := b.String()
	if name, end := (&parser{s: word}).name(0, placeTerm); end != len(word) || name != word {
		return ""
	}
	return word
}

// spacedName checks the words of a name at offset at. A word that is a variable, or words
// that are all single letters, may lack a comma between them.
func (p *parser) spacedName(at int, words []string, number bool) bool {
	long := false
	for _, w := range words {
		if wordSymbol(w) == symNot { // P(not a): ¬P(a), or one name
			return p.failFound(at, "a term", `"`+w+`"`)
		}
		if p.bound.find(w) != nil {
			return p.failFound(at, `","`, `the variable "`+w+`"`)
		}
		long = long || !looksVariable(w)
	}
	if !long || p.argumentsAhead() {
		return p.fail(p.pos, `"," or ")"`)
	}
	if isNumber(words[0]) && len(words) == 2 || number {
		p.repairs.add(NumberUnit)
		return true
	}
	for _, w := range words {
		p.spaced = with(p.spaced, Fold(w))
	}
	p.spacedNames = with(p.spacedNames, Fold(strings.Join(words, "")))
	p.repairs.add(SpacedName)
	return true
}

// with adds a name to a set.
func with(set map[string]bool, name string) map[string]bool {
	if set == nil {
		set = map[string]bool{}
	}
	set[name] = true
	return set
}

// decimal completes a number at the head of an atom, 2.5, which ends before the dot.
func (p *parser) decimal(name string, end int) (string, int) {
	if isNumber(name) && end+1 < len(p.s) && p.s[end] == '.' && isDigit(p.s[end+1]) {
		if number, behind := p.name(end-len(name), placeTerm); isNumber(number) {
			return number, behind
		}
	}
	return name, end
}
