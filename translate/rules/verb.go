package rules

import "strings"

// irregular lists verbs whose third person baseForm would undo wrongly: most end
// in a silent e after ch, sh, x, z or o, or in a single s. It need not be
// complete: a verb that does not survive inflect and baseForm is written with
// "does".
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

// inflect returns the third person singular of a verb: love, loves; carry,
// carries; kiss, kisses.
func inflect(base string) string {
	if f, ok := irregular[base]; ok {
		return f
	}
	n := len(base)
	switch {
	case n > 1 && base[n-1] == 'y' && !vowel(base[n-2]):
		return base[:n-1] + "ies"
	case hasSuffix(base, "s", "x", "z", "ch", "sh", "o") && !hasSuffix(base, "ao", "eo", "io", "oo", "uo"):
		return base + "es"
	}
	return base + "s"
}

// baseForm undoes inflect as far as spelling allows. It returns a word that does
// not look inflected unchanged.
func baseForm(form string) string {
	if b, ok := irregularBase[form]; ok {
		return b
	}
	n := len(form)
	switch {
	case n < 3 || form[n-1] != 's' || form[n-2] == 's':
		return form
	case n > 4 && strings.HasSuffix(form, "ies"):
		return form[:n-3] + "y"
	case hasSuffix(form, "sses", "ches", "shes", "xes", "zzes", "tzes", "oes"):
		return form[:n-2]
	}
	return form[:n-1]
}

func vowel(c byte) bool { return strings.IndexByte("aeiou", c) >= 0 }

func hasSuffix(s string, suffixes ...string) bool {
	for _, x := range suffixes {
		if strings.HasSuffix(s, x) {
			return true
		}
	}
	return false
}

// wordLike reports whether a name is spelled like an English verb: two or
// more lower-case letters.
func wordLike(name string) bool {
	for i := 0; i < len(name); i++ {
		if c := name[i]; c < 'a' || c > 'z' {
			return false
		}
	}
	return len(name) >= 2
}
