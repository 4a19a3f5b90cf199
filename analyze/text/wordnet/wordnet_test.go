package wordnet

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// small is a database of a few words, by file.
var small = map[string]string{
	"index.noun": "  1 a licence\ndog n 1 1 @ 1 1 00000000  \nman n 1 0 1 0 00000042  \n",
	"data.noun":  "00000000 05 n 02 dog 0 domestic_dog 0 000\n00000042 18 n 02 man 0 Male 0 000 | an adult person\n",
	"noun.exc":   "mice mouse\n",
	"index.verb": "chase v 1 1 @ 1 1 00000000  \nrun v 1 1 @ 1 1 00000033  \n",
	"data.verb":  "00000000 38 v 02 chase 0 dog 3 0\n00000033 38 v 01 run 0 000\n",
	"verb.exc":   "ran run\n",
	"index.adj":  "galore a 1 0 1 0 00000000  \n",
	"data.adj":   "00000000 00 s 02 galore(ip) 0 abounding 0 000\n",
	"index.adv":  "soon r 1 0 1 0 00000000  \n",
	"data.adv":   "00000000 02 r 01 soon 0 000\n",
}

func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestSynonyms(t *testing.T) {
	net, err := Open(write(t, small))
	if err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]string{
		"dog":    "dog",
		"Dogs":   "dog",
		"chased": "chase dog",
		"chases": "chase dog",
		"ran":    "run",
		"runs":   "run",
		"men":    "Male man",
		"galore": "abounding galore",
		"soon":   "soon",
		"mice":   "", // an exception for a word that is not there
		"cat":    "",
		"":       "",
	} {
		if got := strings.Join(net.Synonyms(word), " "); got != want {
			t.Errorf("%s: got %q, want %q", word, got, want)
		}
	}
}

func TestOpenFindsLayouts(t *testing.T) {
	dir := write(t, small)
	for _, below := range []string{"dict", "corpora/wordnet"} {
		above := t.TempDir()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(above, below)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(dir, filepath.Join(above, below)); err != nil {
			t.Fatal(err)
		}
		if net, err := Open(above); err != nil || net.Synonyms("soon") == nil {
			t.Errorf("%s: %v", below, err)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	for _, c := range []struct{ file, content, want string }{
		{"index.noun", "", "found no index.noun, expected the files of WordNet 3 there, or in dict or corpora/wordnet"},
		{"data.adv", "", "data.adv: no such file or directory"},
		{"index.verb", "run v\n", `index.verb: line 1: found "run v", expected a lemma with the places of its synsets`},
		{"index.verb", "run v 1 0 1 1 here\n", `index.verb: line 1: found "here", expected a place in the data`},
		{"index.verb", "run v 9999999999 0 1 1 0\n", "expected a lemma"},
		{"data.adv", "00000000 02 r 09 soon 0 000\n", `index.adv: line 1: data: byte 0: found "00000000 02 r 09 soon 0 000", expected a synset`},
		{"data.adv", "0", `data: byte 0: found "0", expected a synset`},
		{"index.adv", "soon r 1 0 1 0 00000400\n", "index.adv: line 1: data: byte 400: found the end of the file, expected a synset"},
	} {
		dir := write(t, small)
		if c.content == "" {
			if err := os.Remove(filepath.Join(dir, c.file)); err != nil {
				t.Fatal(err)
			}
		} else if err := os.WriteFile(filepath.Join(dir, c.file), []byte(c.content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.file, err, c.want)
		}
	}
}

// The words are those that WordNet 3 has; Debian's package is what there is to
// test with.
func TestWordNet3(t *testing.T) {
	const dir = "/usr/share/wordnet"
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no WordNet in " + dir + ": Debian's wordnet-base has it")
	}
	net, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for word, synonym := range map[string]string{"car": "automobile", "oxen": "ox", "better": "improve", "largest": "big", "quickly": "rapidly", "Obeys": "obey"} {
		if got := net.Synonyms(word); !slices.Contains(got, synonym) {
			t.Errorf("%s: found %v, expected %s among them", word, got, synonym)
		}
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(small["index.adv"], small["data.adv"])
	f.Add("soon r 1 0 1 0 7\n", "\x00 soon 02 r 02 a 0 b 0")
	f.Fuzz(func(t *testing.T, index, data string) {
		dir := t.TempDir()
		for name, content := range small {
			switch name {
			case "index.adv":
				content = index
			case "data.adv":
				content = data
			}
			if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if net, err := Open(dir); err == nil {
			net.Synonyms("soon")
			net.Synonyms(index)
		}
	})
}
