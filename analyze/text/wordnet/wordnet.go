package wordnet

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A Net is a database. It is not safe for use by several goroutines.
type Net struct {
	parts    []*part
	synonyms map[string][]string // of the words asked for
}

// A part is a part of speech.
type part struct {
	endings    []ending
	index      map[string][]int64  // lemma: places in data
	exceptions map[string][]string // form: lemmas
	data       string
}

// An ending of a form and of its lemma.
type ending struct{ form, lemma string }

// parts of speech, by the names of their files.
var partsOfSpeech = []struct {
	name    string
	endings []ending
}{
	{"noun", []ending{
		{"s", ""},
		{"ses", "s"},
		{"ves", "f"},
		{"xes", "x"},
		{"zes", "z"},
		{"ches", "ch"},
		{"shes", "sh"},
		{"men", "man"},
		{"ies", "y"},
	}},
	{"verb", []ending{{"s", ""}, {"ies", "y"}, {"es", "e"}, {"es", ""}, {"ed", "e"}, {"ed", ""}, {"ing", "e"}, {"ing", ""}}},
	{"adj", []ending{{"er", ""}, {"est", ""}, {"er", "e"}, {"est", "e"}}},
	{"adv", nil},
}

// Open reads the database in dir: WordNet's own directory, or one above it as
// Princeton (dict) and NLTK (corpora/wordnet) lay them out. The error says which
// file is missing or which line is not what it should be.
func Open(dir string) (*Net, error) {
	found, err := locate(dir)
	if err != nil {
		return nil, err
	}
	n := &Net{synonyms: map[string][]string{}}
	for _, p := range partsOfSpeech {
		part, err := openPart(found, p.name, p.endings)
		if err != nil {
			return nil, fmt.Errorf("open WordNet: %w", err)
		}
		n.parts = append(n.parts, part)
	}
	return n, nil
}

func locate(dir string) (string, error) {
	for _, below := range []string{"", "dict", "wordnet", "corpora/wordnet", "corpora/wordnet31"} {
		found := filepath.Join(dir, below)
		if _, err := os.Stat(filepath.Join(found, "index.noun")); err == nil {
			return found, nil
		} else if !errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("open WordNet: %w", err)
		}
	}
	return "", fmt.Errorf("open WordNet: %s: found no index.noun, expected the files of WordNet 3 there, or in dict or corpora/wordnet", dir)
}

func openPart(dir, name string, endings []ending) (*part, error) {
	p := &part{endings: endings, index: map[string][]int64{}, exceptions: map[string][]string{}}
	data, err := os.ReadFile(filepath.Join(dir, "data."+name))
	if err != nil {
		return nil, err
	}
	p.data = string(data)
	if err := eachLine(filepath.Join(dir, "index."+name), p.addLemma); err != nil {
		return nil, err
	}
	err = eachLine(filepath.Join(dir, name+".exc"), func(fields []string) error {
		p.exceptions[fields[0]] = fields[1:]
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return p, nil
}

// eachLine visits the fields of the lines of a file, but for those of the
// licence at its head, which begin with spaces.
func eachLine(file string, visit func(fields []string) error) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	n := 0
	for line := range strings.Lines(string(content)) {
		n++
		fields := strings.Fields(line)
		if strings.HasPrefix(line, " ") || len(fields) == 0 {
			continue
		}
		if err := visit(fields); err != nil {
			return fmt.Errorf("%s: line %d: %w", file, n, err)
		}
	}
	return nil
}

// addLemma reads a line of an index: lemma, part of speech, number of synsets,
// number of pointers, the pointers, number of senses, of tagged senses, places.
func (p *part) addLemma(fields []string) error {
	var synsets int
	if len(fields) > 2 {
		synsets, _ = strconv.Atoi(fields[2])
	}
	if synsets < 1 || len(fields) < 6+synsets {
		return fmt.Errorf("found %.80q, expected a lemma with the places of its synsets", strings.Join(fields, " "))
	}
	places := make([]int64, synsets)
	for i, f := range fields[len(fields)-synsets:] {
		var err error
		if places[i], err = strconv.ParseInt(f, 10, 64); err != nil || places[i] < 0 {
			return fmt.Errorf("found %.20q, expected a place in the data", f)
		}
		if _, err := p.synset(places[i]); err != nil {
			return fmt.Errorf("data: %w", err)
		}
	}
	p.index[strings.Clone(fields[0])] = places
	return nil
}

// Synonyms lists the single words of all synsets that word is in, itself among
// them; none where WordNet has no such word.
func (n *Net) Synonyms(word string) []string {
	word = strings.ToLower(word)
	if known, ok := n.synonyms[word]; ok {
		return known
	}
	var all []string
	for _, p := range n.parts {
		for _, lemma := range p.lemmas(word) {
			for _, place := range p.index[lemma] {
				words, err := p.synset(place)
				if err != nil {
					panic(err) // Open has read it
				}
				all = append(all, words...)
			}
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	if all != nil {
		n.synonyms[strings.Clone(word)] = all
	}
	return all
}

// lemmas lists the lemmas in the index that form may be a form of.
func (p *part) lemmas(form string) []string {
	all := []string{form}
	if lemmas, ok := p.exceptions[form]; ok {
		all = append(all, lemmas...)
	} else {
		for _, e := range p.endings {
			if stem, ok := strings.CutSuffix(form, e.form); ok {
				all = append(all, stem+e.lemma)
			}
		}
	}
	return slices.DeleteFunc(all, func(lemma string) bool { return p.index[lemma] == nil })
}

// synset lists the words of the synset at a place, whose line is: place, file,
// part of speech, number of words in hexadecimal digits, and each word with a
// number. A word of several, which is joined by underscores, is left out.
func (p *part) synset(place int64) ([]string, error) {
	if place >= int64(len(p.data)) {
		return nil, fmt.Errorf("byte %d: found the end of the file, expected a synset", place)
	}
	line, _, _ := strings.Cut(p.data[place:], "\n")
	fields := strings.SplitN(line, " ", 5)
	n, rest := int64(0), ""
	if len(fields) == 5 {
		n, _ = strconv.ParseInt(fields[3], 16, 32)
		rest = fields[4]
	}
	var words []string
	for range n {
		word, behind, _ := strings.Cut(rest, " ")
		var found bool
		if _, rest, found = strings.Cut(behind, " "); !found {
			n = 0 // the line is too short
			break
		}
		// Of an adjective, the place it may have in a sentence: galore(ip).
		if open := strings.IndexByte(word, '('); open > 0 && strings.HasSuffix(word, ")") {
			word = word[:open]
		}
		if !strings.Contains(word, "_") {
			words = append(words, word)
		}
	}
	if n < 1 {
		return nil, fmt.Errorf("byte %d: found %.60q, expected a synset", place, line)
	}
	return words, nil
}
