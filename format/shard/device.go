package shard

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
)

// descriptor matches the names of the files that a process has opened.
var descriptor = regexp.MustCompile(`^(/dev/std(out|err)|/dev/fd/[0-9]+|/proc/(self|[0-9]+)/fd/[0-9]+)$`)

// IsDevice reports whether a program can write to the name but must not replace it: a
// device, a named pipe, a socket, or an opened file such as /dev/fd/3.
func IsDevice(name string) bool {
	info, err := os.Stat(name)
	if err != nil {
		return false
	}
	return !info.IsDir() && !info.Mode().IsRegular() || descriptor.MatchString(filepath.Clean(name))
}

// notDevice returns an error if the name is a device. The output must be a whole file.
func notDevice(name string) error {
	if IsDevice(name) {
		return fmt.Errorf("output %s: found a device or a pipe, expected a file", name)
	}
	return nil
}

// An unopened file is opened by the first Read, and closed after the last one. Opening a
// named pipe waits for a writer.
type unopened struct {
	name string
	file *os.File
}

func (u *unopened) Read(b []byte) (n int, err error) {
	if u.file == nil {
		if u.file, err = os.Open(u.name); err != nil {
			return 0, fmt.Errorf("input: %w", err)
		}
	}
	if n, err = u.file.Read(b); err != nil {
		_ = u.file.Close() // it was only read
	}
	return n, err
}

// interruptible returns a reader of in that stops waiting when ctx ends. A read from a
// terminal or a pipe cannot be interrupted, so one goroutine may wait until data
// arrives or the program ends.
func interruptible(ctx context.Context, in io.Reader) io.ReadCloser {
	r, w := io.Pipe()
	go func() {
		_, err := io.Copy(w, in)
		w.CloseWithError(err)
	}()
	context.AfterFunc(ctx, func() { w.CloseWithError(context.Cause(ctx)) })
	return r
}
