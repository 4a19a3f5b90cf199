package english

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"
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

// English reports whether the language is English, the default, of any region.
func (l *Language) English() bool {
	if l == nil {
		return true
	}
	base, _, _ := language.Make(l.Code).Raw()
	return base.String() == DefaultLanguage
}

// bases has the codes of base languages by the English names of languages: de by "German"
// and by "Austrian German".
var bases = sync.OnceValue(func() map[string]string {
	codes := map[string]string{}
	add := func(tag language.Tag) {
		base, _, _ := tag.Raw()
		if name := display.English.Tags().Name(tag); name != "" && !slices.Contains(none, base.String()) {
			codes[name] = base.String()
		}
	}
	for _, tag := range slices.Concat(language.Supported.Tags(), display.Supported.Tags()) {
		add(tag)
	}
	for _, code := range []string{"ar-001", "en-US", "es-ES", "nl-BE", "pt-BR", "zh-Hans"} { // have names, but are not in the lists
		add(language.Make(code))
	}
	for _, base := range language.Supported.BaseLanguages() {
		add(language.Make(base.String()))
	}
	return codes
})

// none are the codes of no language in particular.
var none = []string{"mis", "mul", "und", "zxx"}

// BaseOf returns the code of the base language with an English name, such as de of "German"
// and "German (Belgium)", or "" if no language has this name.
func BaseOf(name string) string {
	name, _, _ = strings.Cut(name, " (")
	return bases()[name]
}

// ParseLanguage reads the code of a language.
func ParseLanguage(code string) (*Language, error) {
	tag, err := language.Parse(code)
	name := display.English.Tags().Name(tag)
	base, _, _ := tag.Raw()
	if err != nil || slices.Contains(none, base.String()) || name == "" || name == display.English.Tags().Name(language.Und) {
		return nil, fmt.Errorf("found %q, expected the code of a language, such as de, zh or pt-BR", code)
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
