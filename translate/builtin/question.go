package builtin

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/ask"
)

// answer errs in the reply to a question: a wrong one names another candidate
// or word, puts the candidates in any order, denies the conclusion, or lacks a
// symbol.
func (n *slips) answer(req translate.Request, q ask.Question, reply string) string {
	wrong, unparsable, r := n.draw(req, fmt.Sprint(q))
	switch {
	case unparsable:
		return unsure
	case wrong:
		return mistaken(q, reply, r)
	}
	return reply
}

func mistaken(q ask.Question, reply string, r *rand.Rand) string {
	head, word, _ := strings.Cut(reply, "[Answer] ")
	switch q.Kind {
	case ask.YesNo:
		return head + "[Answer] " + other([]string{"yes", "no"}, word, r)
	case ask.Entail:
		return head + "[Answer] " + other([]string{"True", "False", "Uncertain"}, word, r)
	case ask.Choose:
		chosen, _ := ask.Numbers(reply, len(q.Candidates), false)
		if len(q.Candidates) < 2 || len(chosen) != 1 {
			return unsure // there is no other candidate
		}
		return fmt.Sprintf(`{"reasoning":"","answer":%d}`, 1+(chosen[0]+1+r.IntN(len(q.Candidates)-1))%len(q.Candidates))
	case ask.Rank:
		var places []string
		for _, i := range r.Perm(len(q.Candidates)) {
			places = append(places, fmt.Sprint(i+1))
		}
		return `{"reasoning":"","answer":[` + strings.Join(places, ",") + `]}`
	case ask.Formalize:
		return strings.Replace(reply, `"conclusion":"`, `"conclusion":"¬`, 1)
	}
	// An ontology loses the name of one of its symbols.
	names := strings.Split(reply, `"name":`)
	if len(names) < 2 {
		return reply
	}
	i := 1 + r.IntN(len(names)-1)
	names[i-1] += `"forgotten":`
	joined := names[i-1] + names[i]
	return strings.Join(append(append(names[:i-1:i-1], joined), names[i+1:]...), `"name":`)
}

// other is one of the words that is not the word.
func other(words []string, word string, r *rand.Rand) string {
	for {
		if w := words[r.IntN(len(words))]; w != word {
			return w
		}
	}
}
