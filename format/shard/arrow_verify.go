package shard

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
)

// The library takes the lengths in the description of a message at their word: for a
// schema that claims two billion fields it allocates that many. So every description is
// verified before the library reads it, as the verifiers of FlatBuffers in other
// languages do: each table, text and list lies inside the message.

// A flatKind is the kind of a field of a table of FlatBuffers.
type flatKind uint8

const (
	flatTexts  flatKind = iota // one text
	flatNested                 // a table
	flatTables                 // a list of tables
	flatUnion                  // a table whose type is in the slot before
	flatList                   // a list of numbers or structs
)

// A flatField describes a field. Numbers have no description: the library checks their
// places.
type flatField struct {
	kind flatKind
	of   flatTable           // of flatNested and flatTables
	or   map[byte]*flatTable // of flatUnion, by type
	size int                 // of an element of flatList, in bytes
}

// A flatTable describes the fields of a table by their slots.
type flatTable map[int]flatField

// The tables of Arrow's Schema.fbs, Message.fbs and File.fbs.
var (
	flatKeyValues = flatField{kind: flatTables, of: flatTable{0: {}, 1: {}}}
	flatType      = flatField{kind: flatUnion, or: map[byte]*flatTable{
		10: {1: {}},                        // Timestamp: its time zone
		14: {1: {kind: flatList, size: 4}}, // Union: the ids of its types
	}}
	flatArrowField = flatTable{0: {}, 3: flatType, 4: {kind: flatNested, of: flatTable{1: {kind: flatNested}}}, 6: flatKeyValues}
	flatSchema     = flatTable{1: {kind: flatTables, of: flatArrowField}, 2: flatKeyValues, 3: {kind: flatList, size: 8}}
	flatBatch      = flatTable{1: {kind: flatList, size: 16}, 2: {kind: flatList, size: 16}, 3: {kind: flatNested}, 4: {kind: flatList, size: 8}}
	flatDictionary = flatTable{1: {kind: flatNested, of: flatBatch}}
	flatMessage    = flatTable{2: {kind: flatUnion, or: map[byte]*flatTable{1: &flatSchema, 2: &flatDictionary, 3: &flatBatch}}, 4: flatKeyValues}
	flatFooter     = flatTable{1: {kind: flatNested, of: flatSchema}, 2: flatBlocks, 3: flatBlocks, 4: flatKeyValues}
	flatBlocks     = flatField{kind: flatList, size: 24}
)

func init() { flatArrowField[5] = flatField{kind: flatTables, of: flatArrowField} } // a field's children

// maxFlatDepth bounds the tables inside each other. The library has no bound.
const maxFlatDepth = 200

var errFlat = errors.New("found a place outside of the description of a message")

// A flatBuffer verifies a description.
type flatBuffer struct {
	data   []byte
	tables int // that may still come: tables that share their bytes cannot multiply
}

// verifyFlat returns an error if the root table of a description is not valid.
func verifyFlat(data []byte, root flatTable) error {
	b := &flatBuffer{data, len(data) / 4}
	at, err := b.follow(0)
	if err != nil {
		return err
	}
	return b.table(at, root, 0)
}

// number reads a number of n bytes.
func (b *flatBuffer) number(at, n int) (int, error) {
	if at < 0 || at > len(b.data)-n {
		return 0, errFlat
	}
	if n == 2 {
		return int(binary.LittleEndian.Uint16(b.data[at:])), nil
	}
	return int(binary.LittleEndian.Uint32(b.data[at:])), nil
}

// follow returns the place to which an offset leads.
func (b *flatBuffer) follow(at int) (int, error) {
	offset, err := b.number(at, 4)
	if err == nil && (offset == 0 || offset > len(b.data)-at) {
		return 0, errFlat
	}
	return at + offset, err
}

// slot returns the place of a field of a table; 0 if the table lacks the field.
func (b *flatBuffer) slot(table, i int) (int, error) {
	distance, err := b.number(table, 4)
	if err != nil {
		return 0, err
	}
	places := table - int(int32(distance))
	size, err := b.number(places, 2)
	if err != nil || size < 4+2*(i+1) {
		return 0, err
	}
	place, err := b.number(places+4+2*i, 2)
	if err != nil || place == 0 {
		return 0, err
	}
	if table+place >= len(b.data) {
		return 0, errFlat
	}
	return table + place, nil
}

// table verifies a table.
func (b *flatBuffer) table(at int, of flatTable, depth int) error {
	if b.tables--; b.tables < 0 || depth > maxFlatDepth {
		return fmt.Errorf("found more than %d tables or a depth of more than %d in the description of a message", len(b.data)/4, maxFlatDepth)
	}
	if _, err := b.slot(at, 0); err != nil {
		return err
	}
	for i, f := range of {
		place, err := b.slot(at, i)
		if err == nil && place > 0 {
			err = b.field(place, at, i, f, depth)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// field verifies the field in a slot of a table.
func (b *flatBuffer) field(place, table, i int, f flatField, depth int) error {
	to, err := b.follow(place)
	if err != nil {
		return err
	}
	switch f.kind {
	case flatNested:
		return b.table(to, f.of, depth+1)
	case flatUnion:
		kind, err := b.slot(table, i-1)
		if err != nil || kind == 0 {
			return err
		}
		var of flatTable
		if known := f.or[b.data[kind]]; known != nil {
			of = *known
		}
		return b.table(to, of, depth+1)
	}
	n, err := b.number(to, 4)
	size := max(f.size, 1)
	if f.kind == flatTables {
		size = 4
	}
	if err != nil || n > (len(b.data)-to-4)/size {
		return errFlat
	}
	if f.kind != flatTables {
		return nil
	}
	for k := range n {
		element, err := b.follow(to + 4 + 4*k)
		if err == nil {
			err = b.table(element, f.of, depth+1)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// list returns the place of the first element of a list, and their number. The buffer
// was verified.
func (b *flatBuffer) list(table, i int) (at, n int) {
	place, _ := b.slot(table, i)
	if place == 0 {
		return 0, 0
	}
	at, _ = b.follow(place)
	n, _ = b.number(at, 4)
	return at + 4, n
}

// long reads a number of 8 bytes of a list. The buffer was verified.
func (b *flatBuffer) long(at int) uint64 { return binary.LittleEndian.Uint64(b.data[at:]) }

// batchOf returns the place of the batch in the description of a message, which was
// verified; 0 if it has none.
func batchOf(data []byte) (b *flatBuffer, batch int, dictionary bool) {
	b = &flatBuffer{data: data}
	root, _ := b.follow(0)
	kind, _ := b.slot(root, 1)
	header, _ := b.slot(root, 2)
	if kind == 0 || header == 0 {
		return b, 0, false
	}
	dictionary = data[kind] == 2
	if dictionary {
		header, _ = b.follow(header)
		header, _ = b.slot(header, 1)
	} else if data[kind] != 3 {
		return b, 0, false
	}
	if header == 0 {
		return b, 0, dictionary
	}
	batch, _ = b.follow(header)
	return b, batch, dictionary
}

// verifyMessage verifies the description of a message. A batch cannot have more buffers
// of texts than buffers.
func verifyMessage(data []byte) error {
	if err := verifyFlat(data, flatMessage); err != nil {
		return err
	}
	b, batch, _ := batchOf(data)
	if batch == 0 {
		return nil
	}
	_, buffers := b.list(batch, 2)
	counts, n := b.list(batch, 4)
	for i := range n {
		if count := b.long(counts + 8*i); count > uint64(buffers) {
			return fmt.Errorf("found %d buffers of texts, expected at most %d", count, buffers)
		}
	}
	return nil
}

// verifyArrowFile verifies the index of a file, the descriptions of its messages, and its
// dictionaries, which the library reads together with the schema. The result verifies the
// batches by the schema.
func verifyArrowFile(f io.ReaderAt, size int64) (claims func(*arrow.Schema) error, err error) {
	const ending = 10 // the length of the index, and ARROW1
	tail, err := readPart(f, size-ending, ending, size)
	if err != nil {
		return nil, err
	}
	length := int64(binary.LittleEndian.Uint32(tail))
	index, err := readPart(f, size-ending-length, length, size)
	if err != nil {
		return nil, err
	}
	if err := verifyFlat(index, flatFooter); err != nil {
		return nil, err
	}
	b := &flatBuffer{data: index}
	root, _ := b.follow(0)
	eachMessage := func(do func(description []byte, body io.ReaderAt) error) error {
		for _, slot := range []int{2, 3} { // the dictionaries, and the batches
			at, n := b.list(root, slot)
			for i := range n {
				offset, length, body := int64(b.long(at+24*i)), int64(int32(b.long(at+24*i+8))), int64(b.long(at+24*i+16))
				message, err := readPart(f, offset, length, size)
				if err == nil {
					err = do(withoutPrefix(message), io.NewSectionReader(f, offset+length, body))
				}
				if err != nil {
					return fmt.Errorf("message %d: %w", i+1, err)
				}
			}
		}
		return nil
	}
	claims = func(schema *arrow.Schema) error {
		return eachMessage(func(description []byte, body io.ReaderAt) error { return verifyClaims(description, body, schema) })
	}
	return claims, eachMessage(func(description []byte, body io.ReaderAt) error {
		err := verifyMessage(description)
		if err == nil {
			if _, _, dictionary := batchOf(description); dictionary {
				err = verifyClaims(description, body, nil)
			}
		}
		return err
	})
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
