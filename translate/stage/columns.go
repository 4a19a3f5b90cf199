package stage

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/translate/prompt"
)

// separator stands between what informalize and what autoformalize used,
// where the two differ.
const separator = " | "

// joined is the column model or prompt after a stage that used mine: mine,
// or "theirs | mine" where informalize used something else, so that grouping
// by the column keeps the pairs apart.
func joined(column, mine string, d prompt.Direction) string {
	theirs, _, _ := strings.Cut(column, separator)
	if d == prompt.Informalize || theirs == "" || theirs == mine {
		return mine
	}
	return theirs + separator + mine
}

// joinedParams is the same for params: one object, or, where the two differ,
// an object with one for each stage.
func joinedParams(column, mine string, d prompt.Direction) string {
	if d == prompt.Informalize || column == "" {
		return mine
	}
	theirs := column
	var both struct {
		Informalize   jsontext.Value `json:"informalize"`
		Autoformalize jsontext.Value `json:"autoformalize"`
	}
	if json.Unmarshal([]byte(column), &both) == nil && both.Informalize != nil && both.Autoformalize != nil {
		theirs = string(both.Informalize)
	}
	if theirs == mine {
		return mine
	}
	both.Informalize, both.Autoformalize = jsontext.Value(theirs), jsontext.Value(mine)
	b, err := json.Marshal(both)
	if err != nil { // the row came with params that are no JSON
		return mine
	}
	return string(b)
}
