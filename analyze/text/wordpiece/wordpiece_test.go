package wordpiece

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/truthloop/truthloop/analyze/internal/reference"
)

// pieces is a small vocabulary, in the order of its numbers.
var pieces = strings.Fields(`[PAD] [UNK] [CLS] [SEP] the dog dogs ##s ##g un ##aff ##able ##ly not p ##1 ##2 p1 , . ( ) ¬ ∧ ' - 東 京 naive Dog İ i ##i cafe
	café x ##x ##xx ǆ ß a b c d ##a ##b ##c ##d 1 2 ##3 $ + ^ ` + "`" + ` _ ¡ « ᾳ σ ##σ`)

func write(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func open(t testing.TB, files map[string]string) *Tokenizer {
	t.Helper()
	k, err := Open(write(t, files))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func vocabulary() string { return strings.Join(pieces, "\n") + "\n" }

// asJSON is the vocabulary as Hugging Face writes it.
func asJSON(normalizer string) string {
	var b strings.Builder
	for i, p := range pieces {
		fmt.Fprintf(&b, "%q:%d,", p, i)
	}
	return `{"normalizer":{"type":"BertNormalizer"` + normalizer + `},"pre_tokenizer":{"type":"BertPreTokenizer"},
		"model":{"type":"WordPiece","unk_token":"[UNK]","vocab":{` + strings.TrimSuffix(b.String(), ",") + `}}}`
}

func text(ids []int64) string {
	words := make([]string, len(ids))
	for i, id := range ids {
		words[i] = pieces[id]
	}
	return strings.Join(words, " ")
}

func TestEncode(t *testing.T) {
	lower := open(t, map[string]string{"vocab.txt": vocabulary()})
	cased := open(t, map[string]string{"vocab.txt": vocabulary(), "tokenizer_config.json": `{"do_lower_case":false,"model_max_length":6}`})
	for _, c := range []struct {
		of       *Tokenizer
		in, want string
	}{
		{lower, "", "[CLS] [SEP]"},
		{lower, "The dogs.", "[CLS] the dogs . [SEP]"},
		{lower, "unaffeebly", "[CLS] [UNK] [SEP]"},
		{lower, "unaffablely", "[CLS] un ##aff ##able ##ly [SEP]"},
		{lower, "¬(p1∧p12)", "[CLS] ¬ ( [UNK] ) [SEP]"}, // ∧ is a sign, and no punctuation
		{lower, "( p1 )", "[CLS] ( p1 ) [SEP]"},
		{lower, "東京", "[CLS] 東 京 [SEP]"},
		{lower, "Café\u0000\u200b NAÏVE", "[CLS] cafe naive [SEP]"},
		{lower, "[SEP]", "[CLS] [UNK] [UNK] [UNK] [SEP]"},
		{lower, strings.Repeat("x", 101), "[CLS] [UNK] [SEP]"},
		{cased, "Dog café", "[CLS] Dog café [SEP]"},
		{cased, "Dog Dog Dog Dog Dog Dog", "[CLS] Dog Dog Dog Dog [SEP]"},
	} {
		if got := text(c.of.Encode(c.in)); got != c.want {
			t.Errorf("%q: got %s, want %s", c.in, got, c.want)
		}
	}
}

func TestFilesAgree(t *testing.T) {
	a := open(t, map[string]string{"vocab.txt": vocabulary(), "tokenizer_config.json": `{"do_lower_case":false}`})
	b := open(t, map[string]string{"tokenizer.json": asJSON(`,"lowercase":false`)})
	for _, s := range []string{"Dog café", "unaffably dogs", "İ ß"} {
		if x, y := a.Encode(s), b.Encode(s); !slices.Equal(x, y) {
			t.Errorf("%q: %v and %v", s, x, y)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	for _, c := range []struct {
		files map[string]string
		want  string
	}{
		{nil, "found neither tokenizer.json nor vocab.txt"},
		{map[string]string{"vocab.txt": "the\n[UNK]\n[CLS]\n"}, "vocab.txt: vocabulary of 3 pieces: found no [SEP]"},
		{map[string]string{"tokenizer.json": "{"}, "tokenizer.json: unexpected end of JSON input"},
		{map[string]string{"tokenizer.json": `{"model":{"type":"BPE"}}`}, `found a tokenizer of the type "BPE", expected BERT's WordPiece`},
		{map[string]string{"tokenizer.json": `{"model":{"type":"WordPiece"}}`}, "another normalizer than BertNormalizer"},
		{map[string]string{"tokenizer.json": `{"model":{"type":"WordPiece","vocab":[]},"normalizer":{"type":"BertNormalizer"},"pre_tokenizer":{"type":"BertPreTokenizer"}}`}, "vocab: json: cannot unmarshal"},
		{map[string]string{"vocab.txt": vocabulary(), "tokenizer_config.json": `{"model_max_length":1}`}, "model_max_length: found 1, expected 3 or more"},
	} {
		if _, err := Open(write(t, c.files)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

func TestAgreesWithTokenizers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	k := open(t, map[string]string{"vocab.txt": vocabulary()})
	cased := open(t, map[string]string{"vocab.txt": vocabulary(), "tokenizer_config.json": `{"do_lower_case":false}`})
	letters := []rune("thedogsunaffably p1p2,.()¬∧'-東京ïéİıßxX\t\n\u00a0\u200b\u0000\u0301\u0085«¡$+^`_σςΣǅ\u2028\U00020001")
	var claims []reference.Claim
	for range 600 {
		var b strings.Builder
		for range r.IntN(25) {
			if r.IntN(10) > 0 {
				b.WriteRune(letters[r.IntN(len(letters))])
			} else if c := rune(r.IntN(0x500)); !unicode.Is(unicode.Cn, c) { // old characters, which both know
				b.WriteRune(c)
			}
		}
		s := strings.ReplaceAll(b.String(), "\\", "/")
		quoted := reference.List([]string{s}) + "[0]"
		claims = append(claims,
			reference.Of(fmt.Sprintf("%q", s), "float(lower("+quoted+") == "+reference.List(k.Encode(s))+")", 1),
			reference.Of(fmt.Sprintf("cased %q", s), "float(cased("+quoted+") == "+reference.List(cased.Encode(s))+")", 1))
	}
	reference.Check(t, fmt.Sprintf(`
from tokenizers import BertWordPieceTokenizer
vocabulary = {p: i for i, p in enumerate(%s)}
lower = lambda s: BertWordPieceTokenizer(vocabulary).encode(s).ids
cased = lambda s: BertWordPieceTokenizer(vocabulary, lowercase=False).encode(s).ids`, reference.List(pieces)), claims)
}

// Any text has pieces, no more than the model takes.
func FuzzEncode(f *testing.F) {
	k := open(f, map[string]string{"vocab.txt": vocabulary(), "tokenizer_config.json": `{"model_max_length":16}`})
	f.Add("The dogs, naïve: ¬(p1 ∧ p2)")
	f.Add("\xff\u202e\x00")
	f.Fuzz(func(t *testing.T, s string) {
		ids := k.Encode(s)
		if len(ids) < 2 || len(ids) > 16 || ids[0] != k.cls || ids[len(ids)-1] != k.sep {
			t.Errorf("%q: %v", s, ids)
		}
	})
}
