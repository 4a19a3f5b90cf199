//go:build unix

package shard

import (
	"errors"
	"os"
	"syscall"
)

// lock takes the file for this process alone, as long as it is open; false
// means that another process has it.
func lock(f *os.File) (bool, error) {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}

// removeLocked removes a file and then gives up its lock.
func removeLocked(f *os.File) error { return errors.Join(os.Remove(f.Name()), f.Close()) }
