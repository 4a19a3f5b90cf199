package wordpiece

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// A Tokenizer cuts texts by one vocabulary. It is immutable.
type Tokenizer struct {
	pieces             map[string]int64
	prefix             string // of all pieces of a word but its first
	unknown, cls, sep  int64
	longestWord        int // in characters
	longestText        int // in pieces
	lower, accents     bool
	clean, partChinese bool
}

// Default settings are those of BERT.
const (
	defaultPrefix      = "##"
	defaultLongestWord = 100
	defaultLongestText = 512
)

// newTokenizer finds the special pieces of a vocabulary.
func newTokenizer(pieces map[string]int64, unknown string) (*Tokenizer, error) {
	t := &Tokenizer{
		pieces: pieces, prefix: defaultPrefix, longestWord: defaultLongestWord, longestText: defaultLongestText,
		lower: true, accents: true, clean: true, partChinese: true,
	}
	var errs []error
	for name, place := range map[string]*int64{unknown: &t.unknown, "[CLS]": &t.cls, "[SEP]": &t.sep} {
		id, ok := pieces[name]
		if !ok {
			errs = append(errs, fmt.Errorf("vocabulary of %d pieces: found no %s", len(pieces), name))
		}
		*place = id
	}
	return t, errors.Join(errs...)
}

// Encode numbers the pieces of a text, with [CLS] before and [SEP] behind them.
// What is past the most pieces that the model takes is cut off.
func (t *Tokenizer) Encode(text string) []int64 {
	ids := []int64{t.cls}
	for _, word := range t.words(text) {
		if ids = t.appendPieces(ids, word); len(ids) >= t.longestText {
			ids = ids[:t.longestText-1]
			break
		}
	}
	return append(ids, t.sep)
}

// appendPieces appends the pieces of a word.
func (t *Tokenizer) appendPieces(ids []int64, word []rune) []int64 {
	if len(word) > t.longestWord {
		return append(ids, t.unknown)
	}
	whole := len(ids)
	for start := 0; start < len(word); {
		end, id := len(word), int64(0)
		for ; end > start; end-- {
			piece := string(word[start:end])
			if start > 0 {
				piece = t.prefix + piece
			}
			var ok bool
			if id, ok = t.pieces[piece]; ok {
				break
			}
		}
		if end == start {
			return append(ids[:whole], t.unknown)
		}
		ids, start = append(ids, id), end
	}
	return ids
}

// words normalizes a text and parts it.
func (t *Tokenizer) words(text string) [][]rune {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if t.clean {
		text = strings.Map(cleaned, text)
	}
	if t.partChinese {
		text = apart(text, chinese)
	}
	if t.accents {
		text = strings.Map(func(r rune) rune {
			if unicode.Is(unicode.Mn, r) {
				return -1
			}
			return r
		}, norm.NFD.String(text))
	}
	if t.lower {
		// İ is i with a dot above, in the default mapping of Unicode.
		text = strings.Map(unicode.ToLower, strings.ReplaceAll(text, "İ", "i\u0307"))
	}
	var words [][]rune
	for field := range strings.FieldsSeq(apart(text, punctuation)) {
		words = append(words, []rune(field))
	}
	return words
}

// apart puts spaces around each of the given characters.
func apart(text string, is func(rune) bool) string {
	var b strings.Builder
	for _, r := range text {
		if is(r) {
			b.WriteByte(' ')
			b.WriteRune(r)
			b.WriteByte(' ')
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// cleaned takes out controls and what is no character, and makes spaces of all
// white space.
func cleaned(r rune) rune {
	switch {
	case r == '\t' || r == '\n' || r == '\r':
		return ' '
	case r == 0 || r == '\uFFFD' || unicode.Is(unicode.C, r):
		return -1
	case unicode.IsSpace(r):
		return ' '
	}
	return r
}

// punctuation is what Unicode calls so, and all of ASCII that is neither letter,
// digit, space nor control.
func punctuation(r rune) bool {
	return r > ' ' && r < 0x7f && !('0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z') || unicode.IsPunct(r)
}

// ideographs are the blocks of CJK that BERT sets apart, each end included.
var ideographs = [][2]rune{
	{0x4E00, 0x9FFF},
	{0x3400, 0x4DBF},
	{0x20000, 0x2A6DF},
	{0x2A700, 0x2B73F},
	{0x2B740, 0x2B81F},
	{0x2B920, 0x2CEAF},
	{0xF900, 0xFAFF},
	{0x2F800, 0x2FA1F},
}

func chinese(r rune) bool {
	for _, block := range ideographs {
		if block[0] <= r && r <= block[1] {
			return true
		}
	}
	return false
}
