package builtin

import (
	"hash/fnv"
	"math"
	"strings"
	"unicode/utf8"
)

const dimensions = 256

const gramLength = 3 // characters

// Embed returns the vector of a text by its spelling: the character trigrams of
// the text in lower case, between two spaces, each hashed to a dimension and a
// sign (Weinberger et al., "Feature Hashing for Large Scale Multitask
// Learning", ICML 2009, section 2). Texts of similar spelling are near each
// other; meaning is not represented. The vector has length one, or zero if the
// trigrams cancel out.
func Embed(text string) []float32 {
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
			sums[sum%dimensions]++
		} else {
			sums[sum%dimensions]--
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

// mix is the finalizer of MurmurHash3 (Appleby, 2011). It spreads a hash over
// all bits: FNV's highest bits, which give the sign, hardly differ between
// short texts.
func mix(h uint64) uint64 {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}
