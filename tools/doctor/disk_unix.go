//go:build unix

package doctor

import "golang.org/x/sys/unix"

// freeDisk returns the bytes that a user may still write in a directory.
func freeDisk(dir string) (uint64, error) {
	var s unix.Statfs_t
	err := unix.Statfs(dir, &s)
	return uint64(s.Bavail) * uint64(s.Bsize), err
}
