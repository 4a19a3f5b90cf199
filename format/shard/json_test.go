package shard

import (
	"encoding/json"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/record"
)

// plain is a Row without its methods, for encoding/json: an independent oracle.
type plain record.Row

func TestAppendAgreesWithEncodingJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		row := drawRow(t)
		row.Extra = nil
		for i := range row.Conversations { // encoding/json writes null for a nil list
			if row.Conversations[i].Messages == nil {
				row.Conversations[i].Messages = []record.Message{}
			}
		}
		line, err := json.Marshal((*plain)(row))
		if err != nil {
			t.Skip("a number that JSON cannot express")
		}
		var got, want any
		if err := json.Unmarshal(record.Append(nil, row), &got); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(line, &want); err != nil {
			t.Fatal(err)
		}
		delete(want.(map[string]any), "Extra")
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("found %s\nexpected %s", record.Append(nil, row), line)
		}
	})
}

func TestDecodeAgreesWithEncodingJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		row := drawRow(t)
		row.Extra = nil // encoding/json would match ID with id
		line := record.Append(nil, row)
		var got record.Row
		var want plain
		if err := record.Decode(line, &got); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(line, &want); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(plain(got), want) {
			t.Fatalf("%s: found %+v\nexpected %+v", line, got, want)
		}
	})
}

// TestUnknownFieldsAgreeWithEncodingJSON compares names and values with those of
// encoding/json, and the bytes of Extra before and after a line.
func TestUnknownFieldsAgreeWithEncodingJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		row := drawRow(t)
		line := record.Append(nil, row)
		var back record.Row
		if err := record.Decode(line, &back); err != nil {
			t.Fatal(err)
		}
		if string(back.Extra) != string(row.Extra) {
			t.Fatalf("found %s, expected %s", back.Extra, row.Extra)
		}
		var members map[string]json.RawMessage
		if err := json.Unmarshal(line, &members); err != nil {
			t.Fatal(err)
		}
		for name, value := range back.ExtraFields() {
			if string(members[name]) != string(value) {
				t.Fatalf("%q: found %s, expected %s", name, value, members[name])
			}
		}
	})
}

func TestRowSurvivesJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		row := drawRow(t)
		line := record.Append(nil, row)
		var back record.Row
		if err := record.Decode(line, &back); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if again := record.Append(nil, &back); string(again) != string(line) {
			t.Fatalf("got  %s\nwant %s", again, line)
		}
	})
}

// TestTextSetsWhatGetGets copies every field of a row as text.
func TestTextSetsWhatGetGets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		row := drawRow(t)
		row.Extra = nil
		var copied record.Row
		for _, name := range record.Columns() {
			text, ok := row.Text(name)
			if _, there := row.Get(name); there != ok {
				t.Fatalf("%s: Text says %v, Get %v", name, ok, there)
			}
			if err := copied.SetString(name, text); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if got, want := string(record.Append(nil, &copied)), string(record.Append(nil, row)); got != want {
			t.Fatalf("got  %s\nwant %s", got, want)
		}
	})
}
