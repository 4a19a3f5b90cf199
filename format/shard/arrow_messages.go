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
	file bool // the stream is inside a file, which continues after the stream
	own  bool // a program of truthloop wrote the stream, so it has a mark at its end
}

// Message reads the next message; io.EOF means that the stream has ended.
func (r *arrowMessages) Message() (*ipc.Message, error) {
	length, err := r.length()
	if err != nil {
		return nil, err
	}
	meta, err := r.read("the description of a message", int64(length), maxMetadata)
	if err != nil {
		return nil, err
	}
	described := ipc.NewMessage(memory.NewBufferBytes(meta), memory.NewBufferBytes(nil))
	body, err := r.read("the body of a message", described.BodyLen(), maxBody)
	if err != nil {
		return nil, err
	}
	return ipc.NewMessage(memory.NewBufferBytes(meta), memory.NewBufferBytes(body)), nil
}

// length reads the length of a message's description. Since Arrow 0.15 (2019), a marker
// precedes the length.
func (r *arrowMessages) length() (int32, error) {
	var words [8]byte
	switch _, err := io.ReadFull(r.in, words[:]); {
	case errors.Is(err, io.EOF) && !r.file && r.own:
		return 0, &IncompleteError{r.name, "was interrupted or failed"}
	case errors.Is(err, io.EOF) && !r.file:
		return 0, io.EOF
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return 0, errors.New("found no end of the stream: it is truncated")
	case err != nil:
		return 0, err
	}
	if marker := binary.LittleEndian.Uint32(words[:]); marker != 0xffffffff {
		if r.file && r.isIndex(words[:]) { // some writers do not end the stream
			return 0, io.EOF
		}
		return 0, fmt.Errorf("found %#x, expected the marker before a message", marker)
	}
	length := int32(binary.LittleEndian.Uint32(words[4:]))
	if length == 0 {
		return 0, io.EOF
	}
	return length, nil
}

// isIndex reports whether head and the rest of the input are the end of an Arrow file:
// an index, its length and the six bytes that end each file.
func (r *arrowMessages) isIndex(head []byte) bool {
	rest, err := io.ReadAll(io.LimitReader(r.in, maxMetadata))
	if err != nil {
		return false
	}
	index, magic := bytes.CutSuffix(append(head, rest...), []byte("ARROW1"))
	n := len(index) - 4
	return magic && n >= 0 && int(binary.LittleEndian.Uint32(index[n:])) == n
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
