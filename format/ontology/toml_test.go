package ontology_test

import (
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/ontology"
)

func TestTOML(t *testing.T) {
	const one = `
name = "small"
story_id = 7
[[predicates]]
name = "Larger"
arity = 2
positive = "{} is larger than {}"
[[constants]]
name = "a"
meaning = "block a"
`
	all, err := ontology.Read(strings.NewReader(one))
	if err != nil || len(all) != 1 || all[0].Story() != "7" || all[0].Predicates[0].Arity != 2 || all[0].Constants[0].Meaning != "block a" {
		t.Fatalf("%+v, %v", all, err)
	}
	all, err = ontology.Read(strings.NewReader("[[ontology]]\nname = \"x\"\n[[ontology]]\nstory_id = \"y\"\n[[ontology.predicates]]\nname = \"P\"\narity = 1\n"))
	if err != nil || len(all) != 2 || all[1].Story() != "y" || all[1].Predicates[0].Name != "P" {
		t.Fatalf("%+v, %v", all, err)
	}
	for text, want := range map[string]string{
		"predicates = [":                      "reading TOML",
		"predicates = 7":                      "ontology 1: ",
		"[[predicates]]\nname=\"P\"\narity=0": "found arity 0",
		"ontology = [3]":                      "ontology 1: ",
	} {
		if _, err := ontology.Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
