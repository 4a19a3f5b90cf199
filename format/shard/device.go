package shard

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
)

// descriptor matches the names of the files that a process has opened.
var descriptor = regexp.MustCompile(`^(/dev/std(out|err)|/dev/fd/[0-9]+|/proc/(self|[0-9]+)/fd/[0-9]+)$`)

// IsDevice reports whether the name is of something that is written to and must not be
// replaced: a device, a named pipe, a socket, or an opened file such as /dev/fd/3.
func IsDevice(name string) bool {
	info, err := os.Stat(name)
	if err != nil {
		return false
	}
	return !info.IsDir() && !info.Mode().IsRegular() || descriptor.MatchString(filepath.Clean(name))
}

// OpenDevice opens what IsDevice describes. It waits for the reader of a named pipe.
// An opened file that is a regular file is continued at its end.
func OpenDevice(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return nil, fmt.Errorf("output %s: %w", name, err)
	}
	return f, nil
}

// notDevice is the error of a name that a whole file is to get.
func notDevice(name string) error {
	if IsDevice(name) {
		return fmt.Errorf("output %s: found a device or a pipe, expected a file", name)
	}
	return nil
}
