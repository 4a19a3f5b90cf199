package batch

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/openai"
)

// What a request file may hold at most, by OpenAI's reference of "Create
// batch" (200 MB being taken for the smaller of its two meanings).
const (
	MaxRequests = 50_000
	MaxBytes    = 200_000_000
)

// endpointPath is what the requests are for.
const endpointPath = "/v1/chat/completions"

// Limits bound a request file; zero is MaxRequests and MaxBytes.
type Limits struct {
	Requests int
	Bytes    int64
}

// A line is a request of a request file.
type line struct {
	CustomID string         `json:"custom_id"`
	Method   string         `json:"method"`
	URL      string         `json:"url"`
	Body     jsontext.Value `json:"body"`
}

// customID is the identity of a request: its body, and the key that tells
// repetitions apart.
func customID(key string, body []byte) string {
	h := sha256.New()
	fmt.Fprintf(h, "%d %s\n", len(key), key)
	h.Write(body)
	return "truthloop-" + hex.EncodeToString(h.Sum(nil)[:16])
}

// A Writer writes requests into the files requests-00001.jsonl and on of a
// directory. It is not safe for use by several goroutines.
type Writer struct {
	client *openai.Client
	dir    string
	limits Limits

	seen     map[string]bool
	files    int
	file     *os.File
	buffer   *bufio.Writer
	requests int
	bytes    int64
}

// NewWriter begins the request files of a directory, which is made where it is
// missing. One with request files in it is an error: they may be paid for.
func NewWriter(client *openai.Client, dir string, l Limits) (*Writer, error) {
	if l.Requests <= 0 {
		l.Requests = MaxRequests
	}
	if l.Bytes <= 0 {
		l.Bytes = MaxBytes
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("batch: %w", err)
	}
	if there, err := requestFiles(dir); err != nil {
		return nil, err
	} else if len(there) > 0 {
		return nil, fmt.Errorf("batch: %s exists; use another directory, or remove its files", there[0])
	}
	return &Writer{client: client, dir: dir, limits: l, seen: map[string]bool{}}, nil
}

// requestFiles are the request files of a directory, in order.
func requestFiles(dir string) ([]string, error) {
	return filepath.Glob(filepath.Join(dir, "requests-*.jsonl"))
}

// Add writes a request, unless the same was written before for the same key.
func (w *Writer) Add(req translate.Request) error {
	body, err := w.client.Body(req)
	if err != nil {
		return fmt.Errorf("batch: %w", err)
	}
	id := customID(req.Key, body)
	if w.seen[id] {
		return nil
	}
	w.seen[id] = true
	text, err := json.Marshal(line{CustomID: id, Method: "POST", URL: endpointPath, Body: body}, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return fmt.Errorf("batch: %w", err)
	}
	text = append(text, '\n')
	size := int64(len(text))
	if size > w.limits.Bytes {
		return fmt.Errorf("batch: found a request of %d bytes, expected at most %d", size, w.limits.Bytes)
	}
	if w.file != nil && (w.requests == w.limits.Requests || w.bytes+size > w.limits.Bytes) {
		if err := w.finish(); err != nil {
			return err
		}
	}
	if w.file == nil {
		if err := w.begin(); err != nil {
			return err
		}
	}
	w.requests++
	w.bytes += size
	if _, err := w.buffer.Write(text); err != nil {
		return fmt.Errorf("batch: %w", err)
	}
	return nil
}

func (w *Writer) begin() error {
	f, err := os.CreateTemp(w.dir, ".requests-*")
	if err != nil {
		return fmt.Errorf("batch: %w", err)
	}
	w.file, w.buffer, w.requests, w.bytes = f, bufio.NewWriterSize(f, 1<<20), 0, 0
	return nil
}

// finish gives a file its name, when it is complete on the disk.
func (w *Writer) finish() error {
	f := w.file
	w.file = nil
	w.files++
	err := errors.Join(w.buffer.Flush(), f.Chmod(0o644), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(w.dir, fmt.Sprintf("requests-%05d.jsonl", w.files)))
	}
	if err != nil {
		return fmt.Errorf("batch: %w", err)
	}
	return nil
}

// Close finishes the last file and tells how many files and requests there are.
func (w *Writer) Close() (files, requests int, err error) {
	if w.file != nil {
		err = w.finish()
	}
	return w.files, len(w.seen), err
}

// Abort takes away the file that is not complete.
func (w *Writer) Abort() {
	if w.file != nil {
		w.file.Close()
		os.Remove(w.file.Name())
		w.file = nil
	}
}
