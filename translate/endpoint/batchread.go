package endpoint

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

// A batchResult is a line of an output or error file.
type batchResult struct {
	CustomID string `json:"custom_id"`
	Response *struct {
		Status int            `json:"status_code"`
		Body   jsontext.Value `json:"body"`
	} `json:"response"`
	Error *struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// A resultAt is the position of a result.
type resultAt struct {
	file        int
	start, size int64
	ok          bool
}

// BatchAnswers is a Model that answers from a directory's output and error
// files. It keeps only the positions of the results in memory. Its methods are
// safe for concurrent use.
type BatchAnswers struct {
	client  *Client
	dir     string
	files   []*os.File
	results map[string]resultAt
}

// OpenBatch reads all .jsonl files of a directory except its request files. If a request
// has several results, such as after a second try, a successful one counts. The error
// names file and line of an invalid result.
func OpenBatch(client *Client, dir string) (*BatchAnswers, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		return nil, fmt.Errorf("batch: %w", err)
	}
	a := &BatchAnswers{client: client, dir: dir, results: map[string]resultAt{}}
	for _, name := range names {
		if strings.HasPrefix(filepath.Base(name), "requests-") {
			continue
		}
		if err := a.add(name); err != nil {
			return nil, errors.Join(fmt.Errorf("batch: %s: %w", name, err), a.Close())
		}
	}
	if len(a.files) == 0 {
		return nil, fmt.Errorf("batch: %s has no output or error files (*.jsonl)", dir)
	}
	return a, nil
}

func (a *BatchAnswers) add(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	a.files = append(a.files, f)
	var start int64
	return a.client.eachResult(f, func(text []byte) error {
		if len(bytes.TrimSpace(text)) > 0 {
			var r batchResult
			if err := json.Unmarshal(text, &r, lenient); err != nil || r.CustomID == "" {
				return errors.New("found no result of a batch, expected an object with custom_id and response or error")
			}
			ok := r.Response != nil && r.Response.Status < 400
			if old, found := a.results[r.CustomID]; !found || ok && !old.ok {
				a.results[r.CustomID] = resultAt{len(a.files) - 1, start, int64(len(text)), ok}
			}
		}
		start += int64(len(text))
		return nil
	})
}

// resultLimit returns the limit on a line of results in bytes, which is the limit on a
// reply.
func (c *Client) resultLimit() int64 { return cmp.Or(c.limit, answerLimit) }

// eachResult calls do with each line of a file of results. A line that exceeds the limit
// is an error. The error names the line.
func (c *Client) eachResult(r io.Reader, do func(line []byte) error) error {
	limit := c.resultLimit()
	lines := bufio.NewReaderSize(r, 64<<10)
	var line []byte
	for n := 1; ; {
		part, err := lines.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case int64(len(line)) > limit:
			err = fmt.Errorf("found more than %d bytes, expected at most so many in a result", limit)
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err == nil || errors.Is(err, io.EOF):
			err = cmp.Or(do(line), err)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		n, line = n+1, line[:0]
	}
}

// Close closes the files.
func (a *BatchAnswers) Close() error {
	var errs []error
	for _, f := range a.files {
		errs = append(errs, f.Close())
	}
	return errors.Join(errs...)
}

// Name returns the model's name.
func (a *BatchAnswers) Name() string { return a.client.Name() }

// Chat returns the result of a request that a BatchWriter wrote. A failure is never
// fatal, since it cannot affect other requests. If a request has expired or has no
// result, the outcome is canceled.
func (a *BatchAnswers) Chat(ctx context.Context, req translate.Request) (translate.Response, error) {
	if err := ctx.Err(); err != nil {
		return a.absent("run ended")
	}
	body, err := a.client.Body(req)
	if err != nil {
		return a.absent(err.Error())
	}
	at, found := a.results[customID(req.Key, body)]
	if !found {
		return a.absent("no result in the batch files of " + filepath.Base(a.dir))
	}
	text := make([]byte, at.size)
	if _, err := a.files[at.file].ReadAt(text, at.start); err != nil {
		return translate.Response{}, fmt.Errorf("batch: %w", err)
	}
	var r batchResult
	if err := json.Unmarshal(text, &r, lenient); err != nil {
		return translate.Response{}, fmt.Errorf("batch: %s has changed: %w", a.files[at.file].Name(), err)
	}
	if r.Response == nil || r.Response.Status == 0 {
		why := "no response"
		if r.Error != nil {
			why = r.Error.Code + ": " + r.Error.Message
		}
		return a.absent(why)
	}
	resp, err := a.client.Reply(r.Response.Status, r.Response.Body)
	resp.Usage.Attempts = 1
	var call *translate.CallError
	if errors.As(err, &call) && call.Fatal() {
		call.Fault = translate.FaultStatus
	}
	return resp, err
}

// absent returns the failure of a request that has no answer and will get none.
func (a *BatchAnswers) absent(why string) (translate.Response, error) {
	return translate.Response{Outcome: record.Canceled, Usage: record.Usage{Attempts: 1}}, &translate.CallError{
		Fault: translate.FaultStatus, Outcome: record.Canceled, Message: a.client.secrets.Excerpt(why),
	}
}
