package shard

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/metadata"
	"github.com/apache/arrow-go/v18/parquet/schema"

	"github.com/truthloop/truthloop/format/record"
)

// A parquetNode is a node of a Parquet schema with its place in Dremel's record
// shredding (Melnik et al., VLDB 2010): its leaf columns, and the definition
// and repetition level at which it is present.
type parquetNode struct {
	name       string
	begin, end int // leaf columns
	def, rep   int16
	repeated   bool
	children   []*parquetNode
	list       bool // annotated LIST or MAP: stands for its only, repeated child
	element    bool // the repeated child of a list, stands for its only child

	physical parquet.Type // of a leaf
	logical  schema.LogicalType
	ours     bool          // it is a column of the row, or inside one
	duration time.Duration // unit of a leaf that holds durations; 0: it does not
}

// parquetNodes are the top-level columns of a file.
func parquetNodes(file *metadata.FileMetaData) []*parquetNode {
	root, _ := newParquetNode(file.Schema.Root(), 0, 0, 0)
	durations := arrowDurations(file)
	for _, column := range root.children {
		column.duration = durations[column.name]
		column.setOurs(record.IsColumn(column.name))
	}
	return root.children
}

func newParquetNode(from schema.Node, column int, def, rep int16) (*parquetNode, int) {
	n := &parquetNode{name: from.Name(), begin: column, logical: from.LogicalType()}
	group, isGroup := from.(*schema.GroupNode)
	if from.Parent() != nil { // the root has no levels
		switch from.RepetitionType() {
		case parquet.Repetitions.Repeated:
			n.repeated = true
			def, rep = def+1, rep+1
		case parquet.Repetitions.Optional:
			def++
		}
	}
	n.def, n.rep = def, rep
	if !isGroup {
		n.physical, n.end = from.(*schema.PrimitiveNode).PhysicalType(), column+1
		return n, n.end
	}
	for i := range group.NumFields() {
		var child *parquetNode
		child, column = newParquetNode(group.Field(i), column, def, rep)
		n.children = append(n.children, child)
	}
	n.end = column
	switch n.logical.(type) {
	case schema.ListLogicalType, schema.MapLogicalType:
		if len(n.children) == 1 && n.children[0].repeated {
			n.list = true
			child := n.children[0]
			child.element = len(child.children) == 1 && child.name != "array" && child.name != n.name+"_tuple"
		}
	}
	return n, column
}

func (n *parquetNode) setOurs(ours bool) {
	n.ours = ours
	for _, child := range n.children {
		child.setOurs(ours)
	}
}

// arrowDurations finds the columns that Arrow wrote as durations, for which
// Parquet has no type: they are plain integers there, and only the schema of
// Arrow that its writers add tells what they are, and in which unit. Durations
// inside structs and lists are not looked for and stay numbers.
func arrowDurations(file *metadata.FileMetaData) map[string]time.Duration {
	text := file.KeyValueMetadata().FindValue(arrowSchemaKey)
	if text == nil {
		return nil
	}
	types, err := arrowSchema(*text)
	if err != nil {
		return nil // it is an addition, which need not be right
	}
	units := map[string]time.Duration{}
	for _, f := range types.Fields() {
		if _, ok := f.Type.(*arrow.DurationType); ok {
			units[f.Name] = timeUnit(f.Type)
		}
	}
	return units
}

// sameField is the field of the row that takes the values of a column as they
// are, -1 if there is none.
func (n *parquetNode) sameField() int {
	at := slices.IndexFunc(rowShape, func(f shapedField) bool { return f.Name == n.name })
	if at < 0 || len(n.children) > 0 || n.repeated {
		return -1
	}
	index := rowShape[at].index
	switch as := n.logical.(type) {
	case schema.NoLogicalType, schema.StringLogicalType, schema.EnumLogicalType, schema.JSONLogicalType:
	case schema.IntLogicalType:
		if !as.IsSigned() {
			return -1
		}
	default:
		return -1
	}
	t := reflect.TypeFor[record.Row]().Field(index).Type
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	kinds := map[parquet.Type]reflect.Kind{
		parquet.Types.ByteArray: reflect.String, parquet.Types.Boolean: reflect.Bool, parquet.Types.Double: reflect.Float64,
		parquet.Types.Int32: reflect.Int64, parquet.Types.Int64: reflect.Int64,
	}
	if kind, ok := kinds[n.physical]; !ok || kind != t.Kind() {
		return -1
	}
	return index
}

// setField sets a field of the row from a value of its type. It returns false
// for NaN and the infinities, which it leaves to the way through JSON.
func setField(field reflect.Value, value cell) bool {
	if field.Kind() == reflect.String {
		field.SetString(strings.ToValidUTF8(value.bytes, "\uFFFD"))
		return true
	}
	pointer := reflect.New(field.Type().Elem())
	switch pointer.Elem().Kind() {
	case reflect.Int64:
		pointer.Elem().SetInt(value.bits)
	case reflect.Bool:
		pointer.Elem().SetBool(value.bits != 0)
	case reflect.Float64:
		f := math.Float64frombits(uint64(value.bits))
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return false
		}
		pointer.Elem().SetFloat(f)
	}
	field.Set(pointer)
	return true
}

// append writes what the node holds in the leaf columns, which are cut to the
// instance of the node around it.
func (n *parquetNode) append(b []byte, leaves [][]cell) ([]byte, error) {
	if n.begin == n.end {
		return append(b, "{}"...), nil
	}
	first := leaves[n.begin]
	if len(first) == 0 {
		return nil, errors.New("found no value, expected one or a null")
	}
	present := first[0].def >= n.def
	switch {
	case n.repeated:
		return n.appendRepeated(b, leaves, present)
	case !present:
		return append(b, "null"...), nil
	}
	return n.appendOne(b, leaves)
}

// appendRepeated writes the instances of a repeated node as a list.
func (n *parquetNode) appendRepeated(b []byte, leaves [][]cell, present bool) ([]byte, error) {
	b = append(b, '[')
	if !present {
		return append(b, ']'), nil
	}
	rest := make([][]cell, len(leaves))
	copy(rest, leaves)
	one := make([][]cell, len(leaves))
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
func cutInstance(values []cell, rep int16) (one, rest []cell) {
	for i := 1; i < len(values); i++ {
		if values[i].rep <= rep {
			return values[:i], values[i:]
		}
	}
	return values, nil
}

// appendOne writes one instance of a node that is present.
func (n *parquetNode) appendOne(b []byte, leaves [][]cell) ([]byte, error) {
	switch {
	case len(n.children) == 0:
		if len(leaves[n.begin]) != 1 {
			return nil, fmt.Errorf("found %d values, expected one", len(leaves[n.begin]))
		}
		return n.appendLeaf(b, leaves[n.begin][0])
	case n.element, n.list:
		return n.children[0].append(b, leaves)
	}
	b = append(b, '{')
	for i, child := range n.children {
		if i > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = child.append(append(appendText(b, child.name), ':'), leaves); err != nil {
			return nil, fmt.Errorf("%s: %w", child.name, err)
		}
	}
	return append(b, '}'), nil
}
