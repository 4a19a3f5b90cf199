package logic

import (
	"strings"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/syntax"
)

// A symbol is the meaning of a sign, a keyword or a LaTeX command.
type symbol uint8

const (
	symNone symbol = iota
	symAnd
	symOr
	symXor
	symImplies
	symIff
	symNot
	symForall
	symExists
	symNotExists
	symTrue
	symFalse
	symEqual
	symNotEqual
	symSpace // typesetting without meaning
	symFont  // a command whose argument is a name or a word
	symGreek // a command that is a name
)

// notation lists the single runes, the keywords and the LaTeX commands of each symbol,
// besides the words and commands that all languages have. Function equality reads = and ≠.
var notation = [...]struct {
	boolean                   syntax.Boolean
	runes, keywords, commands string
}{
	symAnd:       {syntax.And, "∧⋀˄^&", "", ""},
	symOr:        {syntax.Or, "∨⋁˅|", "v", "/"},
	symXor:       {syntax.Xor, "⊕⊻⨁↮≢", "", ""},
	symImplies:   {syntax.Implies, "→⇒⟶⟹⊃", "", ""},
	symIff:       {syntax.Iff, "↔⇔⟷⟺≡", "", ""},
	symNot:       {syntax.Not, "¬∼~!-", "", ""},
	symForall:    {0, "∀", "all forall", "forall"},
	symExists:    {0, "∃", "some exists", "exists"},
	symNotExists: {0, "∄", "", "nexists"},
	symTrue:      {syntax.True, "⊤", "", ""},
	symFalse:     {syntax.False, "⊥", "", ""},
	symNotEqual:  {0, "", "", "neq ne"},
	symSpace:     {0, "", "", syntax.LaTeXSpaces + ` \ limits`},
	symFont:      {0, "", "", syntax.LaTeXFonts},
	symGreek: {0, "", "", `alpha beta gamma delta epsilon varepsilon zeta eta theta iota kappa lambda mu nu xi
		pi rho sigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega`},
}

// The symbols of notation.
var (
	runes    = map[rune]symbol{}
	keywords = map[string]symbol{}
	commands = map[string]symbol{" ": symSpace, "\n": symSpace, "\t": symSpace}
)

func init() {
	for i, n := range notation {
		for _, r := range n.runes {
			runes[r] = symbol(i)
		}
		all := syntax.Spellings[n.boolean]
		for _, w := range strings.Fields(all.Words + " " + n.keywords) {
			keywords[w] = symbol(i)
		}
		for _, c := range strings.Fields(all.Commands + " " + n.commands) {
			commands[c] = symbol(i)
		}
	}
}

// wordSymbol returns the meaning of a keyword. It ignores case.
func wordSymbol(word string) symbol {
	if len(word) > len("implies") || !isASCII(word) {
		return symNone
	}
	return keywords[strings.ToLower(word)]
}

// strictSymbols are the symbols of Options.Strict besides =, ≠ and punctuation.
const strictSymbols = "∧∨⊕¬→↔∀∃"

// symbolAt reads a symbol that is one rune beyond ASCII, or a LaTeX command.
func (p *parser) symbolAt(i int) (sym symbol, end int) {
	s := p.s
	if s[i] == '\\' {
		return p.commandAt(i)
	}
	r, width := utf8.DecodeRuneInString(s[i:])
	if isForeign(r) {
		p.foreign = true
		return symNone, i
	}
	sym = runes[r]
	if p.Strict && !strings.ContainsRune(strictSymbols, r) {
		sym = symNone
	}
	return sym, i + width
}

// commandAt reads a LaTeX command, or the operator in one like \text{ and }.
func (p *parser) commandAt(i int) (sym symbol, end int) {
	if p.Strict {
		return symNone, i
	}
	name, end := syntax.Command(p.s, i)
	sym = commands[name]
	if sym == symFont {
		word, end, ok := fontArgument(p.s, end)
		if ok {
			if sym := wordSymbol(word); sym != symNone {
				return sym, end
			}
		}
		return symFont, end
	}
	if name == "not" { // \not= is an inequality, \not p a negation
		rest := strings.TrimLeft(p.s[end:], " ")
		if strings.HasPrefix(rest, "=") {
			return symNotEqual, len(p.s) - len(rest) + 1
		}
	}
	return sym, end
}

// infix reads the binary connective at p.pos, which is not at white space. It returns
// symNone if there is none. It keeps the last result, since every level of precedence
// calls it again.
func (p *parser) infix() (sym symbol, end int) {
	if p.infixAt != p.pos {
		p.infixAt = p.pos
		p.infixSym, p.infixEnd = p.readInfix(p.pos)
	}
	return p.infixSym, p.infixEnd
}

func (p *parser) readInfix(i int) (sym symbol, end int) {
	s := p.s
	if i == len(s) {
		return symNone, i
	}
	switch c := s[i]; {
	case c >= 0x80 || c == '\\':
		sym, end = p.symbolAt(i)
	case p.Strict:
		return symNone, i
	case isLetter(c):
		var word string
		word, end = p.plainName(i)
		sym = wordSymbol(word)
	case c == '^' && p.latex: // a superscript
		return symNone, i
	case c == ',' && p.level.rule && p.lenient:
		return symAnd, i + 1
	default:
		sym, end = asciiInfix(s, i)
	}
	if sym < symAnd || sym > symIff {
		return symNone, i
	}
	return sym, end
}

// asciiInfix reads & && ^ | || /\ -> => <-> <=> and <~>, arrows of any length.
func asciiInfix(s string, i int) (sym symbol, end int) {
	next := func(j int) byte {
		if j < len(s) {
			return s[j]
		}
		return 0
	}
	switch c := s[i]; c {
	case '&', '|':
		end = i + 1
		if next(end) == c {
			end++
		}
		return runes[rune(c)], end
	case '^':
		return symAnd, i + 1
	case '/':
		if next(i+1) == '\\' {
			return symAnd, i + 2
		}
	case '-', '=', '<':
		if strings.HasPrefix(s[i:], "<~>") {
			return symXor, i + len("<~>")
		}
		j, sym := i, symImplies
		if c == '<' {
			j, sym = i+1, symIff
		}
		shaft := next(j)
		if shaft != '-' && shaft != '=' {
			break
		}
		for next(j) == shaft && j < i+lookAhead { // limited: s may be one long shaft
			j++
		}
		if next(j) == '>' {
			return sym, j + 1
		}
	}
	return symNone, i
}

// equality reads = or ≠ at p.pos.
func (p *parser) equality() (sym symbol, end int) {
	s, i := p.s, p.pos
	if i == len(s) {
		return symNone, i
	}
	switch c := s[i]; {
	case c == '=':
		end = i + 1
		if p.Strict {
			return symEqual, end
		}
		if end < len(s) && s[end] == '=' {
			end++
		}
		if end < len(s) && (s[end] == '>' || s[end] == '=') {
			return symNone, i // an arrow, or no operator at all
		}
		if strings.HasPrefix(s[end:], "\u0338") { // ≠ in decomposed form
			return symNotEqual, end + len("\u0338")
		}
		return symEqual, end
	case c == '!' && !p.Strict:
		if strings.HasPrefix(s[i:], "!=") {
			return symNotEqual, i + 2
		}
	case c == 0xE2:
		if strings.HasPrefix(s[i:], "≠") {
			return symNotEqual, i + len("≠")
		}
	case c == '\\':
		if sym, end = p.symbolAt(i); sym == symNotEqual {
			return sym, end
		}
	}
	return symNone, i
}
