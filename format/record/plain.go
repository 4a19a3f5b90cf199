package record

import (
	"bytes"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// The reader below reads lines as programs write them, which is nearly all
// there are: members of the contract with values of their types, integers in
// digits, no name twice or with an escape in it, valid UTF-8. At anything else
// it gives up, without a word, and Decode reads the line from its beginning
// with the library, which also finds what is wrong with it. A fuzz target holds
// the two against each other. It takes a fifth of the time, most of that for
// the memory of the row.
type plainReader struct {
	line []byte
	at   int

	after     [64]uint8   // the column that last followed each
	names     [][]byte    // of the unknown fields so far
	texts     []string    // of the list that is being read
	interned  [256]string // short texts, by a hash
	ints      []int64     // for the integers of one row, handed out one by one
	unescaped []byte      // the last text that held escapes
}

// first stands in after for the beginning of the row.
const first = 63

// row reads the line into r, which holds nothing; it is false where the line is
// not for it.
func (p *plainReader) row(line []byte, r *Row) bool {
	p.line, p.at, p.ints, p.names = line, 0, nil, p.names[:0]
	defer func() { p.line = nil }()
	if !p.sign('{') {
		return false
	}
	seen := uint64(0)
	column := uint8(first)
	for more := !p.sign('}'); more; {
		name, ok := p.name()
		if !ok {
			return false
		}
		next, known := p.column(column, name)
		if known {
			column = next
			bit := uint64(1) << next
			if seen&bit != 0 || !p.field(columns[next].field(r)) {
				return false
			}
			seen |= bit
		} else if !p.unknown(name, r) {
			return false
		}
		if more, ok = p.comma('}'); !ok {
			return false
		}
	}
	p.space()
	if n := len(r.Extra); n > 0 {
		r.Extra[n-1] = '}'
	}
	return p.at == len(p.line)
}

// column finds a column by its name. Rows of one source have the same columns
// in the same order.
func (p *plainReader) column(before uint8, name []byte) (uint8, bool) {
	if i := p.after[before]; columns[i].name == string(name) {
		return i, true
	}
	i, ok := byName[string(name)]
	if ok {
		p.after[before] = uint8(i)
	}
	return uint8(i), ok
}

// unknown keeps a field that is not of the contract.
func (p *plainReader) unknown(name []byte, r *Row) bool {
	for _, n := range p.names {
		if bytes.Equal(n, name) {
			return false
		}
	}
	if len(p.names) == 32 { // comparing each with each takes too long
		return false
	}
	p.names = append(p.names, name)
	from := p.at
	if !p.value() {
		return false
	}
	if len(r.Extra) == 0 {
		r.Extra = append(r.Extra, '{')
	}
	r.Extra = append(append(append(append(r.Extra, '"'), name...), '"'), ':')
	r.Extra = append(append(r.Extra, p.line[from:p.at]...), ',')
	return true
}

// value passes over a value. Lists and objects, in which names must not occur
// twice either, are the library's.
func (p *plainReader) value() bool {
	switch c := p.peek(); c {
	case '"':
		raw, escaped, ok := p.raw()
		if escaped {
			_, err := jsontext.AppendUnquote(nil, raw)
			ok = ok && err == nil
		}
		return ok
	case 't':
		return p.word("true")
	case 'f':
		return p.word("false")
	case 'n':
		return p.word("null")
	case '[', '{':
		dec := jsontext.NewDecoder(bytes.NewBuffer(p.line[p.at:]))
		v, err := dec.ReadValue()
		p.at += len(v)
		return err == nil
	}
	_, _, ok := p.number()
	return ok
}

// field reads a value into the field at the pointer into, which is absent.
func (p *plainReader) field(into any) bool {
	if p.peek() == 'n' {
		return p.word("null")
	}
	switch f := into.(type) {
	case *string:
		return p.text(f)
	case **int64:
		n, ok := p.integer()
		if len(p.ints) == 0 {
			p.ints = make([]int64, 16)
		}
		*f = &p.ints[0]
		**f = n
		p.ints = p.ints[1:]
		return ok
	case **float64:
		return p.float(f)
	case **bool:
		*f = Bool(p.peek() == 't')
		return p.word(strconv.FormatBool(**f))
	case *[]string:
		return p.strings(f)
	case **Vocabulary:
		*f = new(Vocabulary)
		return p.vocabulary(*f)
	case *[]Conversation:
		return list(p, f, p.conversation)
	case *[]Usage:
		return list(p, f, p.usage)
	case **Error:
		*f = new(Error)
		return p.error(*f)
	case *[]Judgement:
		return list(p, f, p.judgement)
	}
	return false
}

func (p *plainReader) space() {
	for p.at < len(p.line) && p.line[p.at] <= ' ' {
		switch p.line[p.at] {
		case ' ', '\t', '\r', '\n':
			p.at++
		default:
			return
		}
	}
}

// peek is the next byte that is no space, which it moves to; 0 at the end.
func (p *plainReader) peek() byte {
	if p.at < len(p.line) && p.line[p.at] > ' ' {
		return p.line[p.at]
	}
	p.space()
	if p.at == len(p.line) {
		return 0
	}
	return p.line[p.at]
}

// sign takes c where it comes next.
func (p *plainReader) sign(c byte) bool {
	if p.peek() != c {
		return false
	}
	p.at++
	return true
}

// comma takes a comma, and says that there is more, or the end.
func (p *plainReader) comma(end byte) (more, ok bool) {
	switch p.peek() {
	case ',':
		p.at++
		return true, true
	case end:
		p.at++
		return false, true
	}
	return false, false
}

func (p *plainReader) word(w string) bool {
	if !bytes.HasPrefix(p.line[p.at:], []byte(w)) {
		return false
	}
	p.at += len(w)
	return true
}

// raw takes a string with its quotation marks, and says whether it holds
// escapes, which may be no good.
func (p *plainReader) raw() (raw []byte, escaped, ok bool) {
	if p.peek() != '"' {
		return nil, false, false
	}
	from := p.at
	for i := from + 1; ; i++ {
		i = clean(p.line, i)
		if i >= len(p.line) { // beyond it behind a backslash
			return nil, false, false
		}
		switch p.line[i] {
		case '"':
			p.at = i + 1
			return p.line[from:p.at], escaped, true
		case '\\':
			escaped = true
			i++
		default:
			return nil, false, false
		}
	}
}

// name takes the name of a member, with the colon.
func (p *plainReader) name() ([]byte, bool) {
	raw, escaped, ok := p.raw()
	if !ok || escaped || !p.sign(':') {
		return nil, false
	}
	p.peek()
	return raw[1 : len(raw)-1], true
}

// text reads a string.
func (p *plainReader) text(into *string) bool {
	raw, escaped, ok := p.raw()
	if !ok {
		return false
	}
	if escaped {
		return p.unescape(raw, into)
	}
	*into = p.intern(raw[1 : len(raw)-1])
	return true
}

// unescape reads a string that holds escapes.
func (p *plainReader) unescape(raw []byte, into *string) bool {
	b, rest := p.unescaped[:0], raw[1:len(raw)-1]
	for {
		i := bytes.IndexByte(rest, '\\')
		if i < 0 {
			break
		}
		c := escapes[rest[i+1]]
		if c == 0 { // not one byte, or no escape at all
			b, err := jsontext.AppendUnquote(p.unescaped[:0], raw)
			*into = string(b)
			return err == nil
		}
		b = append(append(b, rest[:i]...), c)
		rest = rest[i+2:]
	}
	b = append(b, rest...)
	*into = string(b)
	if p.unescaped = b; cap(b) > 1<<16 {
		p.unescaped = nil
	}
	return true
}

// escapes are what stands for one byte behind a backslash.
var escapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// intern is b as a string, which for a short one is likely to be there already:
// datasets, models, verdicts, the names of propositions.
func (p *plainReader) intern(b []byte) string {
	if len(b) > 20 || len(b) == 0 {
		return string(b)
	}
	h := uint32(len(b))
	for _, c := range b {
		h = h*31 + uint32(c)
	}
	slot := &p.interned[(h^h>>8)%uint32(len(p.interned))]
	if *slot != string(b) {
		*slot = string(b)
	}
	return *slot
}

// number takes a number and says whether it is only digits, with a sign or
// not.
func (p *plainReader) number() (raw []byte, digits, ok bool) {
	from := p.at
	i := from
	for i < len(p.line) && (p.line[i]-'0' <= 9 || p.line[i] == '-') {
		i++
	}
	whole := p.line[from:i]
	digits = true
	for i < len(p.line) {
		c := p.line[i]
		if c != '.' && c|0x20 != 'e' && c != '+' && c != '-' && c-'0' > 9 {
			break
		}
		digits = false
		i++
	}
	raw = p.line[from:i]
	p.at = i
	if digits {
		if len(whole) > 0 && whole[0] == '-' {
			whole = whole[1:]
		}
		zero := len(whole) > 1 && whole[0] == '0'
		return raw, true, len(whole) > 0 && !zero && bytes.IndexByte(whole, '-') < 0
	}
	return raw, false, jsontext.Value(raw).IsValid()
}

// integer reads an integer that is written as one.
func (p *plainReader) integer() (int64, bool) {
	p.peek()
	raw, digits, ok := p.number()
	if !ok || !digits || len(raw) > 18 {
		return 0, false
	}
	n := int64(0)
	for _, c := range raw {
		if c != '-' {
			n = 10*n + int64(c-'0')
		}
	}
	if raw[0] == '-' {
		n = -n
	}
	return n, true
}

func (p *plainReader) float(into **float64) bool {
	p.peek()
	raw, _, ok := p.number()
	if !ok {
		return false
	}
	x, err := strconv.ParseFloat(string(raw), 64)
	*into = &x
	return err == nil
}
