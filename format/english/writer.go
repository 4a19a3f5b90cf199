package english

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Writer turns a tree of T into sentences.
type Writer[T any] struct {
	*Lexicon
	Time bool // words about time are no names, either

	reserved Words // that cannot be names
	b        []byte
	cap      bool // the next word begins a sentence
	later    []T  // defined by later sentences
}

// Write writes the sentence that statement writes for t, then one for each definition
// in the order of their mention. Their words are those of the phrases lead and definition.
func (w *Writer[T]) Write(t T, lead, definition string, statement func(T)) string {
	w.reserved = w.names[Pick(w.Time, 1, 0)]
	w.cap = true
	if lead != "" {
		w.Say(w.Words(lead, 0))
	}
	statement(t)
	for i := 0; i < len(w.later); i++ {
		w.Say(". ")
		w.cap = true
		w.Say(w.Words(definition, 0), label(i), w.Words(definition, 1))
		statement(w.later[i])
	}
	return string(append(w.b, '.'))
}

// Say writes words of the grammar; the first of a sentence gets a capital. Two words that
// have a contraction are contracted.
func (w *Writer[T]) Say(words ...string) {
	for _, s := range words {
		if w.cap && s != "" {
			first, n := utf8.DecodeRuneInString(s)
			w.b = utf8.AppendRune(w.b, unicode.ToUpper(first))
			s = s[n:]
			w.cap = false
		}
		for two, one := range w.Contractions {
			left, right, _ := strings.Cut(two, " ")
			if after, found := strings.CutPrefix(s, right); found && (after == "" || after[0] == ' ') && bytes.HasSuffix(bytes.ToLower(w.b[max(0, len(w.b)-len(left)-1):]), []byte(left+" ")) {
				// The words before the contraction may begin the sentence.
				start := len(w.b) - len(left) - 1
				s = one + after
				if first, n := utf8.DecodeRune(w.b[start:]); unicode.IsUpper(first) {
					s = string(unicode.ToUpper(first)) + s[n:]
				}
				w.b = w.b[:start]
			}
		}
		w.b = append(w.b, s...)
	}
}

// Put writes a phrase with n operands.
func (w *Writer[T]) Put(phrase string, dependent bool, n int, item func(i int, dependent bool)) {
	f := &w.Phrase(phrase)[Pick(dependent, 1, 0)]
	n = min(n, Pick(len(f.kinds) == 0, 0, n))
	for i := range n {
		before := f.before(i, n)
		w.Say(f.words[before])
		kind := f.kinds[min(before, len(f.kinds)-1)]
		item(i, kind == '2' || kind != '1' && dependent)
	}
	w.Say(f.words[f.before(n, n)])
}

// Name writes the name of a symbol, in quotation marks if it would be misread.
func (w *Writer[T]) Name(name string) {
	w.cap = false
	w.b = append(w.b, Pick(Bare(name, w.reserved), name, w.Quote(name))...)
}

// Mention writes a letter for t, which a later sentence defines.
func (w *Writer[T]) Mention(t T) {
	w.Say(label(len(w.later)))
	w.later = append(w.later, t)
}

// Series writes "a", "a and b", "a, b and c".
func (w *Writer[T]) Series(n int, item func(i int)) {
	w.Put("series", false, n, func(i int, _ bool) { item(i) })
}
