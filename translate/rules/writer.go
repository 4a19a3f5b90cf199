package rules

// A writer turns a tree of T into sentences.
type writer[T any] struct {
	b     []byte
	cap   bool // the next word begins a sentence
	later []T  // defined by later sentences
}

// text writes the sentence that statement writes for t, then one for each definition
// in the order of their mention.
func (w *writer[T]) text(t T, lead, noun, verb string, statement func(T)) string {
	w.cap = true
	w.say(lead)
	statement(t)
	for i := 0; i < len(w.later); i++ {
		w.say(". ")
		w.cap = true
		w.say(noun, " ", label(i), verb)
		statement(w.later[i])
	}
	return string(append(w.b, '.'))
}

// say writes words of the grammar; the first of a sentence gets a capital.
func (w *writer[T]) say(words ...string) {
	for _, s := range words {
		if w.cap && s != "" {
			w.b = append(w.b, s[0]-'a'+'A')
			s = s[1:]
			w.cap = false
		}
		w.b = append(w.b, s...)
	}
}

// mention writes a letter for t, which a later sentence defines.
func (w *writer[T]) mention(noun string, t T) {
	w.say(noun, " ", label(len(w.later)))
	w.later = append(w.later, t)
}

// series writes "a", "a and b", "a, b and c".
func (w *writer[T]) series(n int, item func(i int)) {
	for i := range n {
		if i == n-1 && i > 0 {
			w.say(" and ")
		} else if i > 0 {
			w.say(", ")
		}
		item(i)
	}
}

// pick returns a if yes is true, and b otherwise.
func pick[T any](yes bool, a, b T) T {
	if yes {
		return a
	}
	return b
}
