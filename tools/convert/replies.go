package convert

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

// lists are the fields that --extract fills with the texts of all matches. Any other
// field gets the text of the last match, because the final answer comes last.
var lists = []string{"premises", "premises_nl"}

// parsePattern reads --extract.
func parsePattern(s string) (*regexp.Regexp, error) {
	pattern, err := regexp.Compile(s)
	if err != nil {
		return nil, err
	}
	named := 0
	for _, name := range pattern.SubexpNames() {
		if name == "" {
			continue
		}
		named++
		if err := new(record.Row).SetString(name, "1"); err != nil && !slices.Contains(lists, name) {
			return nil, fmt.Errorf("the group %s: %w", name, err)
		}
	}
	if named == 0 {
		return nil, fmt.Errorf("found no named group in %s, expected one for each field, such as (?P<fs_out>.*)", s)
	}
	return pattern, nil
}

// replies emits the rows of files with replies of models. The named groups of --extract
// become fields, and the reply becomes the conversation.
func (o *options) replies(in *shard.Input, emit func(*record.Row) error) error {
	rows, read := 0, 0
	var names []string
	err := eachRow(in, emit, func(row *record.Row, rec *shard.Record) error {
		if rows++; rows == 1 {
			for name := range row.ExtraFields() {
				names = append(names, name)
			}
		}
		text, ok := row.Text(fieldReply)
		if ok {
			read++
			o.extract(row, text, rec.Pos)
		} else {
			fail(row, "missing", fmt.Sprintf("%v: %s: found none, expected the reply of a model", rec.Pos, fieldReply))
		}
		o.finish(row, ok, rec.Pos.Row)
		return emit(row)
	})
	if err == nil && rows > 0 && read == 0 {
		err = cli.Usagef("--from replies: found no row with the field %s, expected the field with the replies%s", fieldReply, cli.Nearest(fieldReply, names))
	}
	return err
}

// extract sets the fields of a row by the matches of the pattern in a reply.
func (o *options) extract(row *record.Row, reply string, pos shard.Position) {
	row.Conversations = conversation(reply)
	row.DeleteExtra(fieldReply)
	matches := o.pattern.FindAllStringSubmatchIndex(reply, -1)
	if matches == nil {
		fail(row, "no_match", fmt.Sprintf("%v: %s: found %s, expected a match of %v", pos, fieldReply, quoted(reply), o.pattern))
		return
	}
	found := map[string][]string{}
	for _, m := range matches {
		for i, name := range o.pattern.SubexpNames() {
			if name != "" && m[2*i] >= 0 {
				found[name] = append(found[name], reply[m[2*i]:m[2*i+1]])
			}
		}
	}
	for _, name := range o.pattern.SubexpNames() {
		texts := found[name]
		switch {
		case texts == nil:
		case name == "premises":
			row.Premises = texts
		case slices.Contains(lists, name):
			row.SetValue(name, texts)
		default:
			if err := row.SetString(name, texts[len(texts)-1]); err != nil {
				fail(row, "no_match", fmt.Sprintf("%v: %s: %v", pos, fieldReply, err))
			}
		}
	}
}
