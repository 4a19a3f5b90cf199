package english

// A Writer turns a tree of T into sentences.
type Writer[T any] struct {
	Reserved Words // words that cannot be names

	b     []byte
	cap   bool // the next word begins a sentence
	later []T  // defined by later sentences
}

// Write writes the sentence that statement writes for t, then one for each definition
// in the order of their mention.
func (w *Writer[T]) Write(t T, lead, noun, verb string, statement func(T)) string {
	w.cap = true
	w.Say(lead)
	statement(t)
	for i := 0; i < len(w.later); i++ {
		w.Say(". ")
		w.cap = true
		w.Say(noun, " ", label(i), " ", verb, " ")
		statement(w.later[i])
	}
	return string(append(w.b, '.'))
}

// Say writes words of the grammar; the first of a sentence gets a capital.
func (w *Writer[T]) Say(words ...string) {
	for _, s := range words {
		if w.cap && s != "" {
			w.b = append(w.b, s[0]-'a'+'A')
			s = s[1:]
			w.cap = false
		}
		w.b = append(w.b, s...)
	}
}

// Name writes the name of a symbol, in quotation marks if it would be misread.
func (w *Writer[T]) Name(name string) {
	w.cap = false
	w.Say(Pick(Bare(name, w.Reserved), name, Quote(name)))
}

// Mention writes a letter for t, which a later sentence defines.
func (w *Writer[T]) Mention(noun string, t T) {
	w.Say(noun, " ", label(len(w.later)))
	w.later = append(w.later, t)
}

// Series writes "a", "a and b", "a, b and c".
func (w *Writer[T]) Series(n int, item func(i int)) {
	for i := range n {
		if i == n-1 && i > 0 {
			w.Say(" and ")
		} else if i > 0 {
			w.Say(", ")
		}
		item(i)
	}
}
