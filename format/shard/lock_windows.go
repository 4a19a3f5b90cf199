package shard

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lock locks the file for this process alone until the file is closed; false means that
// another process has the lock. It locks a byte far behind the end, since no other
// process can read a locked byte.
func lock(f *os.File) (bool, error) {
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY,
		0, 1, 0, &windows.Overlapped{OffsetHigh: 1 << 30})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return false, nil
	}
	return err == nil, err
}

// noFollow is a flag of OpenFile that refuses symbolic links. Windows has none; openOwn
// compares the file with its name instead.
const noFollow = 0

// removeLocked releases the lock and then removes the file, since Windows does not
// remove open files. A process that locks the file in between finds a leftover and
// removes it.
func removeLocked(f *os.File) error {
	err := f.Close()
	if rerr := os.Remove(f.Name()); !errors.Is(rerr, os.ErrNotExist) && !errors.Is(rerr, windows.ERROR_SHARING_VIOLATION) {
		err = errors.Join(err, rerr)
	}
	return err
}
