package builtin_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/translate/builtin"
)

func dot(a, b []float32) (sum float64) {
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

// Equal texts have equal vectors, of length one, whatever their case.
func TestEmbedProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "text") + string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"))
		d := rapid.IntRange(1, 64).Draw(t, "dimensions")
		v := builtin.Embed(s, d)
		norm := dot(v, v)
		// Trigrams may cancel each other out; there is no direction then.
		if len(v) != d || math.Abs(norm-1) > 1e-4 && norm != 0 {
			t.Fatalf("%q in %d dimensions has length %v", s, d, norm)
		}
		if fmt.Sprint(v) != fmt.Sprint(builtin.Embed(s, d)) {
			t.Fatalf("%q has two embeddings", s)
		}
	})
	if fmt.Sprint(builtin.Embed("Every DOG", 64)) != fmt.Sprint(builtin.Embed("every dog", 64)) {
		t.Error("case matters")
	}
}

// Hashing places and signs evenly: the dot product of texts that share no
// trigram is near zero, on both sides.
func TestEmbedHashesEvenly(t *testing.T) {
	sum, positive := 0.0, 0
	const pairs = 400
	for i := range pairs {
		x := dot(builtin.Embed(fmt.Sprintf("%d%d%d", i, i+1, i+2), 256), builtin.Embed(strings.Repeat(string(rune('a'+i%26)), 3)+fmt.Sprint(string(rune('α'+i%20)), "ω"), 256))
		sum += x
		if x > 0 {
			positive++
		}
	}
	if math.Abs(sum/pairs) > 0.03 || positive > pairs/2 {
		t.Errorf("mean product %v, %d of %d positive", sum/pairs, positive, pairs)
	}
}
