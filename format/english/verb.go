package english

import (
	"regexp"
	"strings"
)

// irregular lists verbs whose third person BaseForm would undo wrongly: most end in a
// silent e after ch, sh, x, z or o, or in a single s. It need not be complete: a verb
// that Inflect and then BaseForm change is written with "does".
var irregular = map[string]string{
	"be": "is", "have": "has", "ache": "aches", "cache": "caches", "axe": "axes",
	"tiptoe": "tiptoes", "hoe": "hoes", "shoe": "shoes", "canoe": "canoes", "toe": "toes",
	"focus": "focuses", "bus": "buses", "gas": "gases", "bias": "biases", "canvas": "canvases",
	"chorus": "choruses", "die": "dies", "lie": "lies", "tie": "ties", "vie": "vies",
	"untie": "unties", "belie": "belies", "finesse": "finesses",
}

var irregularBase = func() map[string]string {
	m := make(map[string]string, len(irregular))
	for base, form := range irregular {
		m[form] = base
	}
	return m
}()

var (
	takesES  = regexp.MustCompile(`([sxz]|ch|sh|[^aeiou]o)$`)
	takesIES = regexp.MustCompile(`[^aeiou]y$`)
	endsInES = regexp.MustCompile(`(ss|ch|sh|x|zz|tz|o)es$`)
)

// Inflect returns the third person singular of a verb: love, loves; carry,
// carries; kiss, kisses.
func Inflect(base string) string {
	switch form := irregular[base]; {
	case form != "":
		return form
	case takesIES.MatchString(base):
		return base[:len(base)-1] + "ies"
	case takesES.MatchString(base):
		return base + "es"
	}
	return base + "s"
}

// BaseForm undoes Inflect as far as spelling allows. It returns a word that does
// not look inflected unchanged.
func BaseForm(form string) string {
	n := len(form)
	switch base := irregularBase[form]; {
	case base != "":
		return base
	case n < 3 || form[n-1] != 's' || form[n-2] == 's':
		return form
	case n > 4 && strings.HasSuffix(form, "ies"):
		return form[:n-3] + "y"
	case endsInES.MatchString(form):
		return form[:n-2]
	}
	return form[:n-1]
}
