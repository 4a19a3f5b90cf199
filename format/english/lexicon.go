package english

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"

	"github.com/truthloop/truthloop/data"
)

// A Lexicon has the words in which one language says what formulas say. The same table is
// written and read. data/languages/README.md describes its file.
type Lexicon struct {
	Request string // for models, see Language

	Reserved     string            // names to put in quotation marks; "": all words of the phrases
	ReservedTime string            `toml:"reserved_time"` // in descriptions with moments
	Quotes       [2]string         // around names
	Colon        string            // before the items of a list
	Semicolon    string            // between them
	Serial       bool              // a comma stands before the "and" of a series
	Vowels       string            // symbols whose article is that of the phrase symbol_vowel
	Numerals     []string          // from zero
	Ordinals     []string          // from first
	Ordinal      string            // of a larger number, which replaces {}
	Contractions map[string]string // of two words
	Phrases      map[string]*Phrase
	Moments      map[string]*Phrase // first alone, then in the scope of another moment

	apart map[string][]string // the words of a contraction
	stops Words               // words behind a comma that belong to a phrase
	names [2]Words            // that are quoted: without and with moments
}

// A Phrase has the words around the operands of a construction, in a main clause and in a
// dependent one: German "{} ist wahr / {} wahr ist". An operand is {1} if it is a main
// clause, {2} if it is a dependent one, and {} if it is like its surroundings.
type Phrase [2]form

type form struct {
	words []string
	keys  [][]string // of the words, as a lexer splits them
	kinds []byte     // of the operands
}

// UnmarshalText reads a phrase.
func (p *Phrase) UnmarshalText(text []byte) error {
	forms := strings.Split(string(text), " / ")
	for i := range p {
		f := &p[i]
		rest := forms[min(i, len(forms)-1)]
		for {
			before, after, found := strings.Cut(rest, "{")
			f.words = append(f.words, before)
			if !found {
				break
			}
			kind, behind, closed := strings.Cut(after, "}")
			if !closed || len(kind) > 1 {
				return fmt.Errorf("phrase %q: expected {}, {1} or {2}", text)
			}
			f.kinds, rest = append(f.kinds, (kind + " ")[0]), behind
		}
	}
	return nil
}

// lexicons are read when they are first needed, by code.
var lexicons = map[string]func() *Lexicon{}

func init() {
	for _, code := range []string{DefaultLanguage, "de", "es", "fr"} {
		lexicons[code] = sync.OnceValue(func() *Lexicon { return load(code) })
	}
}

// load reads an embedded file, whose faults are faults of the program.
func load(code string) *Lexicon {
	x := &Lexicon{apart: map[string][]string{}, stops: Words{}}
	text, err := fs.ReadFile(data.FS, "languages/"+code+".toml")
	if err == nil {
		err = toml.Unmarshal(text, x)
	}
	if err != nil {
		panic(fmt.Sprintf("languages/%s.toml: %v", code, err))
	}
	for two, one := range x.Contractions {
		x.apart[one] = strings.Fields(two)
	}
	for p := range x.all() {
		for i := range p {
			f := &p[i]
			for _, words := range f.words {
				keys := x.keys(words)
				f.keys = append(f.keys, keys)
				if len(keys) > 1 && keys[0] == "," {
					x.stops[keys[1]] = true
				}
			}
		}
	}
	x.names = [2]Words{x.reserved(false), x.reserved(true)}
	return x
}

func (x *Lexicon) all() map[*Phrase]bool {
	all := map[*Phrase]bool{}
	for _, table := range []map[string]*Phrase{x.Phrases, x.Moments} {
		for p := range maps.Values(table) {
			all[p] = true
		}
	}
	return all
}

// keys splits words of a phrase.
func (x *Lexicon) keys(words string) (keys []string) {
	for _, t := range lex(words, x, Words{}) {
		if t.Kind != End {
			keys = append(keys, Lower(t.Text))
		}
	}
	return keys
}

// English returns the words of English.
func English() *Lexicon { return lexicons[DefaultLanguage]() }

// LexiconOf returns the words of the language with an English name, those of the base
// language if it is one of a region, or nil if there are none.
func LexiconOf(name string) *Lexicon {
	if load := lexicons[BaseOf(name)]; load != nil {
		return load()
	}
	return nil
}

// reserved returns the words that cannot be names, also those of moments with time.
func (x *Lexicon) reserved(time bool) Words {
	words := Words{}
	for w := range strings.FieldsSeq(x.Reserved + Pick(time, x.ReservedTime, "")) {
		words[w] = true
	}
	if x.Reserved != "" {
		return words
	}
	for p := range x.all() {
		for _, f := range p {
			for _, w := range slices.Concat(f.keys...) {
				words[w] = true
			}
		}
	}
	for _, w := range slices.Concat(x.Numerals, x.Ordinals, slices.Collect(maps.Keys(x.apart))) {
		words[w] = true
	}
	return words
}

// Phrase returns a phrase of the table.
func (x *Lexicon) Phrase(key string) *Phrase {
	p := x.Phrases[key]
	if p == nil {
		panic("english: no phrase " + key)
	}
	return p
}

// Moment returns the words of a moment, in the scope of another one or not.
func (x *Lexicon) Moment(name string, later bool) string {
	return x.Moments[name][Pick(later, 1, 0)].words[0]
}

// Words returns the words before operand i of a phrase without different forms.
func (x *Lexicon) Words(key string, i int) string { return x.Phrase(key)[0].words[i] }

// quotedWords returns the words before operand i for an error.
func (x *Lexicon) quotedWords(key string, i int) string {
	return strconv.Quote(strings.TrimSpace(x.Words(key, i)))
}

// before returns the words before operand i of n, or those after the last one. The words
// between two operands repeat if there are more operands than in the phrase.
func (f *form) before(i, n int) int {
	last := len(f.words) - 1
	switch {
	case n == last || i == 0:
		return i
	case i >= n-1:
		return last - n + i
	}
	return 1
}

// Numeral writes a count.
func (x *Lexicon) Numeral(n int) string {
	if n < len(x.Numerals) {
		return x.Numerals[n]
	}
	return strconv.Itoa(n)
}

// ordinal writes a place in a list, such as "first" for 1.
func (x *Lexicon) ordinal(n int) string {
	switch {
	case n <= len(x.Ordinals):
		return x.Ordinals[n-1]
	case x.Ordinal == "":
		return inDigits(n)
	}
	return strings.Replace(x.Ordinal, "{}", strconv.Itoa(n), 1)
}
