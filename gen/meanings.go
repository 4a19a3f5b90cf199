package gen

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"

	"github.com/truthloop/truthloop/data"
	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/record"
)

// Meanings are the English meanings that symbols of formulas may have.
type Meanings struct {
	file         string
	propositions meanings
	constants    meanings
	predicates   map[int64]meanings // by arity
	digest       string
}

// meanings holds the meanings for one kind of symbol: of maps symbols in lower case to
// their meanings, and any lists the meanings that all other symbols can get.
type meanings struct {
	of  map[string]meaning
	any []meaning
}

// A meaning is a phrase. The meaning of a predicate has {} for each argument, and may
// have a negated form.
type meaning struct{ positive, negative string }

type meaningsFile struct {
	Proposition []struct {
		Symbol  string `toml:"symbol"`
		Meaning string `toml:"meaning"`
	} `toml:"proposition"`
	Constant []struct {
		Symbol  string `toml:"symbol"`
		Meaning string `toml:"meaning"`
	} `toml:"constant"`
	Predicate []struct {
		Symbol   string `toml:"symbol"`
		Positive string `toml:"positive"`
		Negative string `toml:"negative"`
	} `toml:"predicate"`
}

// PackagedMeanings returns the meanings of data/vocabularies/meanings.toml.
func PackagedMeanings() (*Meanings, error) {
	text, err := data.FS.ReadFile("vocabularies/meanings.toml")
	if err != nil {
		return nil, fmt.Errorf("packaged meanings: %w", err)
	}
	return ParseMeanings("meanings.toml", string(text))
}

// ParseMeanings reads a TOML file. An entry of the tables proposition and constant has a
// meaning. An entry of the table predicate has a positive and optionally a negative
// template; the number of {} is the arity. An entry with a symbol is for that symbol;
// the other entries are drawn. The error names the file and the entry with its key, or
// line and column if the file is not TOML.
func ParseMeanings(file, text string) (*Meanings, error) {
	var f meaningsFile
	if err := toml.NewDecoder(strings.NewReader(text)).DisallowUnknownFields().Decode(&f); err != nil {
		return nil, fmt.Errorf("%s:%w", file, tomlError(err))
	}
	sum := sha256.Sum256([]byte(text))
	m := &Meanings{file: file, predicates: map[int64]meanings{}, digest: hex.EncodeToString(sum[:])}
	p := meaningsParser{file: file, seen: map[string]string{}}
	for i, e := range f.Proposition {
		p.add(&m.propositions, "proposition", i, e.Symbol, phrase{"meaning", e.Meaning})
	}
	for i, e := range f.Constant {
		p.add(&m.constants, "constant", i, e.Symbol, phrase{"meaning", e.Meaning})
	}
	for i, e := range f.Predicate {
		arity, n := strings.Count(e.Positive, hole), strings.Count(e.Negative, hole)
		switch {
		case arity == 0:
			p.fail("predicate", i, "positive: found %q, expected a sentence with %s for each argument", e.Positive, hole)
		case e.Negative != "" && n != arity:
			p.fail("predicate", i, "negative: found %d times %s, expected %d as in the positive", n, hole, arity)
		}
		of := m.predicates[int64(arity)]
		p.add(&of, "predicate", i, e.Symbol, phrase{"positive", e.Positive}, phrase{"negative", e.Negative})
		m.predicates[int64(arity)] = of
	}
	if p.err != nil {
		return nil, p.err
	}
	return m, nil
}

// hole marks the place of an argument in a template.
const hole = "{}"

// tomlError puts line and column before the parser's message.
func tomlError(err error) error {
	var decode *toml.DecodeError
	var strict *toml.StrictMissingError
	switch {
	case errors.As(err, &strict) && len(strict.Errors) > 0:
		line, column := strict.Errors[0].Position()
		return fmt.Errorf("%d:%d: found the key %s, expected tables proposition and constant of symbol and meaning, and predicate of symbol, positive and negative",
			line, column, strings.Join(strict.Errors[0].Key(), "."))
	case errors.As(err, &decode):
		line, column := decode.Position()
		return fmt.Errorf("%d:%d: %w", line, column, err)
	}
	return fmt.Errorf(" %w", err)
}

// A phrase is the value of a key of an entry.
type phrase struct{ key, text string }

// A meaningsParser adds entries to tables, and keeps the first error.
type meaningsParser struct {
	file string
	seen map[string]string // the entry of each phrase: symbols must differ in meaning
	err  error
}

// fail records an error of the i-th entry of a table, if it is the first error.
func (p *meaningsParser) fail(table string, i int, format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("%s: %s %d: %w", p.file, table, i+1, fmt.Errorf(format, args...))
	}
}

// add checks the phrases of an entry and adds them to m. The second one may be empty.
func (p *meaningsParser) add(m *meanings, table string, i int, symbol string, phrases ...phrase) {
	at := fmt.Sprintf("%s: %s %d", p.file, table, i+1)
	var texts [2]string
	for k, ph := range phrases {
		texts[k] = ph.text
		if k > 0 && ph.text == "" {
			continue
		}
		if ph.key == "meaning" && strings.Contains(ph.text, hole) {
			p.fail(table, i, "meaning: found %q, expected none of the %s of predicates", ph.text, hole)
		}
		if err := checkPhrase(ph.text); err != nil {
			p.fail(table, i, "%s: %w", ph.key, err)
		}
		norm := strings.ToLower(strings.Join(strings.Fields(ph.text), " "))
		if before := p.seen[norm]; before != "" {
			p.fail(table, i, "%s: found %q, which is that of %s too, expected another", ph.key, ph.text, before)
		}
		p.seen[norm] = at
	}
	of := meaning{texts[0], texts[1]}
	if symbol == "" {
		m.any = append(m.any, of)
		return
	}
	if m.of == nil {
		m.of = map[string]meaning{}
	}
	key := strings.ToLower(symbol)
	if _, ok := m.of[key]; ok {
		p.fail(table, i, "symbol: found %q a second time, expected one meaning of a symbol", symbol)
	}
	m.of[key] = of
}

// maxPhrase is the largest length of a meaning in bytes.
const maxPhrase = 300

// checkPhrase returns an error for an invalid phrase. A phrase must fit into a line of
// a prompt, after "p1: " and before "; not: ", and into a sentence.
func checkPhrase(s string) error {
	switch {
	case s == "":
		return errors.New("found none, expected English")
	case !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl):
		return fmt.Errorf("found %q, expected one line of text", s)
	case strings.TrimSpace(s) != s:
		return fmt.Errorf("found %q, expected no white space around it", s)
	case len(s) > maxPhrase:
		return fmt.Errorf("found %d bytes, expected at most %d", len(s), maxPhrase)
	case strings.ContainsAny(s, ";:"):
		return fmt.Errorf("found %q, expected neither ; nor :, which separate meanings in prompts", s)
	case strings.ContainsAny(s[len(s)-1:], ".,!?"):
		return fmt.Errorf("found %q, expected no mark at its end, as it becomes part of a sentence", s)
	case !strings.ContainsFunc(strings.ReplaceAll(s, hole, ""), unicode.IsLetter):
		return fmt.Errorf("found %q, expected words", s)
	}
	return nil
}

// Digest returns the SHA-256 of the file in hexadecimal, for manifests.
func (m *Meanings) Digest() string { return m.digest }

// check returns an error if formulas of the vocabulary may have more symbols than there
// are meanings. Symbols that are English words need no meaning.
func (m *Meanings) check(v Vocabulary, propositions, predicates bool) error {
	switch {
	case propositions && predicates && !v.English:
		return errors.New("meanings: found a grammar of propositions and predicates, whose objects are named p1 as propositions are; expected one of the two")
	case propositions:
		return m.enough("proposition", m.propositions, numbered("p", v.Propositions))
	case !predicates:
		return errors.New("meanings: found regular expressions, expected formulas, whose symbols can have some")
	case v.English:
		return nil
	}
	for arity := v.MinArity; arity <= v.MaxArity; arity++ {
		if err := m.enough(fmt.Sprintf("predicate with %d times %s", arity, hole), m.predicates[int64(arity)], numbered("pred", v.Predicates)); err != nil {
			return err
		}
	}
	return m.enough("constant", m.constants, numbered("p", v.Objects))
}

func (m *Meanings) enough(table string, of meanings, symbols []string) error {
	need := 0
	for _, s := range symbols {
		if _, ok := of.of[s]; !ok {
			need++
		}
	}
	if len(of.any) < need {
		return fmt.Errorf("%s: %s: found %d without a symbol, expected at least %d, as many as symbols may need one", m.file, table, len(of.any), need)
	}
	return nil
}

// Assign gives the symbols of a formula distinct meanings. They are drawn again for
// each formula, so that a model cannot learn that p1 is rain. English words keep their
// own meaning: the meaning of a predicate of one or two arguments is its verb, such as
// "{} admires {}", and the meaning of an object is its name, such as "Ann".
func (m *Meanings) Assign(v *record.Vocabulary, words bool, rng *rand.Rand) {
	m.give(v, m.propositions, v.Propositions, false, rng)
	m.give(v, m.constants, v.Constants, words, rng)
	drawn := map[int64][]meaning{}
	for i := range v.Predicates {
		p := &v.Predicates[i]
		of := m.predicates[p.Arity]
		own, pinned := of.of[strings.ToLower(p.Name)]
		switch {
		case pinned:
		case words && p.Arity <= 2:
			object := strings.Repeat(" "+hole, int(p.Arity)-1)
			own = meaning{hole + " " + english.Inflect(p.Name) + object, hole + " does not " + p.Name + object}
		case !words:
			if drawn[p.Arity] == nil {
				drawn[p.Arity] = shuffled(of.any, rng)
			}
			if left := drawn[p.Arity]; len(left) > 0 {
				own, drawn[p.Arity] = left[0], left[1:]
			}
		}
		p.Positive, p.Negative = own.positive, own.negative
	}
}

// give adds the meanings of symbols to v. A symbol with an entry of its own gets that
// meaning. The other symbols mean their names if names is true; otherwise their meanings
// are drawn.
func (m *Meanings) give(v *record.Vocabulary, of meanings, symbols []string, names bool, rng *rand.Rand) {
	var left []meaning
	for _, s := range symbols {
		own, ok := of.of[strings.ToLower(s)]
		switch {
		case ok:
		case names:
			own.positive = strings.ToUpper(s[:1]) + s[1:]
		default:
			if left == nil {
				left = shuffled(of.any, rng)
			}
			if len(left) == 0 {
				continue
			}
			own, left = left[0], left[1:]
		}
		v.Meanings = append(v.Meanings, record.Meaning{Symbol: s, Meaning: own.positive})
	}
}

func shuffled(list []meaning, rng *rand.Rand) []meaning {
	list = slices.Clone(list)
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}
