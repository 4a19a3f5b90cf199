package ontology

import (
	"strings"
	"testing"
)

// A file's bytes that are not UTF-8 became U+FFFD, and of two members of one name the
// last one won, without a word.
func TestOntologiesThatLoseTextAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"{\n\"story_id\":\"a\xff\"}":      "line 2: found the byte 0xff",
		"story_id = \"a\"\n# \xff\n":      "line 2: found the byte 0xff",
		`{"story_id":"a","story_id":"b"}`: "duplicate object member name",
		`{"story_id":"a\ud800"}`:          "ontology 1: ",
	} {
		if _, err := Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, expected %s", text, err, want)
		}
	}
}
