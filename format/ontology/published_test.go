package ontology_test

import (
	"bufio"
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/ontology"
)

const shared = "../../../shared/testdata/nlfol/"

// A set is a line of the published candidate sets.
type set struct {
	Story        json.Number `json:"story_id"`
	Candidates   []string    `json:"candidates"`
	Translations []string    `json:"translations"`
}

func published(t *testing.T, name string) (map[string]*ontology.Ontology, []set) {
	t.Helper()
	file, err := os.Open(shared + "ontology.jsonl")
	if err != nil {
		t.Skipf("needs the shared test data: %v", err)
	}
	defer file.Close()
	all, err := ontology.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	stories := map[string]*ontology.Ontology{}
	for _, o := range all {
		stories[o.Story()] = o
	}
	lines, err := os.Open(shared + name)
	if err != nil {
		t.Skipf("needs the shared test data: %v", err)
	}
	defer lines.Close()
	var sets []set
	for s := bufio.NewScanner(lines); s.Scan(); {
		var line set
		if err := json.Unmarshal(s.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		sets = append(sets, line)
	}
	return stories, sets
}

var loose = regexp.MustCompile(`(?: *([,.]))+`)

// normal removes irrelevant differences: brackets, which the published
// descriptions dropped from templates, the space they left before a comma, a full
// stop before another mark, and the case of letters.
func normal(s string) string {
	s = strings.NewReplacer("(", "", ")", "").Replace(s)
	return strings.ToLower(loose.ReplaceAllString(strings.Join(strings.Fields(s), " "), "$1"))
}

// faults are the errors of the published descriptions, in which names of symbols
// were replaced inside words. The test shows that there are no other differences.
var faults = regexp.MustCompile(`SoldInx|[Dd]aniels(Older|Dad)|HurOntario|New Zealand24th|is not the country is`)

// TestPublishedRenderings compares descriptions with the published ones.
func TestPublishedRenderings(t *testing.T) {
	for _, c := range []struct {
		name             string
		all, same, fault int
	}{{"ranking.jsonl", 4743, 4694, 49}, {"most_similar.jsonl", 4307, 4259, 48}} {
		stories, sets := published(t, c.name)
		all, same, fault := 0, 0, 0
		for _, s := range sets {
			o := stories[s.Story.String()]
			for i, candidate := range s.Candidates {
				f := parseTight(t, candidate)
				got, err := ontology.Describe(f, o.Vocabulary(f))
				if err != nil {
					t.Fatal(err)
				}
				all++
				switch theirs := s.Translations[i]; {
				case normal(got) == normal(theirs):
					same++
				case faults.MatchString(theirs):
					fault++
				default:
					t.Errorf("%s\ndescribed %s\npublished %s", candidate, got, theirs)
				}
				if faults.MatchString(got) {
					t.Errorf("%s: %s", candidate, got)
				}
			}
		}
		if all != c.all || same != c.same || fault != c.fault {
			t.Errorf("%s: %d descriptions, %d agree, %d published ones are faulty; want %d, %d, %d", c.name, all, same, fault, c.all, c.same, c.fault)
		}
	}
}
