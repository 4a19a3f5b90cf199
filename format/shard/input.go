package shard

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Stdin is the name of the standard input among inputs and in positions.
const Stdin = "-"

// An Input reads the rows of several files one after another.
type Input struct {
	ctx    context.Context
	stdin  io.Reader
	names  []string
	part   Part
	seen   int64  // rows read, of any part
	want   wanted // columns of tables that are read
	failed error  // of Read, after the batch that ended with it

	at      int // the next of names to open
	current Reader
}

// Open finds the inputs that names stand for: files, patterns such as
// "out/part-*.parquet", directories (the data files in them, in the order of
// their names, without those whose names begin with a dot or an underscore), and
// "-" for stdin. No names stand for stdin, too. The Input yields the rows of
// part. The content of a file tells its format. Files are opened one at a time.
func Open(ctx context.Context, names []string, stdin io.Reader, part Part) (*Input, error) {
	if len(names) == 0 {
		names = []string{Stdin}
	}
	in := &Input{ctx: ctx, stdin: stdin, part: part}
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

// expand lists the files that one name stands for.
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
		if e.IsDir() || strings.HasPrefix(e.Name(), ".") || strings.HasPrefix(e.Name(), "_") {
			continue
		}
		if strings.HasSuffix(e.Name(), manifestSuffix) {
			continue
		}
		if _, err := FormatOf(e.Name()); err == nil {
			parts = append(parts, filepath.Join(dir, e.Name()))
		}
	}
	if len(parts) == 0 {
		return nil, fmt.Errorf("input %s: found no data file in the directory, expected .jsonl, .jsonl.gz, .jsonl.zst, .parquet or .arrow", dir)
	}
	return parts, nil
}

// manifestSuffix ends the names of the files that describe an output.
const manifestSuffix = ".manifest.json"

// ManifestName is the name of the file that describes an output.
func ManifestName(output string) string {
	return strings.TrimSuffix(output, "/") + manifestSuffix
}

// Read gives the next row of the input's part, and io.EOF after the last.
func (in *Input) Read() (*Record, error) {
	for {
		if in.current == nil {
			r, err := in.nextFile()
			if err != nil {
				return nil, err
			}
			in.current = r
		}
		rec, err := in.current.Read()
		if errors.Is(err, io.EOF) {
			if err := in.Close(); err != nil {
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

// nextFile opens the next file; io.EOF says that there is none.
func (in *Input) nextFile() (Reader, error) {
	if in.at == len(in.names) {
		return nil, io.EOF
	}
	r, err := in.open(in.names[in.at])
	if err == nil {
		in.at++
	}
	return r, err
}

// Close closes the file that is open, if one is.
func (in *Input) Close() error {
	if in.current == nil {
		return nil
	}
	err := in.current.Close()
	in.current = nil
	return err
}

func (in *Input) open(name string) (Reader, error) {
	if name == Stdin {
		return newReader(name, newInterruptible(in.ctx, in.stdin), nil, in.want)
	}
	return openFile(name, in.want)
}

// OpenTable reads a stream as CSV or TSV, whose content does not show its format.
func OpenTable(ctx context.Context, name string, in io.Reader, format Format) (Reader, error) {
	comma := ','
	if format == TSV {
		comma = '\t'
	}
	return newCSVReader(name, newInterruptible(ctx, in), comma)
}

// openFile opens one file, whose content tells its format.
func openFile(name string, want wanted) (Reader, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("input: %w", err)
	}
	var seekable *os.File
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		seekable = f
	}
	r, err := newReader(name, f, seekable, want)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return closing{r, f}, nil
}

// closing is a Reader that closes a second thing after itself.
type closing struct {
	Reader
	below io.Closer
}

func (c closing) Close() error { return errors.Join(c.Reader.Close(), c.below.Close()) }

// newReader recognises the format of in. Parquet needs seeking: it is read from
// seekable if that is not nil, else from a temporary copy.
func newReader(name string, in io.Reader, seekable *os.File, want wanted) (Reader, error) {
	buffered := bufio.NewReaderSize(in, 64<<10)
	head, err := buffered.Peek(sniffLen)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: reading: %w", name, err)
	}
	switch recognise(head) {
	case isGzip:
		z, err := gzip.NewReader(buffered)
		if err != nil {
			return nil, fmt.Errorf("%s: reading gzip: %w", name, err)
		}
		r, err := newReader(name, z, nil, want)
		if err != nil {
			return nil, err
		}
		return r, nil // closing z would only repeat its last error
	case isZstd:
		z, err := zstd.NewReader(buffered, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<30))
		if err != nil {
			return nil, fmt.Errorf("%s: reading zstd: %w", name, err)
		}
		r, err := newReader(name, z, nil, want)
		if err != nil {
			return nil, err
		}
		return closing{r, z.IOReadCloser()}, nil
	case isParquet:
		return seeking(name, buffered, seekable, want)
	case isArrowFile:
		return newArrowFile(name, buffered, want)
	case isArrowStream:
		return newArrowStream(name, buffered, want)
	}
	switch as := textFormat(name); as {
	case CSV:
		return newCSVReader(name, buffered, ',')
	case TSV:
		return newCSVReader(name, buffered, '\t')
	}
	return newLineReader(name, buffered), nil
}

// textFormat is the format of text by its name: the content does not show CSV
// and TSV, and anything else is JSONL.
func textFormat(name string) Format {
	for _, ending := range []string{".gz", ".zst"} {
		name = strings.TrimSuffix(name, ending)
	}
	if f, err := FormatOf(name); err == nil && (f == CSV || f == TSV) {
		return f
	}
	return JSONL
}

// seeking opens Parquet, which is read from its end. Data from a pipe is first
// copied to a temporary file, which is removed when it is closed.
func seeking(name string, in io.Reader, f *os.File, want wanted) (Reader, error) {
	if f != nil {
		return newParquetReader(name, f, want)
	}
	spool, err := newSpool()
	if err != nil {
		return nil, fmt.Errorf("%s: copying to a temporary file, since its format cannot be read from a pipe: %w", name, err)
	}
	if _, err := io.Copy(spool, in); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: copying to a temporary file, since its format cannot be read from a pipe: %w", name, err), spool.Close())
	}
	r, err := newParquetReader(name, spool.File, want)
	if err != nil {
		return nil, errors.Join(err, spool.Close())
	}
	return closing{r, spool}, nil
}

// An interruptible reader stops waiting when its context ends. A read of a
// terminal or a pipe cannot be interrupted, so one goroutine may stay in it
// until data arrives or the program ends.
type interruptible struct {
	ctx    context.Context
	pieces chan piece
	rest   []byte
	err    error
}

type piece struct {
	data []byte
	err  error
}

func newInterruptible(ctx context.Context, in io.Reader) *interruptible {
	r := &interruptible{ctx: ctx, pieces: make(chan piece)}
	go func() {
		// Receiving a piece releases the previous one, whose memory is used
		// for the next.
		for bufs := [2][]byte{make([]byte, 64<<10), make([]byte, 64<<10)}; ; bufs[0], bufs[1] = bufs[1], bufs[0] {
			buf := bufs[0]
			n, err := in.Read(buf)
			select {
			case r.pieces <- piece{buf[:n], err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return r
}

func (r *interruptible) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		if r.err != nil {
			return 0, r.err
		}
		select {
		case c := <-r.pieces:
			r.rest, r.err = c.data, c.err
		case <-r.ctx.Done():
			return 0, context.Cause(r.ctx)
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}
