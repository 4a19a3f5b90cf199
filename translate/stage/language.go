package stage

import (
	"cmp"
	"fmt"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate/prompt"
)

// prompts returns the prompts in the language of the row's description, and sets the column
// language.
func (t *Translator) prompts(row *record.Row) (*prompt.Set, error) {
	code := ""
	if n := len(t.Languages); n > 0 {
		code = t.Languages[int(max(number(row.Step)-1, 0))%n].Code
	}
	if t.Direction == prompt.Autoformalize {
		if code != "" && row.Language != "" && row.Language != code {
			return nil, fmt.Errorf("found %s in the row, expected %s, as --language says", row.Language, code)
		}
		code = cmp.Or(row.Language, code)
	}
	code = cmp.Or(code, english.DefaultLanguage)
	if set, ok := t.sets.Load(code); ok {
		row.Language = code
		return set.(*prompt.Set), nil
	}
	l, err := english.ParseLanguage(code)
	if err != nil {
		return nil, err
	}
	set, err := t.Prompts.In(l)
	if err != nil {
		return nil, err
	}
	t.sets.Store(code, set)
	row.Language = code
	return set, nil
}
