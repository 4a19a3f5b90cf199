package shard

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/klauspost/compress/zstd"
)

// A compressed buffer begins with the size that it claims to have after decompression. The
// library allocates this size before it decompresses the buffer. So each claim is compared
// first with what the compressed bytes can hold at the most.
const (
	sizeOfClaim = 8

	// mostOfZstd and mostOfLZ4 are the bytes that one byte can hold: a block of zstd has 4
	// bytes or more and holds 128 KB at the most (RFC 8878, section 3.1.1.2); a byte of
	// LZ4 adds 255 to a length at the most.
	mostOfZstd = 128 << 10 / 4
	mostOfLZ4  = 255
)

// verifyClaims returns an error if a compressed buffer of a batch claims more bytes than it
// can hold. The description of the message was verified. The error names the column of the
// schema, which is nil for a dictionary.
func verifyClaims(description []byte, body io.ReaderAt, schema *arrow.Schema) error {
	b, batch, dictionary := batchOf(description)
	method, _ := b.slot(batch, 3)
	if batch == 0 || method == 0 {
		return nil
	}
	method, _ = b.follow(method)
	codec, _ := b.slot(method, 0)
	isZstd := codec != 0 && b.data[codec] == 1
	buffers, n := b.list(batch, 2)
	for i := range n {
		at, size := int64(b.long(buffers+16*i)), int64(b.long(buffers+16*i+8))
		var begin [sizeOfClaim + 18]byte // with the header of a zstd frame
		read, err := body.ReadAt(begin[:max(min(size, int64(len(begin))), 0)], at)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if read < sizeOfClaim {
			continue // empty, or outside of the body, which the library reports
		}
		claim := int64(binary.LittleEndian.Uint64(begin[:]))
		if most := mostInside(begin[sizeOfClaim:read], size-sizeOfClaim, isZstd); claim < -1 || claim > most {
			of := "a dictionary"
			if schema != nil && !dictionary {
				of = b.columnOfBuffer(batch, i, schema.Fields())
			}
			return fmt.Errorf("%s: found a compressed buffer of %d bytes that claims %d bytes, expected at most %d", of, size-sizeOfClaim, claim, most)
		}
	}
	return nil
}

// mostInside returns the largest size that size compressed bytes can have after
// decompression. begin is their beginning. A frame of zstd can state its size.
func mostInside(begin []byte, size int64, isZstd bool) int64 {
	if !isZstd {
		return size * mostOfLZ4
	}
	var frame zstd.Header
	if most := size * mostOfZstd; frame.Decode(begin) != nil || !frame.HasFCS || frame.FrameContentSize > uint64(most) {
		return most
	}
	return int64(frame.FrameContentSize)
}

// columnOfBuffer names the column of a batch to which a buffer belongs.
func (b *flatBuffer) columnOfBuffer(batch, buffer int, columns []arrow.Field) string {
	counts, n := b.list(batch, 4)
	var buffersOf func(t arrow.DataType) int
	buffersOf = func(t arrow.DataType) (all int) {
		if t, ok := t.(arrow.ExtensionType); ok {
			return buffersOf(t.StorageType())
		}
		layout := t.Layout()
		for _, spec := range layout.Buffers {
			if spec.Kind != arrow.KindAlwaysNull {
				all++
			}
		}
		if layout.VariadicSpec != nil && n > 0 {
			all += int(b.long(counts))
			counts, n = counts+8, n-1
		}
		if nested, ok := t.(arrow.NestedType); ok {
			for _, f := range nested.Fields() {
				all += buffersOf(f.Type)
			}
		}
		return all
	}
	for _, column := range columns {
		if buffer -= buffersOf(column.Type); buffer < 0 {
			return column.Name
		}
	}
	return "a buffer without a column"
}
