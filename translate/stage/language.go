package stage

import (
	"cmp"
	"fmt"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate/prompt"
)

// prompts returns the prompts in the language of the row's description, and sets the column
// language to its code.
func (t *Translator) prompts(row *record.Row) (*prompt.Set, error) {
	asked := ""
	if n := len(t.Languages); n > 0 {
		asked = t.Languages[int(max(number(row.Step)-1, 0))%n].Code
	}
	code := cmp.Or(asked, english.DefaultLanguage)
	if t.Direction == prompt.Autoformalize {
		code = cmp.Or(row.Language, code)
	}
	s, err := t.speak(code)
	if err != nil {
		return nil, err
	}
	if asked != "" && asked != s.code {
		return nil, fmt.Errorf("found %s in the row, expected %s, as --language says", row.Language, asked)
	}
	row.Language = s.code
	return s.Set, nil
}

// A spoken has the prompts in a language.
type spoken struct {
	*prompt.Set
	code string // its usual spelling: de for DE
}

// speak returns the prompts in the language of a code.
func (t *Translator) speak(code string) (*spoken, error) {
	if s, ok := t.sets.Load(code); ok {
		return s.(*spoken), nil
	}
	l, err := english.ParseLanguage(code)
	if err != nil {
		return nil, err
	}
	set, err := t.Prompts.In(l)
	if err != nil {
		return nil, err
	}
	s := &spoken{set, l.Code}
	t.sets.Store(code, s)
	return s, nil
}
