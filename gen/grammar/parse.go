package grammar

import (
	"fmt"
	"strings"
)

// An Error is one fault of a grammar file.
type Error struct {
	File         string
	Line, Column int    // from 1; the column counts characters
	Symbol       string // or other text
	Problem      string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %q: %s", e.File, e.Line, e.Column, e.Symbol, e.Problem)
}

// MaxSize is the largest grammar that Parse reads, in bytes.
const MaxSize = 1 << 16

// Parse reads and checks a grammar; file is its name in messages. The error is an *Error.
func Parse(file, text string) (*Grammar, error) {
	if len(text) > MaxSize {
		return nil, &Error{file, 1, 1, "", fmt.Sprintf("the grammar has %d bytes, at most %d are read", len(text), MaxSize)}
	}
	p := parser{file: file, byName: map[string]int{}, current: -1}
	for i, line := range strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n") {
		tokens, err := scanLine(file, i+1, line)
		if err == nil {
			err = p.line(tokens)
		}
		if err != nil {
			return nil, err
		}
	}
	switch {
	case p.body != nil:
		return nil, p.dangling()
	case len(p.rules) == 0:
		return nil, &Error{file, 1, 1, "", "the grammar has no rule"}
	}
	return p.check()
}

// parser collects rules. check resolves the nonterminals of the right sides, when
// all rules are known.
type parser struct {
	file    string
	rules   []Rule
	byName  map[string]int
	current int    // the rule that is read; -1 before the first
	body    *token // its last arrow or bar that still needs an alternative
}

// line reads one line: a new rule, a continuation, or nothing.
func (p *parser) line(tokens []token) *Error {
	if len(tokens) == 0 {
		return nil
	}
	first := tokens[0]
	isRule := len(tokens) > 1 && tokens[1].kind == tokArrow
	switch {
	case isRule && p.body != nil:
		return p.dangling()
	case isRule:
		if err := p.begin(first); err != nil {
			return err
		}
		p.body = &tokens[1]
		tokens = tokens[2:]
	case first.kind == tokArrow:
		return p.errorAt(first, "expected the rule's name before the arrow")
	case p.body == nil && (first.kind != tokBar || p.current < 0):
		return p.errorAt(first, `expected a rule, NAME "->" alternatives, or a line that begins with "|"`)
	}
	return p.alternatives(tokens)
}

// begin starts a rule, or continues an earlier one of the same name.
func (p *parser) begin(name token) *Error {
	if name.kind != tokName {
		return p.errorAt(name, "expected a nonterminal before the arrow, a bare name")
	}
	if _, reserved := placeholders[name.text]; reserved {
		return p.errorAt(name, "this name is filled from the vocabulary and cannot have a rule")
	}
	i, known := p.byName[name.text]
	if !known {
		i = len(p.rules)
		p.byName[name.text] = i
		p.rules = append(p.rules, Rule{Name: name.text, Line: name.line})
	}
	p.current = i
	return nil
}

// alternatives reads alternatives to the end of the line.
func (p *parser) alternatives(tokens []token) *Error {
	var prod *Production
	rule := &p.rules[p.current]
	for i, t := range tokens {
		switch {
		case t.kind == tokArrow:
			return p.errorAt(t, "a second arrow on one line")
		case t.kind == tokBar && p.body != nil:
			return p.dangling()
		case t.kind == tokBar:
			p.body, prod = &tokens[i], nil
			continue
		case prod == nil && p.body == nil:
			return p.errorAt(t, `expected "|"`)
		case prod == nil:
			rule.Productions = append(rule.Productions, Production{Line: t.line, column: t.column})
			prod, p.body = &rule.Productions[len(rule.Productions)-1], nil
		}
		kind, reserved := placeholders[t.text]
		switch {
		case t.kind == tokEmpty:
			continue
		case t.kind == tokQuoted:
			kind = Terminal
		case !reserved:
			kind = Nonterminal
		}
		prod.Symbols = append(prod.Symbols, Symbol{Kind: kind, Text: t.text, column: t.column})
	}
	return nil
}

func (p *parser) dangling() *Error {
	return p.errorAt(*p.body, "expected an alternative after it; the empty string is written ε")
}

func (p *parser) errorAt(t token, problem string) *Error {
	return &Error{p.file, t.line, t.column, t.text, problem}
}
