// Package secret removes secrets, such as API keys and passwords, from text.
//
// The input is text that may repeat a secret: the reply of an endpoint, or a message about
// an address. The output is the same text with [redacted] in place of each occurrence.
//
// Servers repeat a header or a form in many encodings. A Set finds a secret in another
// letter case, in base64 (standard and for URLs, with and without padding, also as a part
// of a longer value), in hexadecimal, URL-encoded, and with the escapes of HTML and of
// JSON, also if several encodings lie one over the other. It decodes each part of the text
// that can be encoded, and searches in the result. A list of all encoded forms was
// rejected: a secret has too many of them, since each character can be escaped or not.
//
// HideUserinfo removes the user and the password from addresses in a text. It knows no
// secret, so it also removes short ones.
package secret

import (
	"bytes"
	"encoding/base64"
	"slices"
	"strings"
)

// MinLength is the length in bytes of the shortest secret that a Set removes. Shorter ones
// are placeholders for local servers ("EMPTY", "none"), and occur in other text.
const MinLength = 8

// Mark replaces a secret.
const Mark = "[redacted]"

// layers is the number of encodings, one over the other, that a Set decodes.
const layers = 3

// A Set removes secrets from text. The methods of a nil Set change nothing.
type Set struct {
	patterns [][]byte // in lower case
	shortest int      // pattern
	window   int      // bytes that are searched together
	overlap  int      // of two windows, more than an encoded secret has
}

// NewSet returns a Set of the values. Values of fewer than MinLength bytes are ignored.
func NewSet(values ...string) *Set {
	s, longest := &Set{}, 0
	for _, v := range values {
		if len(v) < MinLength {
			continue
		}
		longest = max(longest, len(v))
		s.add(v, strings.ToUpper(v), strings.ToLower(v), strings.ReplaceAll(v, " ", "+"))
		for i, d := 0, unescape([]byte(v)); i < layers && d != nil; i, d = i+1, unescape(d.text) { // as find decodes the text
			s.add(string(d.text))
		}
		s.addBase64(v)
	}
	if s.patterns == nil {
		return nil
	}
	s.shortest = len(slices.MinFunc(s.patterns, func(a, b []byte) int { return len(a) - len(b) }))
	s.overlap = 64 * longest
	s.window = max(64<<10, 4*s.overlap)
	return s
}

func (s *Set) add(values ...string) {
	for _, v := range values {
		p := lower([]byte(v))
		if len(p) >= MinLength && !slices.ContainsFunc(s.patterns, func(q []byte) bool { return bytes.Equal(p, q) }) {
			s.patterns = append(s.patterns, p)
		}
	}
}

// addBase64 adds the characters of base64 that depend on v alone, for each position of v
// in a longer value. Base64 in another letter case cannot be decoded.
func (s *Set) addBase64(v string) {
	for before := range 3 {
		text := base64.StdEncoding.EncodeToString([]byte("\x00\x00\x00"[:before] + v))
		text = text[(8*before+5)/6 : 8*(before+len(v))/6]
		s.add(text, strings.NewReplacer("+", "-", "/", "_").Replace(text))
	}
}

// lower returns a copy of text with ASCII letters in lower case, which has the same
// offsets as text.
func lower(text []byte) []byte {
	low := make([]byte, len(text))
	for i, c := range text {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		low[i] = c
	}
	return low
}

// A span is a part of the text: the offsets of its first byte and of the byte after it.
type span struct{ from, to int }

// Redact returns text without the secrets.
func (s *Set) Redact(text string) string {
	if s == nil || len(text) < s.shortest {
		return text
	}
	var found []span
	for from := 0; ; from += s.window - s.overlap {
		part := text[from:min(from+s.window, len(text))]
		s.find([]byte(part), layers, func(i, j int) { found = append(found, span{from + i, from + j}) })
		if from+len(part) == len(text) {
			break
		}
	}
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

// find calls hit with the offsets of each secret in text, which may be encoded up to deep
// times.
func (s *Set) find(text []byte, deep int, hit func(i, j int)) {
	low := lower(text)
	for _, p := range s.patterns {
		for from := 0; ; {
			i := bytes.Index(low[from:], p)
			if i < 0 {
				break
			}
			hit(from+i, from+i+len(p))
			from += i + 1
		}
	}
	if deep == 0 {
		return
	}
	for _, c := range codes {
		for r := range c.runs(text, c.size(s.shortest)) {
			for skip := range c.digits {
				if d := c.decode(text, r, skip); len(d.text) >= s.shortest {
					s.find(d.text, deep-1, func(i, j int) { hit(d.source(i, j)) })
				}
			}
		}
	}
	if d := unescape(text); d != nil && len(d.text) >= s.shortest {
		s.find(d.text, deep-1, func(i, j int) { hit(d.source(i, j)) })
	}
}
