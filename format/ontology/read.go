package ontology

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/record"
)

// Read reads the ontologies of a file in JSON. The error gives the number of
// the faulty ontology, counted from 1, and the fault.
func Read(r io.Reader) ([]*Ontology, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("ontology: %w", err)
	}
	if err := record.ValidFile(string(text)); err != nil {
		return nil, fmt.Errorf("ontology: %w", err)
	}
	all, err := decode(text)
	if err != nil {
		return nil, err
	}
	for n, o := range all {
		if faults := o.flaws(); len(faults) > 0 {
			return nil, fmt.Errorf("ontology %d: %s", n+1, faults[0].Message)
		}
	}
	return all, nil
}

// Decode reads one ontology that a model wrote. It accepts an ontology with faults;
// Faults lists them.
func Decode(text string) (*Ontology, error) {
	all, err := decode([]byte(text), lenient...)
	switch {
	case err != nil:
		return nil, err
	case len(all) != 1:
		return nil, fmt.Errorf("found %d ontologies, expected one", len(all))
	}
	return all[0], nil
}

// lenient accepts the JSON that models write.
var lenient = []json.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}

// decode reads one or more objects.
func decode(text []byte, options ...json.Options) ([]*Ontology, error) {
	dec := jsontext.NewDecoder(bytes.NewReader(text), options...)
	var all []*Ontology
	for n := 1; ; n++ {
		o := new(Ontology)
		err := record.JSONError(json.UnmarshalDecode(dec, o))
		if errors.Is(err, io.EOF) && n > 1 {
			return all, nil
		}
		if err != nil {
			return nil, fmt.Errorf("ontology %d: %w", n, err)
		}
		all = append(all, o)
	}
}
