package english

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/xrash/smetrics"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"github.com/truthloop/truthloop/data"
)

// A Language is a natural language of descriptions.
type Language struct {
	Code    string // a tag of BCP 47, such as de or zh-Hant
	Name    string // in English
	Request string // asks for a description, in the language itself or, of most languages, in English; "" for English

	latin bool // its script
}

// DefaultLanguage is the code of the language of a row without one.
const DefaultLanguage = "en"

// English reports whether the language is English, the default.
func (l *Language) English() bool { return l == nil || l.Code == DefaultLanguage }

// ParseLanguage reads the code of a language. The error names the code that is probably
// meant.
func ParseLanguage(code string) (*Language, error) {
	tag, err := language.Parse(code)
	name := display.English.Tags().Name(tag)
	base, _ := tag.Base()
	if err != nil || tag == language.Und || name == "" || name == display.English.Tags().Name(language.Und) {
		return nil, fmt.Errorf("found %q, expected the code of a language, such as de, zh or pt-BR%s", code, meant(code))
	}
	script, _ := tag.Script()
	l := &Language{Code: tag.String(), Name: name, latin: script.String() == "Latn"}
	if base.String() == DefaultLanguage {
		return l, nil
	}
	l.Request = "Write the description in " + name + "."
	if usual, _ := language.Make(base.String()).Script(); script != usual {
		return l, nil
	}
	text, err := fs.ReadFile(data.FS, "languages/"+base.String()+".toml")
	if errors.Is(err, fs.ErrNotExist) {
		return l, nil
	} else if err != nil {
		return nil, err
	}
	file := struct{ Request string }{}
	if err := toml.Unmarshal(text, &file); err != nil {
		return nil, fmt.Errorf("languages/%s.toml: %w", base, err)
	}
	l.Request = file.Request
	return l, nil
}

// meant returns the end of an error about a code: the code of the language with a similar
// name, or of the main language of the country with this code.
func meant(code string) string {
	const far = 3
	best, distance := "", far
	for _, tag := range display.Supported.Tags() {
		for _, name := range []string{display.English.Tags().Name(tag), display.Self.Name(tag)} {
			if d := smetrics.WagnerFischer(strings.ToLower(code), strings.ToLower(name), 1, 1, 1); d < distance && d < len(code)-2 {
				best, distance = tag.String(), d
			}
		}
	}
	if country, err := language.ParseRegion(code); best == "" && err == nil && country.IsCountry() {
		if tag, err := language.Compose(country); err == nil {
			base, confidence := tag.Base()
			if confidence != language.No {
				best = base.String()
			}
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %s (%s)?", best, display.English.Tags().Name(language.Make(best)))
}
