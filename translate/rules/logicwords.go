package rules

// reservedLogic maps the reserved words of statements to their canonical
// spelling. A symbol with such a name is written in quotation marks. Words that
// have a meaning in one place only (following, least) are not reserved.
var reservedLogic = map[string]string{
	// connectives
	"and": "and", "or": "or", "nor": "nor", "not": "not", "neither": "neither", "either": "either",
	"both": "both", "if": "if", "then": "then", "iff": "iff", "only": "only", "unless": "unless",
	"implies": "implies", "imply": "implies", "exactly": "exactly", "when": "when", "whenever": "whenever",
	"provided": "provided", "just": "just", "but": "but", "else": "else", "also": "also", "xor": "xor",
	// quantifiers and counts
	"for": "for", "to": "to", "every": "every", "all": "all", "each": "every", "any": "any", "some": "some",
	"none": "none", "no": "no", "at": "at", "there": "there", "exist": "exists", "exists": "exists",
	"such": "such", "which": "which", "so": "so", "an": "an",
	// predication
	"is": "is", "are": "are", "it": "it", "the": "the", "this": "this", "these": "these", "that": "that", "of": "of",
	"holds": "holds", "hold": "hold", "does": "does", "do": "do", "true": "true", "false": "false",
	"equals": "equals", "equal": "equal", "same": "same", "as": "as", "identical": "identical",
	"differs": "differs", "differ": "differs", "from": "from", "in": "in", "fails": "fails", "with": "with",
	// definitions
	"claim": "claim", "claims": "claim", "says": "says", "states": "says", "means": "says", "asserts": "says", "here": "here", "where": "where",
	// places in a list
	"first": "first", "second": "second", "third": "third", "fourth": "fourth", "fifth": "fifth",
	"sixth": "sixth", "seventh": "seventh", "eighth": "eighth", "ninth": "ninth", "tenth": "tenth",
	"eleventh": "eleventh", "twelfth": "twelfth", "finally": "finally", "last": "last",
}

// bare reports whether a name can stand without quotation marks: it is not
// reserved and no ordinal in digits.
func bare(name string) bool {
	return plain(name, reservedLogic) && !(name[0] >= '0' && name[0] <= '9' && parseOrdinal(name) > 0)
}
