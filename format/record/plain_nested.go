package record

// The methods below read the lists and structs inside a row.

// strings reads a list of strings.
func (p *plainReader) strings(into *[]string) bool {
	if !p.sign('[') {
		return false
	}
	p.texts = p.texts[:0]
	for more := !p.sign(']'); more; {
		var s string
		ok := p.text(&s)
		if !ok {
			return false
		}
		p.texts = append(p.texts, s)
		if more, ok = p.comma(']'); !ok {
			return false
		}
	}
	*into = append(make([]string, 0, len(p.texts)), p.texts...)
	clear(p.texts)
	return true
}

// list reads a list of structs.
func list[T any](p *plainReader, into *[]T, one func(*T) bool) bool {
	if !p.sign('[') {
		return false
	}
	*into = []T{}
	for more := !p.sign(']'); more; {
		*into = append(*into, *new(T))
		ok := one(&(*into)[len(*into)-1])
		if !ok {
			return false
		}
		if more, ok = p.comma(']'); !ok {
			return false
		}
	}
	return true
}

// object reads the members of an object, of which member knows the names: it
// reads a value and gives the number of its name, or is false.
func (p *plainReader) object(member func(name []byte) (int, bool)) bool {
	if !p.sign('{') {
		return false
	}
	seen := uint(0)
	for more := !p.sign('}'); more; {
		name, ok := p.name()
		if !ok {
			return false
		}
		i, ok := member(name)
		if !ok || seen>>i&1 != 0 {
			return false
		}
		seen |= 1 << i
		if more, ok = p.comma('}'); !ok {
			return false
		}
	}
	return true
}

func (p *plainReader) vocabulary(v *Vocabulary) bool {
	return p.object(func(name []byte) (int, bool) {
		switch string(name) {
		case "propositions":
			return 0, p.strings(&v.Propositions)
		case "predicates":
			return 1, list(p, &v.Predicates, p.predicate)
		case "constants":
			return 2, p.strings(&v.Constants)
		case "variables":
			return 3, p.strings(&v.Variables)
		case "alphabet":
			return 4, p.strings(&v.Alphabet)
		case "meanings":
			return 5, list(p, &v.Meanings, p.meaning)
		}
		return 0, false
	})
}

func (p *plainReader) predicate(v *Predicate) bool {
	return p.object(func(name []byte) (i int, ok bool) {
		switch string(name) {
		case "name":
			return 0, p.text(&v.Name)
		case "arity":
			v.Arity, ok = p.integer()
			return 1, ok
		case "positive":
			return 2, p.text(&v.Positive)
		case "negative":
			return 3, p.text(&v.Negative)
		}
		return 0, false
	})
}

func (p *plainReader) meaning(v *Meaning) bool {
	return p.object(func(name []byte) (int, bool) {
		switch string(name) {
		case "symbol":
			return 0, p.text(&v.Symbol)
		case "meaning":
			return 1, p.text(&v.Meaning)
		}
		return 0, false
	})
}

func (p *plainReader) conversation(v *Conversation) bool {
	return p.object(func(name []byte) (int, bool) {
		switch string(name) {
		case "stage":
			return 0, p.text(&v.Stage)
		case "messages":
			return 1, list(p, &v.Messages, p.message)
		}
		return 0, false
	})
}

func (p *plainReader) message(v *Message) bool {
	return p.object(func(name []byte) (int, bool) {
		switch string(name) {
		case "role":
			return 0, p.text(&v.Role)
		case "content":
			return 1, p.text(&v.Content)
		}
		return 0, false
	})
}

func (p *plainReader) usage(v *Usage) bool {
	return p.object(func(name []byte) (i int, ok bool) {
		switch string(name) {
		case "stage":
			return 0, p.text(&v.Stage)
		case "prompt_tokens":
			v.PromptTokens, ok = p.integer()
			return 1, ok
		case "completion_tokens":
			v.CompletionTokens, ok = p.integer()
			return 2, ok
		case "cached_tokens":
			v.CachedTokens, ok = p.integer()
			return 3, ok
		case "reasoning_tokens":
			v.ReasoningTokens, ok = p.integer()
			return 4, ok
		case "cost_usd":
			return 5, p.float(&v.CostUSD)
		case "latency_seconds":
			return 6, p.float(&v.LatencySeconds)
		case "attempts":
			v.Attempts, ok = p.integer()
			return 7, ok
		}
		return 0, false
	})
}

func (p *plainReader) error(v *Error) bool {
	return p.object(func(name []byte) (int, bool) {
		switch string(name) {
		case "stage":
			return 0, p.text(&v.Stage)
		case "kind":
			return 1, p.text(&v.Kind)
		case "message":
			return 2, p.text(&v.Message)
		}
		return 0, false
	})
}

func (p *plainReader) judgement(v *Judgement) bool {
	return p.object(func(name []byte) (int, bool) {
		switch string(name) {
		case "judge":
			return 0, p.text(&v.Judge)
		case "answer":
			return 1, p.text(&v.Answer)
		case "verdict":
			return 2, p.text((*string)(&v.Verdict))
		case "conversation":
			return 3, list(p, &v.Conversation, p.message)
		case "usage":
			v.Usage = new(Usage)
			return 4, p.usage(v.Usage)
		}
		return 0, false
	})
}
