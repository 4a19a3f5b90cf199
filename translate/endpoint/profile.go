package endpoint

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/truthloop/truthloop/data"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

// A Profile describes a family of models.
type Profile struct {
	Match     string   `toml:"match"`      // pattern of names, with * for any text
	MaxTokens string   `toml:"max_tokens"` // the parameter that limits a reply; empty: max_tokens
	Refuses   []string `toml:"refuses"`    // parameters that the models reject
	Context   int64    `toml:"context"`    // tokens of prompt and reply together; 0: not known
	Price     *Price   `toml:"price"`      // nil: not known
}

// A Price is in US dollars per million tokens. Prices change, so each has its
// source and date.
type Price struct {
	Input       float64  `toml:"input"`
	CachedInput *float64 `toml:"cached_input"` // nil: Input, as an upper bound
	Output      float64  `toml:"output"`       // of completion tokens, including reasoning
	Source      string   `toml:"source"`
	Date        string   `toml:"date"`
}

// Cost returns the price of a call in US dollars.
func (p *Price) Cost(u record.Usage) float64 {
	cached := p.Input
	if p.CachedInput != nil {
		cached = *p.CachedInput
	}
	fresh := max(u.PromptTokens-u.CachedTokens, 0)
	return (float64(fresh)*p.Input + float64(u.CachedTokens)*cached + float64(u.CompletionTokens)*p.Output) / 1e6
}

// Profiles are the profiles of several files, in order of precedence.
type Profiles [][]Profile

// LoadProfiles reads the named file, unless name is empty, and the packaged
// data/models.toml. The error names file and line.
func LoadProfiles(name string) (Profiles, error) {
	var s Profiles
	if name != "" {
		b, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("models: %w", err)
		}
		if s, err = s.with(name, b); err != nil {
			return nil, err
		}
	}
	b, err := fs.ReadFile(data.FS, "models.toml")
	if err != nil {
		return nil, fmt.Errorf("models: %w", err)
	}
	return s.with("models.toml", b)
}

// with parses a file and appends its profiles.
func (s Profiles) with(name string, b []byte) (Profiles, error) {
	var file struct {
		Model []Profile `toml:"model"`
	}
	if err := toml.NewDecoder(strings.NewReader(string(b))).DisallowUnknownFields().Decode(&file); err != nil {
		return nil, fmt.Errorf("models: %s:%w", name, position(err))
	}
	for i, p := range file.Model {
		if err := p.check(); err != nil {
			return nil, fmt.Errorf("models: %s: model %d: %w", name, i+1, err)
		}
	}
	return append(s, file.Model), nil
}

// position adds line and column to a parser's error.
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

// highestPrice is a dollar per token. A higher price is a mistake, and costs with it might
// be infinite.
const highestPrice = 1_000_000

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
		if !(a >= 0 && a <= highestPrice) {
			return fmt.Errorf("price: found %v, expected US dollars per million tokens, at most %d", a, highestPrice)
		}
	}
	return nil
}

// Of returns the profile of a model: in the first file with a matching pattern, the
// profile of the longest one. It is empty if no pattern matches. The settings of such a
// model are sent unchanged, and it has no price.
func (s Profiles) Of(model string) Profile {
	name := strings.ToLower(model)
	for _, file := range s {
		best := -1
		for i, p := range file {
			if matches(strings.ToLower(p.Match), name) && (best < 0 || specific(p.Match) > specific(file[best].Match)) {
				best = i
			}
		}
		if best >= 0 {
			return file[best]
		}
	}
	return Profile{}
}

// specific is greater for a pattern with more characters other than *. Of two patterns
// with the same number, it is greater for the one without *.
func specific(pattern string) int {
	stars := strings.Count(pattern, "*")
	return 2*(len(pattern)-stars) - min(stars, 1)
}

// matches reports whether the pattern, with * for any text, matches the whole
// name. Model names contain slashes and brackets, which are special to
// path.Match.
func matches(pattern, name string) bool {
	any := strings.ReplaceAll(regexp.QuoteMeta(pattern), `\*`, ".*")
	return regexp.MustCompile("(?s)^" + any + "$").MatchString(name)
}

// Apply adapts params to the models. A parameter that they reject is an error: to omit it
// silently would change the experiment.
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
