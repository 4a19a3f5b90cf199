package endpoint

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"

	"github.com/sashabaranov/go-openai"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

// The limits on a request file in OpenAI's reference for "Create batch"; 200 MB are read as
// 200,000,000 bytes.
const (
	fileRequests = 50_000
	fileBytes    = 200_000_000
)

// A batchLine is a request in a request file. Its body is that of Body.
type batchLine struct {
	openai.BatchChatCompletionRequest
	Body json.RawMessage `json:"body"`
}

// customID identifies a request by its body and its key. The key separates repetitions.
func customID(key string, body []byte) string {
	h := sha256.New()
	fmt.Fprintf(h, "%d %s\n", len(key), key)
	h.Write(body)
	return "truthloop-" + hex.EncodeToString(h.Sum(nil)[:16])
}

// A BatchWriter is a Model that answers nothing. It writes its requests into the files
// requests-00001.jsonl, ... of a directory. It is not safe for concurrent use.
type BatchWriter struct {
	client       *Client
	dir          string
	mostRequests int // in a file
	mostBytes    int64

	seen     map[string]bool
	files    int
	file     *os.File // nil: no file is open
	buffer   *bufio.Writer
	requests int // in file
	bytes    int64
}

// NewBatchWriter creates dir. It is an error if dir has request files: they may
// be paid for.
func NewBatchWriter(client *Client, dir string) (*BatchWriter, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("batch: %w", err)
	}
	if found, err := requestFiles(dir); err != nil {
		return nil, err
	} else if len(found) > 0 {
		return nil, fmt.Errorf("batch: %s exists; use another directory, or remove its files", found[0])
	}
	return &BatchWriter{client: client, dir: dir, mostRequests: fileRequests, mostBytes: fileBytes, seen: map[string]bool{}}, nil
}

// requestFiles returns the names of the request files in a directory, in order.
func requestFiles(dir string) ([]string, error) {
	return filepath.Glob(filepath.Join(dir, "requests-*.jsonl"))
}

// Name returns the model's name.
func (w *BatchWriter) Name() string { return w.client.Name() }

// Chat adds a request. The usage is what an answer as long as the prompt would take.
func (w *BatchWriter) Chat(_ context.Context, req translate.Request) (translate.Response, error) {
	usage := record.Usage{CompletionTokens: translate.EstimateTokens(req.Messages), Estimated: true}
	return translate.Response{Outcome: record.Empty, Usage: usage}, w.Add(req)
}

// Add writes a request, unless it has already written it with the same key.
func (w *BatchWriter) Add(req translate.Request) error {
	body, err := w.client.Body(req)
	if err != nil {
		return fmt.Errorf("batch: %w", err)
	}
	id := customID(req.Key, body)
	if w.seen[id] {
		return nil
	}
	w.seen[id] = true
	line := batchLine{Body: body}
	line.CustomID, line.Method, line.URL = id, http.MethodPost, openai.BatchEndpointChatCompletions
	text, err := json.Marshal(line)
	if err != nil {
		return fmt.Errorf("batch: %w", err)
	}
	text = append(text, '\n')
	size := int64(len(text))
	if size > w.mostBytes {
		return fmt.Errorf("batch: found a request of %d bytes, expected at most %d", size, w.mostBytes)
	}
	if w.file != nil && (w.requests == w.mostRequests || w.bytes+size > w.mostBytes) {
		if err := w.finish(); err != nil {
			return err
		}
	}
	if w.file == nil {
		if w.file, err = os.CreateTemp(w.dir, ".requests-*"); err != nil {
			return fmt.Errorf("batch: %w", err)
		}
		w.buffer, w.requests, w.bytes = bufio.NewWriterSize(w.file, 1<<20), 0, 0
	}
	w.requests++
	w.bytes += size
	if _, err := w.buffer.Write(text); err != nil {
		return fmt.Errorf("batch: %w", err)
	}
	return nil
}

// finish completes and renames the file.
func (w *BatchWriter) finish() error {
	w.files++
	err := w.buffer.Flush()
	if err == nil {
		err = rename(w.file, filepath.Join(w.dir, fmt.Sprintf("requests-%05d.jsonl", w.files)))
	}
	w.file = nil
	if err != nil {
		return fmt.Errorf("batch: %w", err)
	}
	return nil
}

// rename writes a temporary file to disk, closes it, and gives it its final name.
func rename(f *os.File, name string) error {
	err := errors.Join(f.Chmod(0o644), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	return err
}

// Close finishes the last file and returns the numbers of files and requests.
func (w *BatchWriter) Close() (files, requests int, err error) {
	if w.file != nil {
		err = w.finish()
	}
	return w.files, len(w.seen), err
}

// Abort removes an incomplete file.
func (w *BatchWriter) Abort() {
	if w.file != nil {
		w.file.Close()
		os.Remove(w.file.Name())
		w.file = nil
	}
}
