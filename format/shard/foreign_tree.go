package shard

import (
	"errors"
	"fmt"
	"time"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/truthloop/truthloop/format/record"
)

// A treeNode is a node of a Parquet schema with its place in Dremel's record
// shredding (Melnik et al., VLDB 2010): its leaf columns, and the definition
// and repetition level at which it is there.
type treeNode struct {
	parquet.Node
	name       string
	begin, end int // leaf columns
	def, rep   int
	children   []*treeNode
	list       bool // annotated LIST or MAP: stands for its only, repeated child
	element    bool // the repeated child of a list, stands for its only child

	ours     bool          // it is a column of the row, or inside one
	half     bool          // a leaf that holds floats of 16 bits
	duration time.Duration // unit of a leaf that holds durations; 0: it does not
}

// treeOf is the root of a file's schema.
func treeOf(file *parquet.File) *treeNode {
	root, _ := nodeOf("", file.Schema(), 0, 0, 0)
	durations, halves := arrowDurations(file), halfFloats(file)
	root.each(func(n *treeNode) { n.half = n.Leaf() && halves[n.begin] })
	for _, column := range root.children {
		column.duration = durations[column.name]
		if record.IsColumn(column.name) {
			column.each(func(n *treeNode) { n.ours = true })
		}
	}
	return root
}

func (n *treeNode) each(do func(*treeNode)) {
	do(n)
	for _, child := range n.children {
		child.each(do)
	}
}

// halfFloats finds the leaf columns of the type Float16, which the library's
// nodes do not tell.
func halfFloats(file *parquet.File) map[int]bool {
	halves, leaf := map[int]bool{}, 0
	for _, element := range file.Metadata().Schema {
		if element.NumChildren.Valid && element.NumChildren.V > 0 || !element.Type.Valid {
			continue
		}
		if _, ok := element.LogicalType.Value.(*format.Float16Type); ok {
			halves[leaf] = true
		}
		leaf++
	}
	return halves
}

// arrowDurations finds the columns that Arrow wrote as durations, for which
// Parquet has no type: they are plain integers there, and only the schema of
// Arrow that its writers add tells what they are, and in which unit. Durations
// inside structs and lists are not looked for and stay numbers.
func arrowDurations(file *parquet.File) map[string]time.Duration {
	text, ok := file.Lookup(arrowSchemaKey)
	if !ok {
		return nil
	}
	schema, err := arrowSchema(text)
	if err != nil {
		return nil // it is an addition, which need not be right
	}
	units := map[string]time.Duration{}
	for _, f := range schema.Fields() {
		if _, ok := f.Type.(*arrow.DurationType); ok {
			units[f.Name] = timeUnit(f.Type)
		}
	}
	return units
}

func nodeOf(name string, node parquet.Node, column, def, rep int) (*treeNode, int) {
	if node.Optional() || node.Repeated() {
		def++
	}
	if node.Repeated() {
		rep++
	}
	n := &treeNode{Node: node, name: name, begin: column, def: def, rep: rep}
	if node.Leaf() {
		n.end = column + 1
		return n, n.end
	}
	for _, f := range node.Fields() {
		var child *treeNode
		child, column = nodeOf(f.Name(), f, column, def, rep)
		n.children = append(n.children, child)
	}
	n.end = column
	if len(n.children) == 1 && n.children[0].Repeated() && isList(node) {
		n.list = true
		child := n.children[0]
		child.element = len(child.children) == 1 && child.name != "array" && child.name != name+"_tuple"
	}
	return n, column
}

func isList(n parquet.Node) bool {
	switch logical(n).(type) {
	case *format.ListType, *format.MapType:
		return true
	}
	return false
}

// logical is the node's annotation, nil where it has none.
func logical(n parquet.Node) format.LogicalTypeValue {
	if n.Type() == nil || n.Type().LogicalType() == nil {
		return nil
	}
	return n.Type().LogicalType().Value
}

// appendGroup writes the group's members that are there.
func (n *treeNode) appendGroup(b []byte, columns [][]parquet.Value) ([]byte, error) {
	b = append(b, '{')
	for i, child := range n.children {
		if i > 0 {
			b = append(b, ',')
		}
		b, _ = jsontext.AppendQuote(b, child.name)
		var err error
		if b, err = child.append(append(b, ':'), columns); err != nil {
			return nil, fmt.Errorf("%s: %w", child.name, err)
		}
	}
	return append(b, '}'), nil
}

// append writes what the node holds in the columns, which are cut to the
// instance of the node around it.
func (n *treeNode) append(b []byte, columns [][]parquet.Value) ([]byte, error) {
	if n.begin == n.end {
		return append(b, "{}"...), nil
	}
	first := columns[n.begin]
	if len(first) == 0 {
		return nil, errors.New("found no value, expected one or a null")
	}
	there := first[0].DefinitionLevel() >= n.def
	switch {
	case n.Repeated():
		return n.appendRepeated(b, columns, there)
	case !there:
		return append(b, "null"...), nil
	}
	return n.appendOne(b, columns)
}

// appendRepeated writes the instances of a repeated node as a list.
func (n *treeNode) appendRepeated(b []byte, columns [][]parquet.Value, there bool) ([]byte, error) {
	b = append(b, '[')
	if !there {
		return append(b, ']'), nil
	}
	rest := make([][]parquet.Value, len(columns))
	copy(rest, columns)
	one := make([][]parquet.Value, len(columns))
	for i := 0; len(rest[n.begin]) > 0; i++ {
		for c := n.begin; c < n.end; c++ {
			one[c], rest[c] = cutInstance(rest[c], n.rep)
		}
		if i > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = n.appendOne(b, one); err != nil {
			return nil, err
		}
	}
	return append(b, ']'), nil
}

// cutInstance cuts the values of the first instance at repetition level rep.
func cutInstance(values []parquet.Value, rep int) (one, rest []parquet.Value) {
	for i := 1; i < len(values); i++ {
		if values[i].RepetitionLevel() <= rep {
			return values[:i], values[i:]
		}
	}
	return values, nil
}

// appendOne writes one instance of a node that is there.
func (n *treeNode) appendOne(b []byte, columns [][]parquet.Value) ([]byte, error) {
	switch {
	case n.Leaf():
		if len(columns[n.begin]) != 1 {
			return nil, fmt.Errorf("found %d values, expected one", len(columns[n.begin]))
		}
		return n.appendLeaf(b, columns[n.begin][0]), nil
	case n.element, n.list:
		return n.children[0].append(b, columns)
	}
	return n.appendGroup(b, columns)
}
