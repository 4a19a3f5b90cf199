package shard

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
)

// Grow makes the Input read text files that other programs are still writing, up to the
// last complete line at the time of opening. Such a file may change while it is read.
func (in *Input) Grow() { in.growing = true }

// maxTail bounds the length of a last line without a newline, in bytes.
const maxTail = 1 << 20

// wholeLines returns the part of a text file up to its last newline, or the whole file
// if its last line is a JSON value without a newline. Other kinds of files are read as they
// are.
func wholeLines(f *os.File) (io.Reader, error) {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return f, err
	}
	head := make([]byte, sniffLen)
	n, err := f.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if recognise(head[:n]) != isText {
		return f, nil
	}
	end, tail := info.Size(), []byte(nil)
	for at := end; at > 0; {
		block := make([]byte, min(at, 64<<10))
		at -= int64(len(block))
		if _, err := f.ReadAt(block, at); err != nil {
			return nil, err
		}
		newline := bytes.LastIndexByte(block, '\n')
		if len(tail) <= maxTail {
			tail = append(block[newline+1:], tail...)
		}
		if newline >= 0 {
			end = at + int64(newline) + 1
			break
		}
		end = at
	}
	if len(tail) <= maxTail && json.Valid(tail) {
		end = info.Size()
	}
	return io.NewSectionReader(f, 0, end), nil
}
