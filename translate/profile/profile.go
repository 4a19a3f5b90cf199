package profile

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/truthloop/truthloop/data"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

// A Profile is what is known of some models.
type Profile struct {
	Match     string   `toml:"match"`      // names, with * for any text
	MaxTokens string   `toml:"max_tokens"` // the parameter that limits a reply; empty: max_tokens
	Refuses   []string `toml:"refuses"`    // parameters that the models answer with an error
	Context   int64    `toml:"context"`    // tokens of prompt and reply together; 0: not known
	Price     *Price   `toml:"price"`      // nil: not known
}

// A Price is in US dollars for a million tokens.
type Price struct {
	Input       float64  `toml:"input"`
	CachedInput *float64 `toml:"cached_input"` // nil: as Input, which is then an upper bound
	Output      float64  `toml:"output"`       // of all completion tokens, reasoning included
	Source      string   `toml:"source"`
	Date        string   `toml:"date"`
}

// Cost is the price of a call in US dollars.
func (p *Price) Cost(u record.Usage) float64 {
	cached := p.Input
	if p.CachedInput != nil {
		cached = *p.CachedInput
	}
	fresh := max(u.PromptTokens-u.CachedTokens, 0)
	return (float64(fresh)*p.Input + float64(u.CachedTokens)*cached + float64(u.CompletionTokens)*p.Output) / 1e6
}

// A Set is profiles in the order in which they are asked.
type Set struct{ files [][]Profile }

// Load reads the packaged profiles and, before them, those of the named file
// where name is not empty. The error names file and line.
func Load(name string) (*Set, error) {
	s := &Set{}
	if name != "" {
		b, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("models: %w", err)
		}
		if err := s.add(name, b); err != nil {
			return nil, err
		}
	}
	b, err := fs.ReadFile(data.FS, "models.toml")
	if err != nil {
		return nil, fmt.Errorf("models: %w", err)
	}
	return s, s.add("models.toml", b)
}

func (s *Set) add(name string, b []byte) error {
	var file struct {
		Model []Profile `toml:"model"`
	}
	if err := toml.NewDecoder(strings.NewReader(string(b))).DisallowUnknownFields().Decode(&file); err != nil {
		return fmt.Errorf("models: %s:%w", name, position(err))
	}
	for i, p := range file.Model {
		if err := p.check(); err != nil {
			return fmt.Errorf("models: %s: model %d: %w", name, i+1, err)
		}
	}
	s.files = append(s.files, file.Model)
	return nil
}

// position puts the line and column before what the parser says.
func position(err error) error {
	var decode *toml.DecodeError
	var strict *toml.StrictMissingError
	switch {
	case errors.As(err, &strict) && len(strict.Errors) > 0:
		line, column := strict.Errors[0].Position()
		return fmt.Errorf("%d:%d: found %s, expected match, max_tokens, refuses, context or price", line, column, strings.Join(strict.Errors[0].Key(), "."))
	case errors.As(err, &decode):
		line, column := decode.Position()
		return fmt.Errorf("%d:%d: %w", line, column, err)
	}
	return err
}

func (p *Profile) check() error {
	switch {
	case p.Match == "":
		return errors.New("match: found none, expected names of models")
	case !slices.Contains([]string{"", "max_tokens", "max_completion_tokens"}, p.MaxTokens):
		return fmt.Errorf("max_tokens: found %q, expected max_tokens or max_completion_tokens", p.MaxTokens)
	case p.Context < 0:
		return fmt.Errorf("context: found %d, expected a number of tokens", p.Context)
	case p.Price == nil:
		return nil
	}
	amounts := []float64{p.Price.Input, p.Price.Output}
	if p.Price.CachedInput != nil {
		amounts = append(amounts, *p.Price.CachedInput)
	}
	for _, a := range amounts {
		if !(a >= 0) || math.IsInf(a, 0) {
			return fmt.Errorf("price: found %v, expected US dollars for a million tokens", a)
		}
	}
	return nil
}

// Of is the profile of a model. Of the patterns of a file that fit, the longest
// holds; the user's file comes before the packaged one.
func (s *Set) Of(model string) Profile {
	name := strings.ToLower(model)
	for _, file := range s.files {
		best := -1
		for i, p := range file {
			if fits(strings.ToLower(p.Match), name) && (best < 0 || specific(p.Match) > specific(file[best].Match)) {
				best = i
			}
		}
		if best >= 0 {
			return file[best]
		}
	}
	return Profile{}
}

// specific orders patterns: by the text in them, and, where that is of the
// same length, a name before a pattern.
func specific(pattern string) int {
	stars := strings.Count(pattern, "*")
	return 2*(len(pattern)-stars) - min(stars, 1)
}

// fits says whether the pattern, with * for any text, is of the whole name.
// The names of models have slashes and brackets, which are special to
// path.Match.
func fits(pattern, name string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == name
	}
	rest, found := strings.CutPrefix(name, parts[0])
	if !found {
		return false
	}
	for _, part := range parts[1 : len(parts)-1] {
		i := strings.Index(rest, part)
		if i < 0 {
			return false
		}
		rest = rest[i+len(part):]
	}
	return strings.HasSuffix(rest, parts[len(parts)-1])
}

// Apply puts params into the form that the models take. The error names a
// parameter that they refuse: leaving it out unasked would be another
// experiment than the one that was asked for.
func (p Profile) Apply(params *translate.Params) error {
	set := map[string]bool{
		"temperature": params.Temperature != nil, "top_p": params.TopP != nil, "seed": params.Seed != nil,
		"stop": len(params.Stop) > 0, "max_tokens": params.MaxTokens != nil,
	}
	for _, name := range p.Refuses {
		if set[name] || params.Extra[name] != nil {
			return fmt.Errorf("parameter %s: models %q take none (see data/models.toml); leave it out", name, p.Match)
		}
	}
	if params.MaxTokens == nil || p.MaxTokens == "" || p.MaxTokens == "max_tokens" {
		return nil
	}
	err := params.AddExtra(fmt.Sprintf("%s=%d", p.MaxTokens, *params.MaxTokens))
	params.MaxTokens = nil
	return err
}
