package translate

import (
	"slices"
	"unicode"

	"github.com/truthloop/truthloop/format/record"
)

// EstimateTokens estimates how many tokens a conversation has. Tokenizers differ between
// models and most are not public, so it uses a rule: one token per seven letters of a
// word, one per three digits, one per other ASCII character, two per other symbol, and
// four per message. White space does not count. On the packaged prompts the result is
// between 1% below and 8% above OpenAI's o200k_base and cl100k_base encodings. The
// estimate is for rate limits and forecasts. Endpoints report the tokens that they bill.
func EstimateTokens(messages []record.Message) int64 {
	var n int64
	for _, m := range messages {
		n += 4 + TextTokens(m.Content)
	}
	return n
}

// tokens estimates the request's size.
func (r Request) tokens() int64 {
	n := EstimateTokens(r.Messages)
	for _, text := range r.Texts {
		n += TextTokens(text)
	}
	return n
}

// TextTokens estimates the tokens of a text.
func TextTokens(s string) int64 {
	const perWord, perNumber = 7, 3
	var n, letters, digits int64
	for _, r := range s {
		switch {
		case unicode.IsLetter(r):
			if letters%perWord == 0 {
				n++
			}
			letters, digits = letters+1, 0
			continue
		case unicode.IsDigit(r):
			if digits%perNumber == 0 {
				n++
			}
			letters, digits = 0, digits+1
			continue
		case r > unicode.MaxASCII && !unicode.IsSpace(r):
			n += 2
		case !unicode.IsSpace(r):
			n++
		}
		letters, digits = 0, 0
	}
	return n
}

// mostTokens is more than the tokens of any call. A greater count is an error.
const mostTokens = 1 << 31

// complete estimates the counts of tokens that the endpoint did not report, or that
// cannot be true. Otherwise a budget would have no effect. An estimate is the result of
// EstimateTokens or, if that is more, one token per four bytes. The estimate of the answer
// is at least answer.
func complete(u *record.Usage, req Request, resp Response, answer int64) {
	estimate := func(tokens *int64, rule int64, texts ...string) {
		var bytes int64
		for _, text := range texts {
			bytes += int64(len(text))
		}
		if least := max(rule, (bytes+3)/4); *tokens < 0 || *tokens > mostTokens || *tokens == 0 && least > 0 {
			*tokens, u.Estimated = least, true
		}
	}
	prompt := req.Texts
	for _, m := range req.Messages {
		prompt = append(slices.Clip(prompt), m.Content)
	}
	estimate(&u.PromptTokens, req.tokens(), prompt...)
	estimate(&u.CompletionTokens, max(TextTokens(resp.Content)+TextTokens(resp.Reasoning), answer), resp.Content, resp.Reasoning)
	u.CachedTokens = min(max(u.CachedTokens, 0), u.PromptTokens)
	u.ReasoningTokens = min(max(u.ReasoningTokens, 0), u.CompletionTokens)
}
