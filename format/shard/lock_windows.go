package shard

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lock takes the file for this process alone, as long as it is open; false
// means that another process has it. It locks a byte far behind the end, since
// no other process can read a byte that is locked.
func lock(f *os.File) (bool, error) {
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY,
		0, 1, 0, &windows.Overlapped{OffsetHigh: 1 << 30})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return false, nil
	}
	return err == nil, err
}

// removeLocked gives up the lock and removes the file, in this order, since
// Windows removes no open file. A process that takes it in between finds a
// leftover, and removes that.
func removeLocked(f *os.File) error {
	err := f.Close()
	if rerr := os.Remove(f.Name()); !errors.Is(rerr, os.ErrNotExist) && !errors.Is(rerr, windows.ERROR_SHARING_VIOLATION) {
		err = errors.Join(err, rerr)
	}
	return err
}
