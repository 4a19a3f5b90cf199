package doctor

import "golang.org/x/sys/windows"

// freeDisk returns the bytes that a user may still write in a directory.
func freeDisk(dir string) (free uint64, err error) {
	name, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, err
	}
	return free, windows.GetDiskFreeSpaceEx(name, &free, nil, nil)
}
