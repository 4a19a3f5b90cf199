package shard

import (
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/record"
)

// A projection is the columns that are wanted of rows.
type projection struct {
	wanted map[string]bool // by name

	// members lists, of a struct or a list of them of which only some members
	// are wanted, the names of these; of one that is wanted whole it is nil.
	members map[string][]string

	unknown bool // a column that is not of the row is wanted
}

// project reads names of columns. A name with points in it is that of an
// unknown column, or a path into a struct, such as judgements.0.verdict.
func project(names []string) *projection {
	p := &projection{wanted: map[string]bool{}, members: map[string][]string{}}
	for _, name := range names {
		p.unknown = p.unknown || !record.IsColumn(name)
		p.wanted[name] = true
	}
	for _, name := range names {
		top, path, inside := strings.Cut(name, ".")
		if !inside {
			continue
		}
		if p.wanted[top] && p.members[top] == nil {
			continue // it is wanted whole
		}
		p.wanted[top] = true
		p.members[top] = append(p.members[top], firstName(path))
	}
	for top, members := range p.members {
		if slices.Contains(members, "") {
			p.members[top] = nil
		}
	}
	return p
}

// firstName is the first name of a path that is no place in a list, "" where
// there is none.
func firstName(path string) string {
	for name := range strings.SplitSeq(path, ".") {
		if strings.Trim(name, "0123456789") != "" {
			return name
		}
	}
	return ""
}

// wants says whether a column of a table is to be read. The column extra may
// hold any that is unknown.
func (p *projection) wants(column string) bool {
	return p.wanted[column] || p.unknown && column == extraColumn
}
