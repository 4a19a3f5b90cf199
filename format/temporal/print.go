package temporal

import "strings"

// rightAssociative reports whether operators of precedence p associate to the right. The
// other operators are associative.
func rightAssociative(p int) bool { return p == precImplies || p == precUntil }

// String writes f in ASCII, with the fewest brackets that keep the tree:
// G (a -> F b), !a & X X c, (a U b) U c. Parse reads the same tree, also with
// Options.Strict. A name that Parse could read otherwise is quoted: "G", "at home".
func (f *Formula) String() string { return string(f.AppendTo(nil)) }

// AppendTo appends f to b as String writes it.
func (f *Formula) AppendTo(b []byte) []byte {
	switch f.Op {
	case OpAtom:
		return appendName(b, f.Name)
	case OpNot:
		return f.Args[0].appendIn(append(b, '!'), precUnary)
	case OpTrue, OpFalse:
		return append(b, f.Op.Letter()...)
	}
	if f.Op.IsUnary() {
		return f.Args[0].appendIn(append(append(b, f.Op.Letter()...), ' '), precUnary)
	}
	prec := precedence(f.Op)
	for i, g := range f.Args {
		least := prec + 1
		if i > 0 {
			b = append(b, ' ')
			b = append(b, f.Op.Letter()...)
			b = append(b, ' ')
			if rightAssociative(prec) {
				least = prec
			}
		}
		b = g.appendIn(b, least)
	}
	return b
}

// appendIn appends f, in brackets if its precedence is below least.
func (f *Formula) appendIn(b []byte, least int) []byte {
	if precedence(f.Op) >= least {
		return f.AppendTo(b)
	}
	return append(f.AppendTo(append(b, '(')), ')')
}

func appendName(b []byte, name string) []byte {
	if isPlain(name) {
		return append(b, name...)
	}
	b = append(b, '"')
	b = append(b, quoter.Replace(name)...)
	return append(b, '"')
}

var quoter = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// isPlain reports whether name needs no quotes, whatever is around it.
func isPlain(name string) bool {
	l := lexer{text: name}
	t := l.next(0)
	return t.kind == tokName && t.end == len(name) && t.name == name && t.maybe == 0 && !begins(name)
}
