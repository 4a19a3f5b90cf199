package prompt

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
)

// A Set is the wording of all translation prompts. It is safe for concurrent use.
type Set struct {
	name       string
	version    string                        // the beginning of the SHA-256 of all files
	formalisms []record.Formalism            // with prompts
	templates  map[string]*template.Template // by file name
	examples   map[string]bool               // files that show the row's own examples
	english    []string                      // files that do not show the language of the description
	language   *english.Language             // of the description; nil: English
	paper      bool                          // it needs not have all files of a formalism
}

// partial is the file that the others can include with {{template}}.
const partial = "vocabulary.txt"

// The data of the templates, by direction.
type (
	informalization struct {
		Formula string
		common
	}
	autoformalization struct {
		Description string
		common
	}
	common struct {
		Vocabulary Vocabulary
		Shots      int
		Examples   []Example
		speech
		Fields
	}
	// speech is about the language of the description.
	speech struct {
		Language string // its English name
		Request  string // a rule about the language; "" if it is English
	}
)

// Open returns the set in a directory, that of a Paper, or, if the name is empty, the
// embedded one. Open executes every file, so that faults are found before the first call is
// paid for.
func Open(name string) (*Set, error) {
	s := &Set{templates: map[string]*template.Template{}, examples: map[string]bool{}, paper: strings.HasPrefix(name, PaperPrefix)}
	fsys, title, err := locate("", name)
	if err == nil {
		s.name = title
		err = s.load(fsys)
	}
	if err != nil {
		return nil, fmt.Errorf("prompts %s: %w", cmp.Or(name, "data/prompts"), err)
	}
	return s, nil
}

func (s *Set) load(fsys fs.FS) error {
	shared, err := fs.ReadFile(fsys, partial)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if s.formalisms, err = formalisms(fsys); err != nil {
		return err
	}
	if s.formalisms == nil && !s.paper {
		return fmt.Errorf("no file FORMALISM.%s.txt or FORMALISM.%s.txt", Informalize, Autoformalize)
	}
	digest := sha256.New()
	fmt.Fprintf(digest, "%s %d\n%s", partial, len(shared), shared)
	for _, c := range s.trials() {
		file := c.file()
		text, err := fs.ReadFile(fsys, file)
		if optional := s.paper || c.English || c.Task != Translation; errors.Is(err, fs.ErrNotExist) && optional {
			continue
		} else if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("no file %s", file)
		} else if err != nil {
			return err
		}
		fmt.Fprintf(digest, "%s %d\n%s", file, len(text), text)
		if s.templates[file], err = parse(file, string(text), string(shared)); err != nil {
			return err
		}
		used := string(text)
		if strings.Contains(used, partial) {
			used += string(shared)
		}
		s.examples[file] = strings.Contains(used, ".Examples")
		if !strings.Contains(used, ".Language") {
			s.english = append(s.english, file)
		}
		if err := s.try(c); err != nil {
			return err
		}
	}
	s.version = short(digest)
	return nil
}

// file matches the names of prompt files.
var file = regexp.MustCompile(`^(.+?)(_english)?\.(?:informalize|autoformalize)\.txt$`)

// formalisms lists the formalisms for which a directory has files: first the known ones,
// in the order of formalism.All. A formalism with one of its files must have those of both
// directions.
func formalisms(fsys fs.FS) ([]record.Formalism, error) {
	names, err := fs.Glob(fsys, "*.txt")
	if err != nil {
		return nil, err
	}
	var own []record.Formalism
	found := map[record.Formalism]bool{}
	for _, name := range names {
		m := file.FindStringSubmatch(name)
		if m == nil || name == (Case{Task: LogicalTranslation, Direction: Autoformalize}).file() {
			continue
		}
		f, err := formalism.Read(m[1])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if !found[f] && formalism.Of(f) == nil {
			own = append(own, f)
		}
		found[f] = true
	}
	var all []record.Formalism
	for _, s := range formalism.All() {
		if found[s.Name()] {
			all = append(all, s.Name())
		}
	}
	return append(all, own...), nil
}

// trials returns a case for each file that a set can have.
func (s *Set) trials() []Case {
	full := Vocabulary{
		Vocabulary: record.Vocabulary{
			Propositions: []string{"p1"}, Predicates: []record.Predicate{{Name: "pred1", Arity: 1, Positive: "{} is"}},
			Constants: []string{"p2"}, Variables: []string{"x1"}, Alphabet: []string{"0"},
			Meanings: []record.Meaning{{Symbol: "p1", Meaning: "it is"}},
		},
		Functions: []record.Predicate{{Name: "f", Arity: 1}}, FreeVariables: []string{"x2"},
	}
	var cases []Case
	for _, d := range []Direction{Informalize, Autoformalize} {
		for _, f := range s.formalisms {
			c := Case{Direction: d, Formalism: f, Text: "the text of a trial", Vocabulary: full}
			cases = append(cases, c)
			c.English = true
			cases = append(cases, c)
		}
	}
	return append(cases, Case{Task: LogicalTranslation, Direction: Autoformalize, Text: "the text of a trial", Vocabulary: full})
}

// trial executes the template of c with n examples.
func (s *Set) trial(c Case, n int) (text, user string, err error) {
	c.Shots, c.Examples = n, nil
	for k := range n {
		c.Examples = append(c.Examples, Example{fmt.Sprintf("formula %d of a trial", k+1), fmt.Sprintf("description %d of a trial", k+1)})
	}
	messages, err := s.Messages(c)
	for _, m := range messages {
		text += m.Content + "\n"
		user = m.Content
	}
	return text, user, err
}

// try executes the template of c with and without examples.
func (s *Set) try(c Case) error {
	for _, n := range Shots {
		_, user, err := s.trial(c, n)
		if err != nil {
			return err
		}
		if !strings.Contains(user, c.Text) {
			field := "{{.Formula}}"
			if c.Direction == Autoformalize {
				field = "{{.Description}}"
			}
			return fmt.Errorf("%s: found no use of %s, the text to translate", c.file(), field)
		}
	}
	return nil
}

// file returns the name of the file with the prompt of c.
func (c Case) file() string {
	name := string(c.Formalism)
	if c.Task != Translation {
		name = strings.ReplaceAll(string(c.Task), "-", "_")
	} else if c.English {
		name += "_english"
	}
	return name + "." + string(c.Direction) + ".txt"
}

// Messages returns a new conversation that asks for c: a system message, if the set
// defines one, and a user message. The error names file and line.
func (s *Set) Messages(c Case) ([]record.Message, error) {
	t := s.templates[c.file()]
	if t == nil {
		c.English = false // a set needs no prompts of its own for English names
		t = s.templates[c.file()]
	}
	if t == nil {
		return nil, &MissingError{s.name, c.file()}
	}
	if found := len(c.Examples); s.examples[c.file()] && found < c.Shots {
		return nil, &LackError{found, c.Shots}
	}
	shared := common{c.Vocabulary, c.Shots, c.Examples, s.speech(c), c.Fields}
	if c.Direction == Autoformalize {
		return messages(t, autoformalization{c.Text, shared})
	}
	return messages(t, informalization{c.Text, shared})
}

// A MissingError is the error of a row for which a set has no prompt.
type MissingError struct{ Set, File string }

func (e *MissingError) Error() string {
	return fmt.Sprintf("prompts %s: found no file %s, expected --prompts with a directory that has it", e.Set, e.File)
}

// In returns the set for descriptions in another language, which each file must show.
func (s *Set) In(l *english.Language) (*Set, error) {
	if !l.English() && len(s.english) > 0 {
		return nil, fmt.Errorf("found %s with the prompts %s, expected {{.Language}} in their file %s", l.Code, s.name, s.english[0])
	}
	other := *s
	other.language = l
	return &other, nil
}

// speech returns what templates show about the language.
func (s *Set) speech(c Case) speech {
	if s.language.English() {
		return speech{Language: "English"}
	}
	out := speech{Language: s.language.Name}
	if c.Direction == Informalize {
		out.Request = s.language.Request
	}
	if c.Shots > 0 && !s.examples[c.file()] {
		out.Request = strings.TrimSpace("The descriptions of the examples are in English, only the one of the task is in " + out.Language + ". " + out.Request)
	}
	return out
}

// Version returns the name of the set, a language other than English, a task other than
// Translation, the number of examples, a context other than ContextAuto, and the beginning
// of the SHA-256 of the set's files: default/2-shot@0f3a91c2. It changes with the wording.
// LogicalTranslation has only one context.
func (s *Set) Version(t Task, c Context, shots int) string {
	task, context := "", ""
	if t != Translation {
		task = "/" + string(t)
	} else if c != ContextAuto && c != "" {
		context = "+" + string(c)
	}
	if !s.language.English() {
		task = "/" + s.language.Code + task
	}
	return fmt.Sprintf("%s%s/%d-shot%s@%s", s.name, task, shots, context, s.version)
}

// Shots are the numbers of examples in the packaged prompts.
var Shots = []int{0, 2}

// CheckShots reports whether the set has prompts with n examples. Every set has them if n
// is 0 or 2. For any other n, the prompt of at least one file must differ from those with
// n−1 and n+1 examples.
func (s *Set) CheckShots(n int) error {
	if slices.Contains(Shots, n) {
		return nil
	}
	if n < 0 {
		return fmt.Errorf("found %d, expected 0 or more", n)
	}
	for _, c := range s.trials() {
		if s.templates[c.file()] == nil {
			continue
		}
		before, _, err := s.trial(c, n-1)
		at, _, errAt := s.trial(c, n)
		after, _, errAfter := s.trial(c, n+1)
		if err := errors.Join(err, errAt, errAfter); err != nil {
			return err
		}
		if at != before && at != after {
			return nil
		}
	}
	return fmt.Errorf("found %d, expected 0 or 2: the prompts %s have no other number of examples", n, s.name)
}
