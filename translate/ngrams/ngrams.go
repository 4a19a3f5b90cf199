// Package ngrams gives texts vectors by their spelling: a bag of character
// trigrams, of the text in lower case between two spaces, hashed to a number of
// places with a sign each (Weinberger et al., "Feature Hashing for Large Scale
// Multitask Learning", ICML 2009, section 2) and scaled to length one. Texts
// that share spellings are near each other; meaning is not in it. It stands in
// for embedding models where there is none, and is the eye by which the
// built-in models compare texts.
package ngrams

import (
	"hash/fnv"
	"math"
	"strings"
	"unicode/utf8"
)

// Dimensions is the customary length of a vector.
const Dimensions = 256

const gramLength = 3 // characters

// Embed is the vector of a text, of length one unless its trigrams cancel each
// other out, when it is zero.
func Embed(text string, dimensions int) []float32 {
	sums := make([]float64, dimensions)
	padded := " " + strings.ToLower(strings.ToValidUTF8(text, "\uFFFD")) + " "
	h := fnv.New64a()
	for start := range padded {
		end := start
		for range gramLength {
			_, size := utf8.DecodeRuneInString(padded[end:])
			end += size
		}
		h.Reset()
		h.Write([]byte(padded[start:end]))
		sum := mix(h.Sum64())
		if sum>>63 == 0 {
			sums[sum%uint64(dimensions)]++
		} else {
			sums[sum%uint64(dimensions)]--
		}
		if end == len(padded) {
			break
		}
	}
	norm := 0.0
	for _, x := range sums {
		norm += x * x
	}
	v := make([]float32, dimensions)
	for i, x := range sums {
		if norm > 0 {
			v[i] = float32(x / math.Sqrt(norm))
		}
	}
	return v
}

// mix spreads a hash over all bits: of short texts, FNV's highest ones, which
// give the sign, are nearly the same. The constants are those of the finalizer
// of MurmurHash3 (Appleby, 2011).
func mix(h uint64) uint64 {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}
