package builtin

import (
	"fmt"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate/gloss"
	"github.com/truthloop/truthloop/translate/prompt"
)

// parseStyle reads the settings of builtin:gloss.
func parseStyle(query string) (gloss.Style, error) {
	if query == "" {
		return gloss.Published, nil
	}
	style, found := strings.CutPrefix(query, "style=")
	if !found {
		return "", fmt.Errorf("expected style=published or style=exact, found %q", query)
	}
	return gloss.ParseStyle(style)
}

// tell answers a prompt of informalize for a formula of logic.
func tell(c prompt.Case, style gloss.Style) (string, error) {
	if c.Direction != prompt.Informalize || c.Formalism == record.Regex {
		return "", fmt.Errorf("builtin:gloss describes formulas of logic, found %s of formalism %s", c.Direction, c.Formalism)
	}
	f, err := logic.Parse(c.Text, logic.Options{})
	if err != nil {
		return "", err
	}
	return gloss.Tell(f, &c.Vocabulary.Vocabulary, style)
}
