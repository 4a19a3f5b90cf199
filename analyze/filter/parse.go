package filter

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Parse reads a condition; see the package comment for the language. An empty
// one takes every row. An error says the column of the text, what was found
// and what was expected.
func Parse(text string) (Filter, error) {
	p := &parser{text: text}
	if err := p.next(); err != nil {
		return Filter{}, err
	}
	if p.tok.kind == end {
		return Filter{}, nil
	}
	holds, err := p.disjunction(0)
	if err != nil {
		return Filter{}, err
	}
	if p.tok.kind != end {
		return Filter{}, p.unexpected("and, or, or the end")
	}
	return Filter{text: text, holds: holds, columns: p.columns}, nil
}

type kind uint8

const (
	end    kind = iota
	word        // a bare word: a column or a keyword
	quoted      // a column in backquotes
	str         // a string in quotes
	number
	sign // an operator, a parenthesis or a comma
)

type token struct {
	kind kind
	text string // what it stands for, without its quotes
	at   int    // byte offset
}

type parser struct {
	text    string
	pos     int
	tok     token
	columns []string
}

// maxDepth bounds how deep conditions nest.
const maxDepth = 1000

func (p *parser) errorf(at int, format string, a ...any) error {
	return fmt.Errorf("filter: column %d: "+format, append([]any{utf8.RuneCountInString(p.text[:at]) + 1}, a...)...)
}

func (p *parser) unexpected(expected string) error {
	if p.tok.kind == end {
		return p.errorf(p.tok.at, "found the end, expected %s", expected)
	}
	return p.errorf(p.tok.at, "found %q, expected %s", p.tok.text, expected)
}

// signs are the operators, longer ones before their beginnings.
var signs = []string{"==", "!=", "<>", "<=", ">=", "&&", "||", "=", "<", ">", "~", "!", "(", ")", ","}

// next reads the next token.
func (p *parser) next() error {
	p.pos += len(p.text[p.pos:]) - len(strings.TrimLeftFunc(p.text[p.pos:], unicode.IsSpace))
	rest, at := p.text[p.pos:], p.pos
	if rest == "" {
		p.tok = token{end, "", at}
		return nil
	}
	if rest[0] == '\'' || rest[0] == '"' || rest[0] == '`' {
		return p.quotation(rest[0])
	}
	wordy := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '.' || r == '-' || r == '+'
	}
	n := strings.IndexFunc(rest, func(r rune) bool { return !wordy(r) })
	if n < 0 {
		n = len(rest)
	}
	if n > 0 {
		k := word
		if strings.ContainsAny(rest[:1], "0123456789.-+") {
			k = number
		}
		p.tok, p.pos = token{k, rest[:n], at}, at+n
		return nil
	}
	for _, s := range signs {
		if strings.HasPrefix(rest, s) {
			p.tok, p.pos = token{sign, s, at}, at+len(s)
			return nil
		}
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return p.errorf(at, "found %q, expected a column, a value or an operator", r)
}

// quotation reads a string or a column in quotes; two quotes stand for one.
func (p *parser) quotation(quote byte) error {
	at := p.pos
	var b strings.Builder
	for i := at + 1; i < len(p.text); i++ {
		if p.text[i] != quote {
			b.WriteByte(p.text[i])
			continue
		}
		if i+1 < len(p.text) && p.text[i+1] == quote {
			b.WriteByte(quote)
			i++
			continue
		}
		k := str
		if quote == '`' {
			k = quoted
		}
		p.tok, p.pos = token{k, b.String(), at}, i+1
		return nil
	}
	return p.errorf(at, "found no closing %c", quote)
}

// is says whether the token is the keyword or sign s.
func (p *parser) is(s string) bool {
	return p.tok.kind == sign && p.tok.text == s || p.tok.kind == word && strings.EqualFold(p.tok.text, s)
}

// take goes past the token where it is one of the given ones.
func (p *parser) take(s ...string) (bool, error) {
	if !slices.ContainsFunc(s, p.is) {
		return false, nil
	}
	return true, p.next()
}

func (p *parser) disjunction(depth int) (func(Row) bool, error) {
	return p.chain(depth, p.conjunction, or, "or", "||")
}

func (p *parser) conjunction(depth int) (func(Row) bool, error) {
	return p.chain(depth, p.negation, and, "and", "&&")
}

// chain reads operands joined by a connective.
func (p *parser) chain(depth int, operand func(int) (func(Row) bool, error), join func(a, b func(Row) bool) func(Row) bool, names ...string) (func(Row) bool, error) {
	left, err := operand(depth)
	for err == nil {
		var more bool
		if more, err = p.take(names...); err != nil || !more {
			break
		}
		var right func(Row) bool
		if right, err = operand(depth); err == nil {
			left = join(left, right)
		}
	}
	return left, err
}

func (p *parser) negation(depth int) (func(Row) bool, error) {
	if depth > maxDepth {
		return nil, p.errorf(p.tok.at, "nested deeper than %d", maxDepth)
	}
	if negated, err := p.take("not", "!"); err != nil {
		return nil, err
	} else if negated {
		c, err := p.negation(depth + 1)
		if err != nil {
			return nil, err
		}
		return not(c), nil
	}
	open, err := p.take("(")
	if err != nil || !open {
		if err != nil {
			return nil, err
		}
		return p.comparison()
	}
	c, err := p.disjunction(depth + 1)
	if err != nil {
		return nil, err
	}
	if closed, err := p.take(")"); err != nil {
		return nil, err
	} else if !closed {
		return nil, p.unexpected("and, or, or \")\"")
	}
	return c, nil
}

// comparison reads a condition on one column.
func (p *parser) comparison() (func(Row) bool, error) {
	if p.tok.kind != word && p.tok.kind != quoted {
		return nil, p.unexpected("a column")
	}
	column := p.tok.text
	if !slices.Contains(p.columns, column) {
		p.columns = append(p.columns, column)
	}
	if err := p.next(); err != nil {
		return nil, err
	}
	switch {
	case p.is("is"):
		return p.null(column)
	case p.is("in"):
		return p.oneOf(column)
	case p.is("~"):
		return p.match(column)
	case p.tok.kind == sign && strings.ContainsAny(p.tok.text, "=<>"):
		op := p.tok.text
		if err := p.next(); err != nil {
			return nil, err
		}
		v, err := p.value()
		if err != nil {
			return nil, err
		}
		return compare(column, op, v), nil
	}
	return isTrue(column), nil
}

// value reads a number, a string, true or false.
func (p *parser) value() (any, error) {
	tok := p.tok
	var v any
	switch {
	case tok.kind == str:
		v = tok.text
	case p.is("true"), p.is("false"):
		v = p.is("true")
	case tok.kind == number:
		x, err := strconv.ParseFloat(tok.text, 64)
		if err != nil {
			return nil, p.unexpected("a number")
		}
		v = x
	default:
		return nil, p.unexpected("a number, a 'string', true or false")
	}
	return v, p.next()
}

func (p *parser) null(column string) (func(Row) bool, error) {
	if err := p.next(); err != nil {
		return nil, err
	}
	negated, err := p.take("not")
	if err != nil {
		return nil, err
	}
	if found, err := p.take("null"); err != nil {
		return nil, err
	} else if !found {
		return nil, p.unexpected("null")
	}
	if negated {
		return has(column), nil
	}
	return not(has(column)), nil
}

func (p *parser) oneOf(column string) (func(Row) bool, error) {
	if err := p.next(); err != nil {
		return nil, err
	}
	if open, err := p.take("("); err != nil {
		return nil, err
	} else if !open {
		return nil, p.unexpected("\"(\"")
	}
	var any func(Row) bool
	for {
		v, err := p.value()
		if err != nil {
			return nil, err
		}
		if c := compare(column, "=", v); any == nil {
			any = c
		} else {
			any = or(any, c)
		}
		if more, err := p.take(","); err != nil {
			return nil, err
		} else if more {
			continue
		}
		if closed, err := p.take(")"); err != nil {
			return nil, err
		} else if !closed {
			return nil, p.unexpected("\",\" or \")\"")
		}
		return any, nil
	}
}

func (p *parser) match(column string) (func(Row) bool, error) {
	if err := p.next(); err != nil {
		return nil, err
	}
	if p.tok.kind != str {
		return nil, p.unexpected("a 'regular expression'")
	}
	re, err := regexp.Compile(p.tok.text)
	if err != nil {
		return nil, p.errorf(p.tok.at, "%w", err)
	}
	return matches(column, re), p.next()
}
