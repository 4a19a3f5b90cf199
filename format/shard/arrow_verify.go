package shard

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

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
	footerBatches, footerMetadata  = 3, 4

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

// verifyArrowFile verifies the index of a file and the descriptions of its messages.
func verifyArrowFile(f io.ReaderAt, size int64) (err error) {
	defer recovered(&err)
	const ending = 10 // the length of the index, and ARROW1
	tail, err := readPart(f, size-ending, ending, size)
	if err != nil {
		return err
	}
	length := int64(binary.LittleEndian.Uint32(tail))
	index, err := readPart(f, size-ending-length, length, size)
	if err != nil {
		return err
	}
	footer := root(index)
	list(footer, footerMetadata, flatbuffers.SizeUOffsetT)
	if schema, ok := inside(footer, footerSchema); ok {
		newFlatGuard(index).schema(schema)
	}
	for _, slot := range []int{footerDictionary, footerBatches} {
		at, n := list(footer, slot, 24)
		for i := range n {
			block := index[int(at)+24*i:]
			message, err := readPart(f, int64(binary.LittleEndian.Uint64(block)), int64(int32(binary.LittleEndian.Uint32(block[8:]))), size)
			if err != nil {
				return fmt.Errorf("message %d: %w", i+1, err)
			}
			verifyMessage(withoutPrefix(message))
		}
	}
	return nil
}

// withoutPrefix returns the description of a message in a file: after its length and,
// since Arrow 0.15, the marker before it.
func withoutPrefix(message []byte) []byte {
	if len(message) >= 8 && binary.LittleEndian.Uint32(message) == 0xffffffff {
		return message[8:]
	}
	return message[min(4, len(message)):]
}

// readPart reads a part of a file that has size bytes.
func readPart(f io.ReaderAt, offset, length, size int64) ([]byte, error) {
	if offset < 0 || length < 0 || length > maxMetadata || offset > size-length {
		return nil, fmt.Errorf("found a place of %d bytes at byte %d, expected one inside the file of at most %d bytes", length, offset, maxMetadata)
	}
	data := make([]byte, length)
	_, err := f.ReadAt(data, offset)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return data, err
}
