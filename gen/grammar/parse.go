package grammar

import (
	"fmt"
	"strings"
)

// An Error is one thing that is wrong with a grammar file.
type Error struct {
	File         string
	Line, Column int    // from 1; the column counts characters
	Symbol       string // the symbol or text it is about
	Problem      string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %q: %s", e.File, e.Line, e.Column, e.Symbol, e.Problem)
}

// Errors are all that is wrong with a grammar file, in the order of its lines.
type Errors []*Error

func (e Errors) Error() string {
	lines := make([]string, len(e))
	for i, one := range e {
		lines[i] = one.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap lets errors.As find the single errors.
func (e Errors) Unwrap() []error {
	out := make([]error, len(e))
	for i, one := range e {
		out[i] = one
	}
	return out
}

// MaxSize is the largest grammar that Parse reads, in bytes.
const MaxSize = 1 << 16

// Parse reads and checks a grammar; file is its name in messages. The error is
// of type Errors.
func Parse(file, text string) (*Grammar, error) {
	if len(text) > MaxSize {
		return nil, Errors{{file, 1, 1, "", fmt.Sprintf("the grammar has %d bytes, at most %d are read", len(text), MaxSize)}}
	}
	p := parser{file: file, byName: map[string]int{}}
	for i, line := range strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n") {
		tokens, err := scanLine(file, i+1, line)
		if err == nil {
			err = p.line(tokens)
		}
		if err != nil {
			return nil, Errors{err}
		}
	}
	if err := p.finish(); err != nil {
		return nil, Errors{err}
	}
	if errs := p.check(); len(errs) > 0 {
		return nil, errs
	}
	g := &Grammar{File: file, Rules: p.rules}
	g.analyse()
	return g, nil
}

// parser gathers rules. Nonterminals on right sides are resolved by check,
// when all rules are known.
type parser struct {
	file   string
	rules  []Rule
	byName map[string]int
	uses   [][][]token // the tokens of the right sides: by rule, by production

	current int    // the rule under way
	body    *token // its last arrow or bar that no alternative follows yet
	started bool
}

// line takes one line's tokens: a new rule, a continuation, or nothing.
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
	case p.body == nil && (first.kind != tokBar || !p.started):
		return p.errorAt(first, `expected a rule, NAME "->" alternatives, or a line that begins with "|"`)
	}
	return p.alternatives(tokens)
}

// begin opens the rule that name heads.
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
		p.uses = append(p.uses, nil)
	}
	p.current, p.started = i, true
	return nil
}

// alternatives reads what follows an arrow or a bar, to the end of the line.
func (p *parser) alternatives(tokens []token) *Error {
	for i := 0; i < len(tokens); {
		if tokens[i].kind == tokBar {
			if p.body != nil {
				return p.dangling()
			}
			p.body = &tokens[i]
			i++
			continue
		}
		if p.body == nil {
			return p.errorAt(tokens[i], `expected "|"`)
		}
		n := 0
		for i+n < len(tokens) && tokens[i+n].kind != tokBar {
			if tokens[i+n].kind == tokArrow {
				return p.errorAt(tokens[i+n], "a second arrow on one line")
			}
			n++
		}
		p.alternative(tokens[i : i+n])
		p.body = nil
		i += n
	}
	return nil
}

// alternative adds a production to the rule under way.
func (p *parser) alternative(tokens []token) {
	prod := Production{Line: tokens[0].line}
	for _, t := range tokens {
		switch kind, reserved := placeholders[t.text]; {
		case t.kind == tokEmpty:
		case t.kind == tokQuoted:
			prod.Symbols = append(prod.Symbols, Symbol{Kind: Terminal, Text: t.text})
		case reserved:
			prod.Symbols = append(prod.Symbols, Symbol{Kind: kind, Text: t.text})
		default:
			prod.Symbols = append(prod.Symbols, Symbol{Kind: Nonterminal, Text: t.text})
		}
	}
	r := &p.rules[p.current]
	r.Productions = append(r.Productions, prod)
	p.uses[p.current] = append(p.uses[p.current], tokens)
}

// finish reports a file that ends too early.
func (p *parser) finish() *Error {
	if p.body != nil {
		return p.dangling()
	}
	if len(p.rules) == 0 {
		return &Error{p.file, 1, 1, "", "the grammar has no rule"}
	}
	return nil
}

func (p *parser) dangling() *Error {
	return p.errorAt(*p.body, "expected an alternative after it; the empty string is written ε")
}

func (p *parser) errorAt(t token, problem string) *Error {
	return &Error{p.file, t.line, t.column, t.text, problem}
}
