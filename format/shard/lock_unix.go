//go:build unix

package shard

import (
	"errors"
	"os"
	"syscall"
)

// lock locks the file for this process alone until the file is closed; false means that
// another process has the lock.
func lock(f *os.File) (bool, error) {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}

// noFollow makes OpenFile refuse a symbolic link.
const noFollow = syscall.O_NOFOLLOW

// removeLocked removes a file and then releases its lock.
func removeLocked(f *os.File) error { return errors.Join(os.Remove(f.Name()), f.Close()) }
