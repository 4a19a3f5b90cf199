package table

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// ParseCondition reads a condition over columns, such as
//
//	num_operators < 7 and (dataset = 'fol' or verdict is null)
//
// The language, with the operators that bind tightest first:
//
//	column = v   == != <> < <= > >=      against a number, a 'string', true or false
//	column ~ 'expression'                a match of the RE2 expression anywhere
//	column in (v, v, ...)
//	column is null, column is not null   whether the row has the column
//	column                               whether the boolean column is true
//	not c, ! c
//	c and c, c && c
//	c or c, c || c
//
// with parentheses. Keywords are case-insensitive. A quote in a string is doubled.
// Column names that are not plain words are in backquotes. The row resolves names
// such as error.kind or judgements.0.verdict. An empty text selects every row.
//
// A comparison is false if the row lacks the column or has a value of another
// type. There is no third truth value: with not in front, such a comparison is
// true. Integers compare exactly, other numbers as float64.
//
// An error names the position in the text, what was found and what was expected.
func ParseCondition(text string) (Condition, error) {
	p := &parser{text: text}
	p.next()
	var holds predicate
	if p.tok.kind != end {
		holds = p.disjunction(0)
		p.expect(p.tok.kind == end, "and, or, or the end")
	}
	if p.err != nil || holds == nil {
		return Condition{}, p.err
	}
	return Condition{holds, p.columns}, nil
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
	text string // without its quotes
	at   int    // byte offset
}

// A parser stops at its first error: the token is then the end.
type parser struct {
	text    string
	pos     int
	tok     token
	columns []string
	err     error
}

// maxDepth bounds how deep conditions nest.
const maxDepth = 1000

func (p *parser) fail(at int, format string, a ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("condition: column %d: "+format, append([]any{utf8.RuneCountInString(p.text[:at]) + 1}, a...)...)
	}
	p.tok, p.pos = token{at: len(p.text)}, len(p.text)
}

// expect fails at the token unless it is as expected.
func (p *parser) expect(ok bool, expected string) {
	switch {
	case ok:
	case p.tok.kind == end:
		p.fail(p.tok.at, "found the end, expected %s", expected)
	default:
		p.fail(p.tok.at, "found %q, expected %s", p.tok.text, expected)
	}
}

// tokens matches a word, a number, a sign, or a quoted text, in which quotes are
// doubled.
var tokens = regexp.MustCompile(`^(?:'(?:[^']|'')*'|"(?:[^"]|"")*"|` + "`(?:[^`]|``)*`" + `|[\pL\p{Nd}_.+-]+|==|!=|<>|<=|>=|&&|\|\||[=<>~!(),])`)

// next reads the next token.
func (p *parser) next() {
	p.pos += len(p.text[p.pos:]) - len(strings.TrimLeftFunc(p.text[p.pos:], unicode.IsSpace))
	rest, at := p.text[p.pos:], p.pos
	text := tokens.FindString(rest)
	p.tok, p.pos = token{word, text, at}, at+len(text)
	first, _ := utf8.DecodeRuneInString(rest)
	quotes := strings.ContainsRune("'\"`", first)
	switch {
	case rest == "":
		p.tok.kind = end
	case text == "" && quotes:
		p.fail(at, "found no closing %c", first)
	case text == "":
		p.fail(at, "found %q, expected a column, a value or an operator", first)
	case quotes:
		p.tok.kind, p.tok.text = str, strings.ReplaceAll(text[1:len(text)-1], text[:1]+text[:1], text[:1])
		if first == '`' {
			p.tok.kind = quoted
		}
	case strings.ContainsRune("0123456789.-+", first):
		p.tok.kind = number
	case strings.ContainsRune("=<>!&|~(),", first):
		p.tok.kind = sign
	}
}

// is reports whether the token is the keyword or sign s.
func (p *parser) is(s string) bool {
	return p.tok.kind == sign && p.tok.text == s || p.tok.kind == word && strings.EqualFold(p.tok.text, s)
}

// take skips the token if it is one of the given ones, and reports whether it is.
func (p *parser) take(s ...string) bool {
	if !slices.ContainsFunc(s, p.is) {
		return false
	}
	p.next()
	return true
}

func (p *parser) disjunction(depth int) predicate {
	left := p.conjunction(depth)
	for p.take("or", "||") {
		left = or(left, p.conjunction(depth))
	}
	return left
}

func (p *parser) conjunction(depth int) predicate {
	left := p.negation(depth)
	for p.take("and", "&&") {
		left = and(left, p.negation(depth))
	}
	return left
}

func (p *parser) negation(depth int) predicate {
	switch {
	case depth > maxDepth:
		p.fail(p.tok.at, "nested deeper than %d", maxDepth)
		return nil
	case p.take("not", "!"):
		return not(p.negation(depth + 1))
	case p.take("("):
		c := p.disjunction(depth + 1)
		p.expect(p.is(")"), "and, or, or \")\"")
		p.next()
		return c
	}
	return p.comparison()
}

// comparison reads a condition on one column.
func (p *parser) comparison() predicate {
	p.expect(p.tok.kind == word || p.tok.kind == quoted, "a column")
	column := p.tok.text
	if !slices.Contains(p.columns, column) {
		p.columns = append(p.columns, column)
	}
	p.next()
	switch {
	case p.take("is"):
		negated := p.take("not")
		p.expect(p.is("null"), "null")
		p.next()
		if negated {
			return has(column)
		}
		return not(has(column))
	case p.take("in"):
		return p.oneOf(column)
	case p.take("~"):
		p.expect(p.tok.kind == str, "a 'regular expression'")
		re, err := regexp.Compile(p.tok.text)
		if err != nil {
			p.fail(p.tok.at, "%w", err)
		}
		p.next()
		return matches(column, re)
	case p.tok.kind == sign && strings.ContainsAny(p.tok.text, "=<>"):
		op := p.tok.text
		p.next()
		return compare(column, op, p.value())
	}
	return compare(column, "=", true)
}

// value reads a number, a string, true or false.
func (p *parser) value() (v any) {
	switch {
	case p.tok.kind == str:
		v = p.tok.text
	case p.is("true"), p.is("false"):
		v = p.is("true")
	case p.tok.kind == number:
		x := exact(jsontext.Value(p.tok.text))
		if x == nil {
			f, err := strconv.ParseFloat(p.tok.text, 64)
			p.expect(err == nil, "a number")
			x = exact(f)
		}
		v = x
	default:
		p.expect(false, "a number, a 'string', true or false")
	}
	p.next()
	return v
}

// oneOf reads a list of values.
func (p *parser) oneOf(column string) predicate {
	p.expect(p.is("("), "\"(\"")
	p.next()
	c := compare(column, "=", p.value())
	for p.take(",") {
		c = or(c, compare(column, "=", p.value()))
	}
	p.expect(p.is(")"), "\",\" or \")\"")
	p.next()
	return c
}
