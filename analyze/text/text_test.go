package text

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/analyze/internal/reference"
)

// vocabulary is what random sentences are made of: words with many endings, and
// what tokenizers part differently.
var vocabulary = strings.Fields(`the cat cats cat's running runs ran hopping hoped relational conditional rationally
	valency digitizer radically vileness analogously geologies predication formative hopefulness feudalism
	flies dies died agreed feed plastered motoring sized tanned falling hissing fizzed failing filing happy sky
	3.14 1,000 -5 10-20 p1 p2, (p1) "quoted" &amp; semi;colon e.g. U.S. well-known über naïve 東京 a. ,b
	not both either implies if-then P(x), ¬p ∧ x_1 don't proceed innings controlling roll electrical adjustment`)

func sentence(r *rand.Rand, n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = vocabulary[r.IntN(len(vocabulary))]
	}
	return strings.Join(words, " ")
}

// pairs are sentences and references: empty, equal, alike and unlike ones.
func pairs() [][2]string {
	r := rand.New(rand.NewPCG(1, 2))
	all := [][2]string{{"", ""}, {"", "a b"}, {"a b", ""}, {"a", "a"}, {"a b c", "a b c"}, {"The cat sat.", "the cat sat ."}, {"a", "b"}}
	for n := 1; n < 30; n++ {
		reference := sentence(r, n)
		words := strings.Fields(reference)
		for range r.IntN(n + 1) { // some words go, some come, some trade places
			i, j := r.IntN(len(words)), r.IntN(len(words))
			switch r.IntN(3) {
			case 0:
				words[i] = vocabulary[r.IntN(len(vocabulary))]
			case 1:
				words[i], words[j] = words[j], words[i]
			case 2:
				words = append(words, words[i])
			}
		}
		all = append(all, [2]string{strings.Join(words, " "), reference}, [2]string{sentence(r, n), reference})
	}
	return all
}

// quoted is s as Python writes it.
func quoted(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func TestAgreeWithReferences(t *testing.T) {
	const prelude = `
import sacrebleu
from nltk.translate.bleu_score import sentence_bleu
from rouge_score import rouge_scorer
rouge = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeL"])`
	var claims []reference.Claim
	var corpus BLEU
	var sentences, references []string
	for _, p := range pairs() {
		s, r := p[0], p[1]
		args := "(" + quoted(s) + ", " + quoted(r) + ")"
		turned := "(" + quoted(r) + ", " + quoted(s) + ")"
		claims = append(claims,
			reference.Of("sacrebleu "+args, fmt.Sprintf("sacrebleu.sentence_bleu(%s, [%s]).score", quoted(s), quoted(r)), SentenceBLEU(s, r)),
			reference.Of("chrF "+args, fmt.Sprintf("sacrebleu.sentence_chrf(%s, [%s]).score", quoted(s), quoted(r)), ChrF(s, r)),
			reference.Of("ROUGE-1 "+args, "rouge.score"+turned+`["rouge1"].fmeasure`, ROUGEOf(s, r).One),
			reference.Of("ROUGE-2 "+args, "rouge.score"+turned+`["rouge2"].fmeasure`, ROUGEOf(s, r).Two),
			reference.Of("ROUGE-L "+args, "rouge.score"+turned+`["rougeL"].fmeasure`, ROUGEOf(s, r).L))
		if a, b := strings.Fields(s), strings.Fields(r); len(a) > 0 && len(b) > 0 {
			claims = append(claims, reference.Of("nltk "+args, fmt.Sprintf("sentence_bleu([%s], %s)", reference.List(b), reference.List(a)), TokenBLEU(a, b, 4)),
				reference.Of("nltk of pairs "+args, fmt.Sprintf("sentence_bleu([%s], %s, weights=(0.5, 0.5))", reference.List(b), reference.List(a)), TokenBLEU(a, b, 2)))
		}
		corpus.Add(s, r)
		sentences, references = append(sentences, s), append(references, r)
	}
	claims = append(claims, reference.Of("corpus", fmt.Sprintf("sacrebleu.corpus_bleu(%s, [%s]).score", reference.List(sentences), reference.List(references)), corpus.Score()))
	reference.Check(t, prelude, claims)
}

func TestOfItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringMatching(`[a-z]{1,8}( [a-z]{1,8}){3,12}`).Draw(t, "sentence")
		r := ROUGEOf(s, s)
		for name, x := range map[string]float64{
			"BLEU": SentenceBLEU(s, s) / 100, "chrF": ChrF(s, s) / 100, "ROUGE-1": r.One, "ROUGE-2": r.Two, "ROUGE-L": r.L,
			"tokens": TokenBLEU(strings.Fields(s), strings.Fields(s), 4),
		} {
			if x < 1-1e-9 || x > 1+1e-9 {
				t.Errorf("%s of %q with itself: %v", name, s, x)
			}
		}
	})
}

// Any text has a score within its range.
func TestHostileText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, r := rapid.String().Draw(t, "sentence"), rapid.String().Draw(t, "reference")
		rouge := ROUGEOf(s, r)
		for name, x := range map[string]float64{
			"BLEU": SentenceBLEU(s, r) / 100, "chrF": ChrF(s, r) / 100, "ROUGE-1": rouge.One, "ROUGE-2": rouge.Two, "ROUGE-L": rouge.L,
		} {
			if !(x >= 0 && x <= 1+1e-9) {
				t.Errorf("%s of %q and %q: %v", name, s, r, x)
			}
		}
	})
}
