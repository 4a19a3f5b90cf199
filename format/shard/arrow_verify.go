package shard

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	flatbuffers "github.com/google/flatbuffers/go"
)

// The library takes the lengths in the description of a message at their word: for a
// schema that claims two billion fields it allocates that many. So the lists for which it
// allocates memory are measured first. A place outside of the description panics, here and
// in the library; see recovered.

// A flatGuard measures the lists of a description.
type flatGuard struct{ tables int } // that may still come: tables that share their bytes cannot multiply

// maxFlatDepth bounds the fields inside each other. The library has no bound.
const maxFlatDepth = 200

func newFlatGuard(data []byte) *flatGuard { return &flatGuard{len(data) / 4} }

// root returns the root table of a description.
func root(data []byte) flatbuffers.Table {
	return flatbuffers.Table{Bytes: data, Pos: flatbuffers.GetUOffsetT(data)}
}

// list returns the place of the first element in a list, and their number.
func list(t flatbuffers.Table, slot, size int) (at flatbuffers.UOffsetT, n int) {
	o := flatbuffers.UOffsetT(t.Offset(flatbuffers.VOffsetT(4 + 2*slot)))
	if o == 0 {
		return 0, 0
	}
	at, n = t.Vector(o), t.VectorLen(o)
	if t.GetUOffsetT(o+t.Pos) == 0 || n > (len(t.Bytes)-int(at))/size {
		panic(fmt.Sprintf("a list of %d elements is longer than the description of its message", n))
	}
	return at, n
}

// inside returns the table in a slot; false if there is none.
func inside(t flatbuffers.Table, slot int) (flatbuffers.Table, bool) {
	o := flatbuffers.UOffsetT(t.Offset(flatbuffers.VOffsetT(4 + 2*slot)))
	if o == 0 {
		return t, false
	}
	return flatbuffers.Table{Bytes: t.Bytes, Pos: t.Indirect(o + t.Pos)}, true
}

// The slots of the tables in Arrow's Schema.fbs, Message.fbs and File.fbs.
const (
	fieldChildren, fieldMetadata   = 5, 6
	schemaFields, schemaMetadata   = 1, 2
	messageType, messageHeader     = 1, 2
	messageMetadata                = 4
	batchBuffers, batchVariadic    = 2, 4
	dictionaryBatch                = 1
	footerSchema, footerDictionary = 1, 2
	footerBatches                  = 3

	isSchema, isDictionary, isBatch = 1, 2, 3 // types of messages
)

// fields measures a list of fields and the lists inside them.
func (g *flatGuard) fields(t flatbuffers.Table, slot, depth int) {
	at, n := list(t, slot, flatbuffers.SizeUOffsetT)
	if g.tables -= n; g.tables < 0 || depth > maxFlatDepth {
		panic(fmt.Sprintf("a schema has more fields than its bytes, or a depth of more than %d", maxFlatDepth))
	}
	for i := range n {
		f := flatbuffers.Table{Bytes: t.Bytes, Pos: t.Indirect(at + flatbuffers.UOffsetT(i*flatbuffers.SizeUOffsetT))}
		list(f, fieldMetadata, flatbuffers.SizeUOffsetT)
		g.fields(f, fieldChildren, depth+1)
	}
}

func (g *flatGuard) schema(t flatbuffers.Table) {
	list(t, schemaMetadata, flatbuffers.SizeUOffsetT)
	g.fields(t, schemaFields, 0)
}

// verifyMessage panics if the description of a message has a list that is longer than the
// description. A batch cannot have more buffers of texts than buffers.
func verifyMessage(data []byte) {
	m := root(data)
	list(m, messageMetadata, flatbuffers.SizeUOffsetT)
	header, ok := inside(m, messageHeader)
	if !ok {
		return
	}
	switch m.GetByteSlot(4+2*messageType, 0) {
	case isSchema:
		newFlatGuard(data).schema(header)
		return
	case isDictionary:
		if header, ok = inside(header, dictionaryBatch); !ok {
			return
		}
	case isBatch:
	default:
		return
	}
	_, buffers := list(header, batchBuffers, 16)
	counts, n := list(header, batchVariadic, 8)
	for i := range n {
		if count := binary.LittleEndian.Uint64(data[int(counts)+8*i:]); count > uint64(buffers) {
			panic(fmt.Sprintf("a batch has %d buffers, and %d of them have texts", buffers, count))
		}
	}
}

// arrowStream returns the messages of a file as a stream. The index at the end of the file
// has the schema and the places of the dictionaries and batches. The file can have anything
// else before and between them.
func arrowStream(f io.ReaderAt, size int64) (_ io.Reader, err error) {
	defer recovered(&err)
	ending := make([]byte, 10) // the length of the index, and ARROW1
	if _, err := f.ReadAt(ending, size-int64(len(ending))); err != nil {
		return nil, err
	}
	length := int64(binary.LittleEndian.Uint32(ending))
	if length > maxMetadata {
		return nil, fmt.Errorf("found an index of %d bytes, expected at most %d", length, maxMetadata)
	}
	index := make([]byte, length)
	if _, err := f.ReadAt(index, size-int64(len(ending))-length); err != nil {
		return nil, err
	}
	schema, ok := inside(root(index), footerSchema)
	if !ok {
		return nil, errors.New("found no schema")
	}
	stream := []io.Reader{bytes.NewReader(schemaMessage(schema))}
	for _, slot := range []int{footerDictionary, footerBatches} {
		at, n := list(root(index), slot, 24)
		for i := range n {
			block := index[int(at)+24*i:]
			offset, body := int64(binary.LittleEndian.Uint64(block)), int64(binary.LittleEndian.Uint64(block[16:]))
			meta := int64(int32(binary.LittleEndian.Uint32(block[8:])))
			if offset < 0 || meta <= 0 || body < 0 || offset > size-meta-body {
				return nil, fmt.Errorf("message %d: found a place of %d and %d bytes at byte %d, expected one inside the file", i+1, meta, body, offset)
			}
			stream = append(stream, io.NewSectionReader(f, offset, meta+body))
		}
	}
	return io.MultiReader(append(stream, strings.NewReader("\xff\xff\xff\xff\x00\x00\x00\x00"))...), nil
}

// schemaMessage returns the message with which a stream begins: its length, a table of the
// type Message, and the bytes in which the schema is.
func schemaMessage(schema flatbuffers.Table) []byte {
	b := flatbuffers.NewBuilder(64)
	b.StartObject(messageHeader + 1)
	b.PrependByteSlot(messageType, isSchema, 0)
	b.PrependUint32Slot(messageHeader, 1, 0) // set below: the schema is behind what b has
	b.Finish(b.EndObject())
	message := b.FinishedBytes()
	table := root(message)
	header := flatbuffers.UOffsetT(table.Offset(4+2*messageHeader)) + table.Pos
	flatbuffers.WriteUOffsetT(message[header:], flatbuffers.UOffsetT(len(message))+schema.Pos-header)
	message = append(message, schema.Bytes...)
	return append(binary.LittleEndian.AppendUint32([]byte("\xff\xff\xff\xff"), uint32(len(message))), message...)
}
