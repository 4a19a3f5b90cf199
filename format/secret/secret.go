// Package secret removes secrets, such as API keys and passwords, from text.
//
// The input is text that may repeat a secret: the reply of an endpoint, or a message about
// an address. The output is the same text with [redacted] in place of each occurrence.
//
// Servers repeat a header or a form in many encodings. A Set finds a secret in another
// letter case, in base64 (standard and for URLs, with and without padding, also as a part
// of a longer value), in hexadecimal, and in all of these with the escapes of URLs, HTML
// and JSON. It searches in the text and in the text without its escapes. Other encodings
// that lie one over the other were rejected: the endpoint knows the secret in any case, so
// a Set is for servers that repeat it by accident.
//
// HideUserinfo removes the user and the password from addresses in a text. It knows no
// secret, so it also removes short ones.
package secret

import (
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
)

// MinLength is the length in bytes of the shortest secret that a Set removes. Shorter ones
// are placeholders for local servers ("EMPTY", "none"), and occur in other text.
const MinLength = 8

// Mark replaces a secret.
const Mark = "[redacted]"

// layers is the number of times that a Set removes escapes: a text in JSON may have the
// escapes of HTML.
const layers = 3

// A Set removes secrets from text. The methods of a nil Set change nothing.
type Set struct {
	patterns []string // in lower case
}

// NewSet returns a Set of the values. Values of fewer than MinLength bytes are ignored.
func NewSet(values ...string) *Set {
	s := &Set{}
	for _, v := range values {
		if len(v) < MinLength {
			continue
		}
		s.add(v, strings.ReplaceAll(v, " ", "+"))
		for _, c := range []string{v, strings.ToUpper(v), strings.ToLower(v)} {
			s.add(c, hex.EncodeToString([]byte(c)))
			s.addBase64(c)
		}
		for i, u := 0, unescape(v); i < layers && u != nil; i, u = i+1, unescape(u.text) { // as find decodes the text
			s.add(u.text)
		}
	}
	if s.patterns == nil {
		return nil
	}
	return s
}

func (s *Set) add(values ...string) {
	for _, v := range values {
		if p := lower(v); len(p) >= MinLength && !slices.Contains(s.patterns, p) {
			s.patterns = append(s.patterns, p)
		}
	}
}

// addBase64 adds the characters of base64 that depend on v alone, for each position of v
// in a longer value.
func (s *Set) addBase64(v string) {
	for before := range 3 {
		text := base64.StdEncoding.EncodeToString([]byte("\x00\x00\x00"[:before] + v))
		text = text[(8*before+5)/6 : 8*(before+len(v))/6]
		s.add(text, strings.NewReplacer("+", "-", "/", "_").Replace(text))
	}
}

// lower returns text with ASCII letters in lower case, which has the same offsets as text.
func lower(text string) string {
	low := []byte(text)
	for i, c := range low {
		if 'A' <= c && c <= 'Z' {
			low[i] = c + 'a' - 'A'
		}
	}
	return string(low)
}

// A span is a part of the text: the offsets of its first byte and of the byte after it.
type span struct{ from, to int }

// Redact returns text without the secrets.
func (s *Set) Redact(text string) string {
	if s == nil {
		return text
	}
	found := s.find(text, layers)
	if found == nil {
		return text
	}
	slices.SortFunc(found, func(a, b span) int { return a.from - b.from })
	var b strings.Builder
	end := 0
	for i, f := range found {
		if f.from > end || i == 0 {
			b.WriteString(text[end:f.from])
			b.WriteString(Mark)
		}
		end = max(end, f.to)
	}
	b.WriteString(text[end:])
	return b.String()
}

// find returns the places of the patterns in a text with so many layers of escapes.
func (s *Set) find(text string, layers int) (found []span) {
	low := lower(text)
	for _, p := range s.patterns {
		for from := 0; ; {
			i := strings.Index(low[from:], p)
			if i < 0 {
				break
			}
			found = append(found, span{from + i, from + i + len(p)})
			from += i + 1
		}
	}
	if layers == 0 {
		return found
	}
	if u := unescape(text); u != nil {
		for _, f := range s.find(u.text, layers-1) {
			from, to := u.source(f.from, f.to)
			found = append(found, span{from, to})
		}
	}
	return found
}
