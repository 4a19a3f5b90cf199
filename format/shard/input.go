package shard

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Stdin is the name of the standard input in lists of inputs and in positions.
const Stdin = "-"

// An Input reads the rows of several files one after another.
type Input struct {
	ctx     context.Context
	abandon context.CancelFunc // of ctx
	stdin   io.Reader
	names   []string
	part    Part
	seen    int64  // rows read, of any part
	want    wanted // columns of tables that are read

	failed error // of Read, for the call after the last batch

	table []tableColumn // of the first file, if it is a table

	at      int         // index in names of the next file to open
	current reader      // of the open file; nil if there is none
	opened  []io.Closer // the open file, and perhaps a copy of it
	file    openedFile  // the open file, if it must not change
}

// An openedFile is a regular file and its state when it was opened; the zero value is
// none.
type openedFile struct {
	*os.File
	was os.FileInfo
}

// unchanged returns an error if the size or the modification time has changed.
func (f openedFile) unchanged() error {
	if f.File == nil {
		return nil
	}
	is, err := f.Stat()
	if err != nil || is.Size() == f.was.Size() && is.ModTime().Equal(f.was.ModTime()) {
		return err
	}
	return fmt.Errorf("input %s: the file was changed while it was read: found %d bytes of %s, expected %d bytes of %s",
		f.Name(), is.Size(), is.ModTime().Format(time.RFC3339Nano), f.was.Size(), f.was.ModTime().Format(time.RFC3339Nano))
}

// Open finds the inputs that names refer to: files, patterns such as
// "out/part-*.parquet", directories (the data files in them, in the order of their
// names, without those whose names begin with a dot or an underscore), and "-" for
// stdin. Without names, the input is stdin. The Input yields the rows of part. The
// content of a file determines its format. Files are opened one at a time.
func Open(ctx context.Context, names []string, stdin io.Reader, part Part) (*Input, error) {
	if len(names) == 0 {
		names = []string{Stdin}
	}
	in := &Input{stdin: stdin, part: part}
	in.ctx, in.abandon = context.WithCancel(ctx)
	for _, name := range names {
		found, err := expand(name)
		if err != nil {
			return nil, err
		}
		in.names = append(in.names, found...)
	}
	if first := slices.Index(in.names, Stdin); first >= 0 && slices.Contains(in.names[first+1:], Stdin) {
		return nil, errors.New("inputs: found - (the standard input) twice, expected it once")
	}
	return in, nil
}

// Names lists the files that were found, in the order in which they are read.
func (in *Input) Names() []string { return in.names }

// expand lists the files that one name refers to.
func expand(name string) ([]string, error) {
	if name == Stdin {
		return []string{name}, nil
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return partsOf(name)
	case err == nil:
		return []string{name}, nil
	case !errors.Is(err, os.ErrNotExist):
		return nil, fmt.Errorf("input %s: %w", name, err)
	}
	if !strings.ContainsAny(name, "*?[") {
		return nil, fmt.Errorf("input %s: found no such file", name)
	}
	matches, err := filepath.Glob(name)
	if err != nil {
		return nil, fmt.Errorf("input %s: %w", name, err)
	}
	if len(matches) == 0 {
		return nil, fmt.Errorf("input %s: found no file that matches", name)
	}
	var all []string
	for _, match := range matches {
		found, err := expand(match)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// partsOf lists the data files of a directory.
func partsOf(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("input %s: %w", dir, err)
	}
	var parts []string
	for _, e := range entries {
		name := e.Name()
		_, err := FormatOf(name)
		if err == nil && !e.IsDir() && !strings.HasPrefix(name, ".") && !strings.HasPrefix(name, "_") && !strings.HasSuffix(name, manifestSuffix) {
			parts = append(parts, filepath.Join(dir, name))
		}
	}
	if len(parts) == 0 {
		return nil, fmt.Errorf("input %s: found no data file in the directory, expected .jsonl, .jsonl.gz, .jsonl.zst, .parquet or .arrow", dir)
	}
	return parts, nil
}

// Seen returns the number of rows that have been read, including those of other parts.
func (in *Input) Seen() int64 { return in.seen }

// Read returns the next row of the input's part, and io.EOF after the last one.
func (in *Input) Read() (*Record, error) {
	for {
		if err := in.ready(); err != nil {
			return nil, err
		}
		rec, err := in.current.Read()
		if errors.Is(err, io.EOF) {
			if err := in.closeRead(); err != nil {
				return nil, err
			}
			continue
		}
		if err != nil {
			return nil, err
		}
		k := in.seen
		in.seen++
		if in.part.Has(k) {
			return rec, nil
		}
	}
}

// Rows yields the rows of the input's part, and the error that ends them, if there is one.
func (in *Input) Rows() iter.Seq2[*Record, error] { return rowsOf(in) }

// ready opens the next file if none is open; io.EOF means that there is none.
func (in *Input) ready() error {
	if in.current != nil {
		return nil
	}
	if in.at == len(in.names) {
		return io.EOF
	}
	if err := in.open(in.names[in.at]); err != nil {
		return errors.Join(err, in.Close())
	}
	in.at++
	return nil
}

// closeRead closes a file that was read to its end. It returns an error if the file has
// changed.
func (in *Input) closeRead() error { return errors.Join(in.file.unchanged(), in.Close()) }

// Abandon ends a Read that waits for the standard input or a named pipe. Then only Close
// may follow.
func (in *Input) Abandon() { in.abandon() }

// Close closes the open file, if there is one.
func (in *Input) Close() (err error) {
	for _, c := range in.opened {
		err = errors.Join(err, c.Close())
	}
	in.current, in.opened, in.file = nil, nil, openedFile{}
	return err
}

// maxText is the largest file that is read as one text.
const maxText = 1 << 30

// EachText calls do with the whole text of each file, instead of reading rows.
func (in *Input) EachText(do func(name string, text []byte) error) error {
	for _, name := range in.names {
		if err := in.ctx.Err(); err != nil {
			return err
		}
		data, err := in.data(name)
		if err != nil {
			return err
		}
		var text []byte
		inside, _, err := unpack(name, data)
		if err == nil {
			text, err = io.ReadAll(io.LimitReader(inside, maxText+1))
		}
		if err == nil && len(text) > maxText {
			err = fmt.Errorf("found more than %d bytes, expected a smaller document", maxText)
		}
		if err != nil {
			err = fmt.Errorf("input %s: %w", name, err)
		} else {
			err = notTable(name, text)
		}
		if err = errors.Join(err, data.Close()); err != nil {
			return err
		}
		if err := do(name, text); err != nil {
			return err
		}
	}
	return nil
}

// data opens a file or the standard input.
func (in *Input) data(name string) (io.ReadCloser, error) {
	if name == Stdin {
		return interruptible(in.ctx, in.stdin), nil
	}
	if info, err := os.Stat(name); err == nil && info.Mode()&os.ModeNamedPipe != 0 {
		return interruptible(in.ctx, &unopened{name: name}), nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("input: %w", err)
	}
	return f, nil
}

func (in *Input) open(name string) error {
	data, err := in.data(name)
	if err != nil {
		return err
	}
	in.opened = append(in.opened, data)
	inside := io.Reader(data)
	if f, ok := data.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			if in.file = (openedFile{f, info}); IsPartial(name) { // an unfinished run may add rows while they are read
				in.file, inside = openedFile{}, io.NewSectionReader(f, 0, info.Size())
			}
		}
	}
	if in.current, err = in.reader(name, inside); err != nil {
		return err
	}
	if t, ok := in.current.(*tableReader); ok && in.at == 0 {
		in.table = t.columns
	}
	return nil
}

// tableColumns returns the columns of the first file, if it is a table and a row of it
// has been read.
func (in *Input) tableColumns() []tableColumn {
	if in == nil {
		return nil
	}
	return in.table
}

// reader returns a reader for the format of the data's content.
func (in *Input) reader(name string, data io.Reader) (reader, error) {
	inside, is, err := unpack(name, data)
	if err != nil {
		return nil, err
	}
	switch is {
	case isParquet, isArrowFile:
		f, ok := data.(*os.File)
		if !ok || !startsWith(f, is) {
			if f, err = in.copied(name, inside); err != nil {
				return nil, err
			}
		}
		if is == isArrowFile {
			return newArrowFileReader(name, f, in.want)
		}
		return newParquetReader(name, f, in.want)
	case isArrowStream:
		return newArrowReader(name, inside, in.want)
	}
	head, _ := inside.Peek(inside.Buffered()) // the bytes that were read already
	if err := notTable(name, head); err != nil {
		return nil, err
	}
	if table, _ := FormatOf(strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".zst")); commas[table] != 0 {
		return newCSVReader(name, inside, table)
	}
	lines := newLineReader(name, inside)
	lines.torn = IsPartial(name)
	return lines, nil
}

// startsWith reports whether a file allows reading at any offset, and its own first
// bytes are of the given kind.
func startsWith(f *os.File, is content) bool {
	head := make([]byte, sniffLen)
	_, err := f.ReadAt(head, 0)
	return err == nil && recognise(head) == is
}

// byteOrderMark can precede text, above all from Windows.
const byteOrderMark = "\ufeff"

// unpack decompresses data, recognises what is inside, and skips a byte order mark.
func unpack(name string, data io.Reader) (*bufio.Reader, content, error) {
	for {
		inside := bufio.NewReaderSize(data, 64<<10)
		head, err := inside.Peek(sniffLen)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, 0, fmt.Errorf("%s: reading: %w", name, err)
		}
		switch is := recognise(head); is {
		case isGzip:
			if data, err = gzip.NewReader(inside); err != nil {
				return nil, 0, fmt.Errorf("%s: reading gzip: %w", name, err)
			}
		case isZstd: // with one decoder at a time it has no goroutines and needs no Close
			if data, err = zstd.NewReader(inside, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<30)); err != nil {
				return nil, 0, fmt.Errorf("%s: reading zstd: %w", name, err)
			}
		default:
			if bytes.HasPrefix(head, []byte(byteOrderMark)) {
				_, _ = inside.Discard(len(byteOrderMark)) // these bytes are in the buffer
			}
			return inside, is, nil // the input may be shorter than head
		}
	}
}

// copied copies data to a temporary file, which Close removes: a file with an index at its
// end cannot be read from a pipe.
func (in *Input) copied(name string, data io.Reader) (*os.File, error) {
	spool, err := newSpool()
	if err == nil {
		in.opened = append(in.opened, spool)
		_, err = io.Copy(spool, data)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: copying to a temporary file, since its format cannot be read from a pipe: %w", name, err)
	}
	return spool.File, nil
}
