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
	l, err := english.ParseLanguage(code)
	if err != nil {
		return nil, err
	}
	if asked != "" && asked != l.Code {
		return nil, fmt.Errorf("found %s in the row, expected %s, as --language says", row.Language, asked)
	}
	set, err := t.Prompts.In(l)
	if err == nil {
		row.Language = l.Code
	}
	return set, err
}
