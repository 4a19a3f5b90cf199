package vocabulary

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
	"github.com/truthloop/truthloop/format/record"
)

// Meanings are what the symbols of formulas may stand for in English.
type Meanings struct {
	file         string
	propositions meanings
	constants    meanings
	predicates   map[int64]meanings // by arity
	digest       string
}

// meanings of one kind of symbol: those of certain symbols, and those that any
// may be given.
type meanings struct {
	of  map[string]meaning
	any []meaning
}

// A meaning is a phrase; of a predicate, with {} for each argument, and with
// its denial, which may be empty.
type meaning struct{ yes, no string }

// meaningsFile is the form of a file of meanings.
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

// PackagedMeanings are those of data/vocabularies/meanings.toml.
func PackagedMeanings() (*Meanings, error) {
	text, err := data.FS.ReadFile("vocabularies/meanings.toml")
	if err != nil {
		return nil, fmt.Errorf("packaged meanings: %w", err)
	}
	return ParseMeanings("meanings.toml", string(text))
}

// ParseMeanings reads a TOML file with the tables proposition and constant, of
// a meaning each, and predicate, of a positive and maybe a negative template,
// whose number of {} is the arity. An entry with a symbol is that symbol's;
// those without are given out by lot. The error names the file, the entry and
// its key, or line and column where the text is no such file at all.
func ParseMeanings(file, text string) (*Meanings, error) {
	var f meaningsFile
	if err := toml.NewDecoder(strings.NewReader(text)).DisallowUnknownFields().Decode(&f); err != nil {
		return nil, fmt.Errorf("%s:%w", file, tomlError(err))
	}
	sum := sha256.Sum256([]byte(text))
	m := &Meanings{file: file, predicates: map[int64]meanings{}, digest: hex.EncodeToString(sum[:])}
	seen := map[string]string{}
	for i, p := range f.Proposition {
		if err := m.propositions.add(place(file, "proposition", i), p.Symbol, meaning{yes: p.Meaning}, seen); err != nil {
			return nil, err
		}
	}
	for i, c := range f.Constant {
		if err := m.constants.add(place(file, "constant", i), c.Symbol, meaning{yes: c.Meaning}, seen); err != nil {
			return nil, err
		}
	}
	for i, p := range f.Predicate {
		at := place(file, "predicate", i)
		arity := int64(strings.Count(p.Positive, hole))
		switch n := strings.Count(p.Negative, hole); {
		case arity == 0:
			return nil, fmt.Errorf("%s: positive: found %q, expected a sentence with %s for each argument", at, p.Positive, hole)
		case p.Negative != "" && int64(n) != arity:
			return nil, fmt.Errorf("%s: negative: found %d times %s, expected %d as in the positive", at, n, hole, arity)
		}
		of := m.predicates[arity]
		if err := of.add(at, p.Symbol, meaning{p.Positive, p.Negative}, seen); err != nil {
			return nil, err
		}
		m.predicates[arity] = of
	}
	return m, nil
}

// hole stands for an argument in a template.
const hole = "{}"

func place(file, table string, i int) string {
	return fmt.Sprintf("%s: %s %d", file, table, i+1)
}

// tomlError puts line and column before what the parser says.
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

// add checks a meaning and adds it. Two symbols of one meaning could not be
// told apart, so seen, from a phrase to its place, is of the whole file.
func (m *meanings) add(at, symbol string, of meaning, seen map[string]string) error {
	yes, no := "meaning", ""
	if strings.Contains(of.yes, hole) {
		yes, no = "positive", "negative"
		if at, table, _ := strings.Cut(at, ": "); !strings.HasPrefix(table, "predicate") {
			return fmt.Errorf("%s: %s: meaning: found %q, expected none of the %s of predicates", at, table, of.yes, hole)
		}
	}
	if err := checkPhrase(of.yes); err != nil {
		return fmt.Errorf("%s: %s: %w", at, yes, err)
	}
	if of.no != "" {
		if err := checkPhrase(of.no); err != nil {
			return fmt.Errorf("%s: %s: %w", at, no, err)
		}
	}
	for key, phrase := range map[string]string{yes: of.yes, no: of.no} {
		if phrase == "" {
			continue
		}
		norm := strings.ToLower(strings.Join(strings.Fields(phrase), " "))
		if before := seen[norm]; before != "" {
			return fmt.Errorf("%s: %s: found %q, which is that of %s too, expected another", at, key, phrase, before)
		}
		seen[norm] = at
	}
	if symbol == "" {
		m.any = append(m.any, of)
		return nil
	}
	key := strings.ToLower(symbol)
	if _, ok := m.of[key]; ok {
		return fmt.Errorf("%s: symbol: found %q a second time, expected one meaning of a symbol", at, symbol)
	}
	if m.of == nil {
		m.of = map[string]meaning{}
	}
	m.of[key] = of
	return nil
}

// maxPhrase is the length in bytes of a meaning at most.
const maxPhrase = 300

// checkPhrase says what is wrong with a phrase: it has to stand in a line of a
// prompt, behind "p1: " and before "; not: ", and in the midst of a sentence.
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
		return fmt.Errorf("found %q, expected neither ; nor :, which part meanings in prompts", s)
	case strings.ContainsAny(s[len(s)-1:], ".,!?"):
		return fmt.Errorf("found %q, expected no mark at its end, as it becomes part of a sentence", s)
	case !strings.ContainsFunc(strings.ReplaceAll(s, hole, ""), unicode.IsLetter):
		return fmt.Errorf("found %q, expected words", s)
	}
	return nil
}

// Digest is the SHA-256 of the file, for manifests.
func (m *Meanings) Digest() string { return m.digest }

// Check says whether there are as many meanings as formulas of the
// configuration, which have propositions or predicates, may have symbols.
// Symbols that are words mean what they say, and take none of them.
func (m *Meanings) Check(c Config, propositions, predicates bool) error {
	switch {
	case propositions && predicates && !c.English:
		return errors.New("meanings: found a grammar of propositions and predicates, whose objects are named p1 as propositions are; expected one of the two")
	case propositions:
		return m.enough("proposition", m.propositions, numbered("p", c.Propositions))
	case !predicates:
		return errors.New("meanings: found regular expressions, expected formulas, whose symbols can have some")
	case c.English:
		return nil
	}
	for arity := c.MinArity; arity <= c.MaxArity; arity++ {
		if err := m.enough(fmt.Sprintf("predicate with %d times %s", arity, hole), m.predicates[int64(arity)], numbered("pred", c.Predicates)); err != nil {
			return err
		}
	}
	return m.enough("constant", m.constants, numbered("p", c.Objects))
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

// Assign gives the symbols of a formula meanings, no two of them the same. What
// is given out is drawn from rng for each formula anew, so that a model cannot
// learn that p1 is rain. Names that are words are told by themselves: a
// predicate of one or two arguments as the verb that it is, "{} admires {}",
// and an object as a name, "Ann".
func (m *Meanings) Assign(v *record.Vocabulary, english bool, rng *rand.Rand) {
	v.Meanings = append(v.Meanings, give(m.propositions, v.Propositions, nil, rng)...)
	var verb, name func(string) string
	if english {
		verb, name = thirdPerson, capitalized
	}
	v.Meanings = append(v.Meanings, give(m.constants, v.Constants, name, rng)...)
	drawn := map[int64][]meaning{}
	for i := range v.Predicates {
		p := &v.Predicates[i]
		of := m.predicates[p.Arity]
		if pinned, ok := of.of[strings.ToLower(p.Name)]; ok {
			p.Positive, p.Negative = pinned.yes, pinned.no
			continue
		}
		if english {
			if p.Arity <= 2 {
				object := strings.Repeat(" "+hole, int(p.Arity)-1)
				p.Positive, p.Negative = hole+" "+verb(p.Name)+object, hole+" does not "+p.Name+object
			}
			continue
		}
		if drawn[p.Arity] == nil {
			drawn[p.Arity] = shuffled(of.any, rng)
		}
		if left := drawn[p.Arity]; len(left) > 0 {
			p.Positive, p.Negative, drawn[p.Arity] = left[0].yes, left[0].no, left[1:]
		}
	}
}

// give lists the meanings of symbols: their own, else what word makes of them,
// else one by lot.
func give(of meanings, symbols []string, word func(string) string, rng *rand.Rand) []record.Meaning {
	var list []record.Meaning
	var left []meaning
	for _, s := range symbols {
		own, ok := of.of[strings.ToLower(s)]
		switch {
		case ok:
		case word != nil:
			own.yes = word(s)
		default:
			if left == nil {
				left = shuffled(of.any, rng)
			}
			if len(left) == 0 {
				continue
			}
			own, left = left[0], left[1:]
		}
		list = append(list, record.Meaning{Symbol: s, Meaning: own.yes})
	}
	return list
}

func shuffled(list []meaning, rng *rand.Rand) []meaning {
	list = slices.Clone(list)
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

func capitalized(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// thirdPerson inflects a verb: sleeps, carries, kisses.
func thirdPerson(verb string) string {
	n := len(verb)
	switch {
	case verb == "be":
		return "is"
	case verb == "have":
		return "has"
	case n > 1 && verb[n-1] == 'y' && !strings.ContainsRune("aeiou", rune(verb[n-2])):
		return verb[:n-1] + "ies"
	case slices.ContainsFunc([]string{"s", "x", "z", "ch", "sh", "o"}, func(end string) bool { return strings.HasSuffix(verb, end) }):
		return verb + "es"
	}
	return verb + "s"
}
