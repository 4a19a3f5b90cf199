package simllm

import (
	"iter"
	"unicode"
	"unicode/utf8"
)

const (
	lettersPerToken  = 6
	digitsPerToken   = 3
	tokensPerMessage = 3
	tokensPerReply   = 3
)

// pieces splits s into tokens, as the package comment describes. Joined, they are s.
func pieces(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for len(s) > 0 {
			n := piece(s)
			if !yield(s[:n]) {
				return
			}
			s = s[n:]
		}
	}
}

// piece returns the length in bytes of the first token of s. s must not be empty.
func piece(s string) int {
	n := 0
	if s[0] == ' ' && len(s) > 1 && s[1] != ' ' {
		n = 1
	}
	first, size := utf8.DecodeRuneInString(s[n:])
	n += size
	class, most := unicode.IsLetter, lettersPerToken
	switch {
	case unicode.IsDigit(first):
		class, most = unicode.IsDigit, digitsPerToken
	case !unicode.IsLetter(first):
		return n
	}
	for count := 1; count < most && n < len(s); count++ {
		r, size := utf8.DecodeRuneInString(s[n:])
		if !class(r) {
			break
		}
		n += size
	}
	return n
}

func count(s string) int {
	n := 0
	for range pieces(s) {
		n++
	}
	return n
}

// firstTokens cuts s after n tokens.
func firstTokens(s string, n int) string {
	end := 0
	for p := range pieces(s) {
		if n == 0 {
			break
		}
		n--
		end += len(p)
	}
	return s[:end]
}
