package metrics

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/analyze/text"
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
		original := sentence(r, n)
		words := strings.Fields(original)
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
		all = append(all, [2]string{strings.Join(words, " "), original}, [2]string{sentence(r, n), original})
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
rouge = rouge_scorer.RougeScorer(["rougeL"])`
	var claims []claim
	for _, p := range pairs() {
		s, r := p[0], p[1]
		args := "(" + quoted(s) + ", " + quoted(r) + ")"
		turned := "(" + quoted(r) + ", " + quoted(s) + ")"
		claims = append(claims,
			claim{"sacrebleu " + args, fmt.Sprintf("sacrebleu.sentence_bleu(%s, [%s]).score", quoted(s), quoted(r)), text.SentenceBLEU(s, r)},
			claim{"ROUGE-L " + args, "rouge.score" + turned + `["rougeL"].fmeasure`, text.ROUGEL(s, r)})
		if a, b := strings.Fields(s), strings.Fields(r); len(a) > 0 && len(b) > 0 {
			claims = append(claims, claim{"nltk " + args, fmt.Sprintf("sentence_bleu([%s], %s)", list(b), list(a)), text.TokenBLEU(a, b, 4)},
				claim{"nltk of pairs " + args, fmt.Sprintf("sentence_bleu([%s], %s, weights=(0.5, 0.5))", list(b), list(a)), text.TokenBLEU(a, b, 2)})
		}
	}
	agree(t, prelude, claims)
}
