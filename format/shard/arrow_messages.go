package shard

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

const (
	// maxMetadata and maxBody bound the two parts of an Arrow message, in bytes:
	// its description, and its batch of rows or dictionary.
	maxMetadata = 64 << 20
	maxBody     = 4 << 30

	// atOnce bounds the memory that is allocated for a length before the data is
	// read. After that the memory grows with the data.
	atOnce = 16 << 20
)

// arrowMessages reads the messages of a stream. The library's reader allocates
// the length that a message claims, which a damaged or forged stream can set to
// any value.
type arrowMessages struct {
	name string
	in   io.Reader
	own  bool // a program of truthloop wrote the stream, so it has a mark at its end
	room *boundedMemory
}

// A boundedMemory allocates the memory of the decompressed buffers of a batch. The library
// allocates the size that a buffer claims before it decompresses anything.
type boundedMemory struct {
	memory.GoAllocator
	most, used int // bytes
}

// A batch may have many bytes after decompression, or many for its compressed bytes, which
// all zeros may have.
const (
	smallBatch  = 256 << 20
	mostPerByte = 128
)

// begin begins a batch of a file or message with size bytes.
func (m *boundedMemory) begin(size int64) {
	m.most, m.used = int(min(max(smallBatch, mostPerByte*size), maxBody)), 0
}

// Allocate panics if the batch becomes too large; see recovered.
func (m *boundedMemory) Allocate(size int) []byte {
	m.take(size)
	return m.GoAllocator.Allocate(size)
}

func (m *boundedMemory) Reallocate(size int, b []byte) []byte {
	m.take(max(size-len(b), 0))
	return m.GoAllocator.Reallocate(size, b)
}

func (m *boundedMemory) take(size int) {
	if size < 0 || size > m.most-m.used {
		panic(fmt.Sprintf("a batch claims more than %d bytes after decompression", m.most))
	}
	m.used += size
}

// Message reads the next message; io.EOF means that the stream has ended.
func (r *arrowMessages) Message() (_ *ipc.Message, err error) {
	defer recovered(&err)
	length, err := r.length()
	if err != nil {
		return nil, err
	}
	meta, err := r.read("the description of a message", int64(length), maxMetadata)
	if err != nil {
		return nil, err
	}
	verifyMessage(meta)
	described := ipc.NewMessage(memory.NewBufferBytes(meta), memory.NewBufferBytes(nil))
	body, err := r.read("the body of a message", described.BodyLen(), maxBody)
	if err != nil {
		return nil, err
	}
	if r.room != nil {
		r.room.begin(int64(len(body)))
	}
	return ipc.NewMessage(memory.NewBufferBytes(meta), memory.NewBufferBytes(body)), nil
}

// length reads the length of a message's description. Since Arrow 0.15 (2019), a marker
// precedes the length.
func (r *arrowMessages) length() (int32, error) {
	var words [8]byte
	switch _, err := io.ReadFull(r.in, words[:]); {
	case errors.Is(err, io.EOF) && r.own:
		return 0, &IncompleteError{r.name, "was interrupted or failed"}
	case errors.Is(err, io.EOF):
		return 0, io.EOF
	case errors.Is(err, io.ErrUnexpectedEOF):
		return 0, errors.New("found no end of the stream: it is truncated")
	case err != nil:
		return 0, err
	}
	if marker := binary.LittleEndian.Uint32(words[:]); marker != 0xffffffff {
		return 0, fmt.Errorf("found %#x, expected the marker before a message", marker)
	}
	length := int32(binary.LittleEndian.Uint32(words[4:]))
	if length == 0 {
		return 0, io.EOF
	}
	return length, nil
}

func (r *arrowMessages) read(what string, n, most int64) ([]byte, error) {
	if n < 0 || n > most {
		return nil, fmt.Errorf("found %d bytes of %s, expected at most %d", n, what, most)
	}
	var b bytes.Buffer
	b.Grow(int(min(n, atOnce)) + bytes.MinRead)
	_, err := io.CopyN(&b, r.in, n)
	if errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("found the end within %s of %d bytes: it is truncated", what, n)
	}
	return b.Bytes(), err
}

// Retain and Release implement the library's interface; no references are counted.
func (r *arrowMessages) Retain()  {}
func (r *arrowMessages) Release() {}
