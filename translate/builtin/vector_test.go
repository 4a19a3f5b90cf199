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
		v := builtin.Embed(s)
		norm := dot(v, v)
		// Trigrams may cancel each other out; there is no direction then.
		if len(v) != 256 || math.Abs(norm-1) > 1e-4 && norm != 0 {
			t.Fatalf("%q has length %v", s, norm)
		}
		if fmt.Sprint(v) != fmt.Sprint(builtin.Embed(s)) {
			t.Fatalf("%q has two embeddings", s)
		}
	})
	if fmt.Sprint(builtin.Embed("Every DOG")) != fmt.Sprint(builtin.Embed("every dog")) {
		t.Error("case matters")
	}
}

// Hashing places and signs evenly: the dot product of texts that share no
// trigram is near zero, on both sides.
func TestEmbedHashesEvenly(t *testing.T) {
	sum, positive := 0.0, 0
	const pairs = 400
	for i := range pairs {
		x := dot(builtin.Embed(fmt.Sprintf("%d%d%d", i, i+1, i+2)), builtin.Embed(strings.Repeat(string(rune('a'+i%26)), 3)+fmt.Sprint(string(rune('α'+i%20)), "ω")))
		sum += x
		if x > 0 {
			positive++
		}
	}
	if math.Abs(sum/pairs) > 0.03 || positive > pairs/2 {
		t.Errorf("mean product %v, %d of %d positive", sum/pairs, positive, pairs)
	}
}
