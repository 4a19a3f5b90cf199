package logic

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// words reads the words of a name: one or, among arguments, several with spaces between
// them. number reports whether the first is an amount, or any has a unit behind it.
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

// wordAt reads the word of a term at offset i. word is empty if there is none.
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

// units are the names of the signs before or behind a number.
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

// currencyAt returns the sign before the amount at offset i, such as $ or US$, or "" if
// there is none.
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

// quoteAt returns the quotation at offset i with its quotation marks, or "" if there is
// none. The mark ' ends a quotation only if no letter or digit follows.
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

// plainWord makes a name of a quotation. It removes spaces and writes other signs by
// number, AT_x26_T for AT&T, so that different quotations have different names.
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

// spacedName checks the words of a name at offset at. It refuses a variable among them,
// and words that are all single letters, since a comma may be missing.
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

// with adds a name to a set and returns the set, which may be nil before.
func with(set map[string]bool, name string) map[string]bool {
	if set == nil {
		set = map[string]bool{}
	}
	set[name] = true
	return set
}

// decimal completes a number such as 2.5 at the head of an atom, where names end before
// the dot.
func (p *parser) decimal(name string, end int) (string, int) {
	if isNumber(name) && end+1 < len(p.s) && p.s[end] == '.' && isDigit(p.s[end+1]) {
		if number, behind := p.name(end-len(name), placeTerm); isNumber(number) {
			return number, behind
		}
	}
	return name, end
}
