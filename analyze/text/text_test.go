package text

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/analyze/internal/reference"
	"github.com/truthloop/truthloop/analyze/text/wordnet"
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
from nltk.translate.meteor_score import single_meteor_score
from rouge_score import rouge_scorer
rouge = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeL"])
class NoSynonyms:
    def synsets(self, word): return []
meteor = lambda s, r: single_meteor_score(r.split(), s.split(), wordnet=NoSynonyms())`
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
			reference.Of("METEOR "+args, "meteor"+args, METEOR(s, r, nil)),
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

// NLTK reads WordNet from directories of its own only, and wants a list of 45
// file names and a map of senses that Debian leaves out and METEOR does not ask
// for.
func TestSynonymsAgreeWithNLTK(t *testing.T) {
	const dir = "/usr/share/wordnet"
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no WordNet in " + dir + ": make test installs Debian's wordnet-base where it may")
	}
	net, err := wordnet.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	const prelude = `
import nltk, os, shutil, tempfile, atexit
from nltk.corpus.reader.wordnet import WordNetCorpusReader
from nltk.translate.meteor_score import single_meteor_score
home = tempfile.mkdtemp()
atexit.register(shutil.rmtree, home)
place = os.path.join(home, "corpora", "wordnet")
shutil.copytree("/usr/share/wordnet", place)
open(os.path.join(place, "lexnames"), "w").writelines("%02d\tname\t1\n" % i for i in range(45))
nltk.data.path.insert(0, home)
class Reader(WordNetCorpusReader):
    def map_wn(self, version="wordnet"): return None
net = Reader(place, None)
names = lambda w: {l.name() for s in net.synsets(w) for l in s.lemmas() if "_" not in l.name()}
meteor = lambda s, r: single_meteor_score(r.split(), s.split(), wordnet=net)`
	words := strings.Fields(`dog car automobile big large quick rapid man men oxen geese better best worst ran flew running studies galore awake
		obey comply heed troop military command instruction party guide x p1 the not is was mouse's U.S. Paris paris abaci axes saw leaves 東京`)
	var claims []reference.Claim
	for _, w := range words {
		claims = append(claims, reference.Of(w, fmt.Sprintf("float(names(%s) == set(%s))", quoted(w), list(net.Synonyms(w))), 1))
	}
	r := rand.New(rand.NewPCG(5, 6))
	draw := func() string {
		some := make([]string, 1+r.IntN(14))
		for i := range some {
			some[i] = words[r.IntN(len(words))]
		}
		return strings.Join(some, " ")
	}
	found := 0
	for range 400 {
		s, ref := draw(), draw()
		if r.IntN(4) > 0 { // another way to say the same, in another order
			others := strings.Fields(s)
			for i, w := range others {
				if all := net.Synonyms(w); all != nil {
					others[i] = all[r.IntN(len(all))]
				}
			}
			r.Shuffle(r.IntN(len(others)), func(i, j int) { others[i], others[j] = others[j], others[i] })
			ref = strings.Join(others, " ")
		}
		ours := METEOR(s, ref, net)
		if ours != METEOR(s, ref, nil) {
			found++
		}
		claims = append(claims, reference.Of(s+" / "+ref, "meteor("+quoted(s)+", "+quoted(ref)+")", ours))
	}
	if found < 100 {
		t.Errorf("synonyms count in %d of 400 pairs", found)
	}
	reference.Check(t, prelude, claims)
}

// list is words as Python writes them.
func list(words []string) string {
	if words == nil {
		return "[]"
	}
	return reference.List(words)
}

// The stems are compared by their letters, packed into a number.
func TestStemAgreesWithNLTK(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	endings := strings.Fields(`s es ies sses ed ied eed ing y ational tional enci anci izer bli alli entli eli ousli ization ation ator
		alism iveness fulness ousness aliti iviti biliti fulli logi icate ative alize iciti ical ful ness al ance ence er ic able ible ant
		ement ment ent ion sion tion ou ism ate iti ous ive ize e ll lling tting zed`)
	words := append([]string{"a", "be", "sky", "dying", "yyy", "ay", "ya", "ied", "ies", "ing", "é", "éed"}, vocabulary...)
	for range 1500 {
		var b strings.Builder
		for range r.IntN(7) {
			b.WriteByte("aeiouybcdlstwxz"[r.IntN(15)])
		}
		words = append(words, b.String()+endings[r.IntN(len(endings))])
	}
	for i, w := range words {
		words[i] = strings.ToLower(w)
	}
	var claims []reference.Claim
	for _, w := range words {
		claims = append(claims, reference.Of(w+" → "+Stem(w), fmt.Sprintf("float(stem(%s) == %s)", quoted(w), quoted(Stem(w))), 1))
	}
	reference.Check(t, "from nltk.stem import PorterStemmer\nstem = PorterStemmer().stem", claims)
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
		// One chunk of n words: the penalty is 1/2 n⁻³.
		n := float64(len(strings.Fields(s)))
		if x := METEOR(s, s, nil); x < 1-0.5/(n*n*n)-1e-9 && !repeats(s) {
			t.Errorf("METEOR of %q with itself: %v", s, x)
		}
	})
}

func repeats(s string) bool {
	seen := map[string]bool{}
	for _, w := range strings.Fields(s) {
		if seen[w] {
			return true
		}
		seen[w] = true
	}
	return false
}

// Any text has a score within its range.
func TestHostileText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, r := rapid.String().Draw(t, "sentence"), rapid.String().Draw(t, "reference")
		rouge := ROUGEOf(s, r)
		for name, x := range map[string]float64{
			"BLEU": SentenceBLEU(s, r) / 100, "chrF": ChrF(s, r) / 100, "ROUGE-1": rouge.One, "ROUGE-2": rouge.Two, "ROUGE-L": rouge.L, "METEOR": METEOR(s, r, nil),
		} {
			if !(x >= 0 && x <= 1+1e-9) {
				t.Errorf("%s of %q and %q: %v", name, s, r, x)
			}
		}
	})
}
