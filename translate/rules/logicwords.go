package rules

import "strings"

// reservedLogic maps the reserved words of statements to their canonical spelling. A
// symbol with such a name is written in quotation marks. Words that have a meaning in
// one place only (following, least) are not reserved.
var reservedLogic = func() map[string]string {
	words := map[string]string{
		"imply": "implies", "each": "every", "exist": "exists", "differ": "differs",
		"claims": "claim", "states": "says", "means": "says", "asserts": "says",
		"it's": "it is", "isn't": "is not", "aren't": "are not", "doesn't": "does not", "don't": "do not", "there's": "there is",
	}
	for w := range strings.FieldsSeq(`
		and or nor not neither either both if then iff only unless implies exactly when whenever provided just but else also xor
		for to every all any some none no at there exists such which so an
		is are it the this these that of holds hold does do true false equals equal same as identical differs from in fails with
		claim says here where
		first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth finally last`) {
		words[w] = w
	}
	return words
}()
