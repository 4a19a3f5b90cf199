package shard

import (
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/format"
)

// page mends a page, and its header with it.
func (c *mendedChunk) page(h *format.PageHeader, body []byte, codec compress.Codec) ([]byte, error) {
	switch {
	case h.Type == format.DataPage && h.DataPageHeader.Valid:
		return c.pageV1(h, body, codec)
	case h.Type == format.DataPageV2 && h.DataPageHeaderV2.Valid:
		return c.pageV2(h, body, codec)
	}
	return body, nil
}

// pageV1 mends a page that is compressed as a whole, and in which the lengths
// of the levels stand before them.
func (c *mendedChunk) pageV1(h *format.PageHeader, body []byte, codec compress.Codec) ([]byte, error) {
	is := &h.DataPageHeader.V
	if !c.inRuns(is.Encoding) {
		return body, nil
	}
	body, err := codec.Decode(nil, body)
	if err != nil {
		return nil, err
	}
	values, present := body, int(is.NumValues)
	if c.leaf.MaxRepetitionLevel > 0 {
		if _, values, err = cutLength(values); err != nil {
			return nil, err
		}
	}
	if c.leaf.MaxDefinitionLevel > 0 {
		var levels []byte
		if levels, values, err = cutLength(values); err != nil {
			return nil, err
		}
		if present, err = c.present(levels, present, is.DefinitionLevelEncoding); err != nil {
			return nil, err
		}
	}
	flat, err := bitsOfRuns(values, present)
	if err != nil {
		return nil, err
	}
	body = append(body[:len(body)-len(values):len(body)-len(values)], flat...)
	is.Encoding, h.UncompressedPageSize, h.CRC = format.Plain, int32(len(body)), 0
	body, err = codec.Encode(nil, body)
	h.CompressedPageSize = int32(len(body))
	return body, err
}

// pageV2 mends a page of which the values alone are compressed.
func (c *mendedChunk) pageV2(h *format.PageHeader, body []byte, codec compress.Codec) ([]byte, error) {
	is := &h.DataPageHeaderV2.V
	repetition, definition := int(is.RepetitionLevelsByteLength), int(is.DefinitionLevelsByteLength)
	if repetition < 0 || definition < 0 || repetition+definition > len(body) {
		return nil, fmt.Errorf("found levels of %d and %d bytes in a page of %d", repetition, definition, len(body))
	}
	levels, values := body[:repetition+definition], body[repetition+definition:]
	present := int(is.NumValues)
	if c.leaf.MaxDefinitionLevel > 0 {
		var err error
		if present, err = c.present(levels[repetition:], present, format.RLE); err != nil {
			return nil, err
		}
	}
	is.NumNulls, h.CRC = is.NumValues-int32(present), 0
	if !c.inRuns(is.Encoding) {
		return body, nil
	}
	if !is.IsCompressed.Valid || is.IsCompressed.V { // so is one that does not say
		var err error
		if values, err = codec.Decode(nil, values); err != nil {
			return nil, err
		}
	}
	flat, err := bitsOfRuns(values, present)
	if err != nil {
		return nil, err
	}
	body = append(levels[:len(levels):len(levels)], flat...)
	is.Encoding = format.Plain
	is.IsCompressed.V, is.IsCompressed.Valid = false, true
	h.UncompressedPageSize, h.CompressedPageSize = int32(len(body)), int32(len(body))
	return body, nil
}

// inRuns says whether values of an encoding are truth values as runs.
func (c *mendedChunk) inRuns(e format.Encoding) bool {
	return e == format.RLE && c.leaf.Node.Type().Kind() == parquet.Boolean
}

// present is how many of n values are not null.
func (c *mendedChunk) present(levels []byte, n int, e format.Encoding) (int, error) {
	if e != format.RLE {
		return 0, fmt.Errorf("found definition levels in the encoding %v, expected %v", e, format.RLE)
	}
	width := bits.Len(uint(c.leaf.MaxDefinitionLevel))
	found, err := (&rle.Encoding{BitWidth: width}).DecodeLevels(nil, levels)
	if err != nil {
		return 0, err
	}
	if len(found) < n {
		return 0, fmt.Errorf("found %d definition levels, expected %d", len(found), n)
	}
	present := 0
	for _, level := range found[:n] {
		if int(level) == c.leaf.MaxDefinitionLevel {
			present++
		}
	}
	return present, nil
}

// cutLength takes off data what stands in front with its length before it.
func cutLength(data []byte) (front, rest []byte, err error) {
	if len(data) < 4 {
		return nil, nil, io.ErrUnexpectedEOF
	}
	n := uint64(binary.LittleEndian.Uint32(data))
	if data = data[4:]; n > uint64(len(data)) {
		return nil, nil, io.ErrUnexpectedEOF
	}
	return data[:n], data[n:], nil
}

// bitsOfRuns makes plain truth values, a bit each, of n that are runs: of the
// same form as levels that are 0 or 1.
func bitsOfRuns(data []byte, n int) ([]byte, error) {
	if n == 0 {
		return nil, nil
	}
	runs, _, err := cutLength(data)
	if err != nil {
		return nil, err
	}
	values, err := (&rle.Encoding{BitWidth: 1}).DecodeLevels(nil, runs)
	if err != nil {
		return nil, err
	}
	if len(values) < n {
		return nil, fmt.Errorf("found %d truth values, expected %d", len(values), n)
	}
	flat := make([]byte, (n+7)/8)
	for i, v := range values[:n] {
		flat[i/8] |= v & 1 << (i % 8)
	}
	return flat, nil
}
