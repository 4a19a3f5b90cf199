package shard

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
)

// WriteFile writes a whole file in one step: after a crash it has either its new
// content or its old content. If several processes write it at the same time, one wins.
// A symbolic link stays, and WriteFile replaces its target. It creates the directory if
// there is none.
func WriteFile(name string, content []byte) error {
	if err := notDevice(name); err != nil {
		return err
	}
	name = target(name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return replace(name, content)
}

// replace writes a whole file in one step. It does not follow a symbolic link.
func replace(name string, content []byte) error {
	tmp := uniqueName(name)
	f, err := createNew(tmp)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return errors.Join(fmt.Errorf("writing %s: %w", name, err), os.Remove(tmp))
	}
	if err := os.Rename(tmp, name); err != nil {
		return errors.Join(err, os.Remove(tmp))
	}
	return syncDir(filepath.Dir(name))
}

// RemoveUnfinished removes the temporary files that killed calls of WriteFile and of
// Output.Finish left beside the named file. No other process may write the file at the
// same time.
func RemoveUnfinished(name string) error {
	entries, err := os.ReadDir(filepath.Dir(name))
	if err != nil {
		return err
	}
	left := regexp.MustCompile("^" + regexp.QuoteMeta(filepath.Base(name)) + `\.[0-9a-f]{8}\.tmp$`)
	for _, e := range entries {
		if left.MatchString(e.Name()) {
			err = errors.Join(err, os.RemoveAll(filepath.Join(filepath.Dir(name), e.Name())))
		}
	}
	return err
}

// uniqueName returns a name for a temporary file or directory beside the named file.
// Nobody can foresee it, so no other file has this name. RemoveUnfinished finds it.
func uniqueName(name string) string { return fmt.Sprintf("%s.%08x.tmp", name, rand.Uint32()) }

// createNew creates a file with the default permissions of new files, which os.CreateTemp
// does not give. If the name exists, even as a symbolic link to a missing file, the error is
// os.ErrExist.
func createNew(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
}

// openOwn opens a file whose name is predictable, or creates it. It does not follow a
// symbolic link, which somebody else can have put there.
func openOwn(name string) (*os.File, error) {
	for {
		if info, err := os.Lstat(name); err == nil && !info.Mode().IsRegular() {
			return nil, fmt.Errorf("found %s, which is no file of this program, expected one or none", name)
		}
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|noFollow, 0o666)
		if err != nil || sameFile(f, name) {
			return f, err
		}
		f.Close() // another file has the name now
	}
}

// ErrLocked is the error of a file that another process has locked.
var ErrLocked = errors.New("another process is writing it")

// openLocked opens a file as openOwn does, and locks it.
func openLocked(name string) (*os.File, error) {
	for {
		f, err := openOwn(name)
		if err != nil {
			return nil, err
		}
		free, err := lock(f)
		if err == nil && !free {
			err = ErrLocked
		}
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		// The process that had the lock may have finished and removed the file
		// after this process opened it and before it locked it.
		if sameFile(f, name) {
			return f, nil
		}
		f.Close()
	}
}

// Lock creates the named file and locks it, until unlock removes it or the process ends.
// The error is ErrLocked if another process has the lock.
func Lock(name string) (unlock func() error, err error) {
	f, err := openLocked(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return func() error { return removeLocked(f) }, nil
}

// syncDir makes the names in a directory durable. On Windows it does nothing:
// the system has no such call and needs none.
func syncDir(name string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// target follows symbolic links from name to the file to write, which need not exist.
func target(name string) string {
	for range 40 { // the limit of Linux
		link, err := os.Readlink(name)
		if err != nil {
			break
		}
		if !filepath.IsAbs(link) {
			link = filepath.Join(filepath.Dir(name), link)
		}
		name = link
	}
	return name
}

func removeIfThere(name string) error {
	if err := os.Remove(name); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

func sameFile(f *os.File, name string) bool {
	a, err := f.Stat()
	if err != nil {
		return false
	}
	b, err := os.Lstat(name)
	return err == nil && os.SameFile(a, b)
}

// A File describes a file of a finished output, or an input of one.
type File struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Digest returns the size and the checksum of a file.
func Digest(name string) (File, error) {
	f, err := os.Open(name)
	if err != nil {
		return File{}, err
	}
	defer f.Close()
	h := sha256.New()
	n, err := io.Copy(h, f)
	if err != nil {
		return File{}, err
	}
	return File{Name: filepath.Base(name), Bytes: n, SHA256: hex.EncodeToString(h.Sum(nil))}, nil
}

// A spool is a temporary file that Close removes. On Unix a kill removes it too, since
// it has no name.
type spool struct{ *os.File }

func newSpool() (*spool, error) {
	f, err := os.CreateTemp("", "truthloop-*.spool")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(f.Name()) // Windows does not remove open files; Close does it
	return &spool{f}, nil
}

// Close closes the file and removes it.
func (s *spool) Close() error { return errors.Join(s.File.Close(), removeIfThere(s.Name())) }
