package batch

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/openai"
)

// A result is a line of an output or error file.
type result struct {
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

// lenient reads what services write.
var lenient = json.JoinOptions(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))

// A place is where a result stands.
type place struct {
	file         int
	start, size  int64
	isSuccessful bool
}

// Answers are the results of a directory's output and error files. It is a
// translate.Model: asked what a Writer was asked, it answers from them. Only
// where results stand is held in memory. Its methods may be called by several
// goroutines.
type Answers struct {
	client *openai.Client
	dir    string
	files  []*os.File
	places map[string]place
}

// Open reads the files of a directory: all whose names end in .jsonl and that
// are not request files. Of several results for one request, as after a second
// try, a successful one counts. The error names file and line of what is no
// result.
func Open(client *openai.Client, dir string) (*Answers, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		return nil, fmt.Errorf("batch: %w", err)
	}
	a := &Answers{client: client, dir: dir, places: map[string]place{}}
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

func (a *Answers) add(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	a.files = append(a.files, f)
	lines := bufio.NewReaderSize(f, 1<<20)
	var start int64
	for n := 1; ; n++ {
		text, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(text)) > 0 {
			var r result
			if jerr := json.Unmarshal(text, &r, lenient); jerr != nil || r.CustomID == "" {
				return fmt.Errorf("line %d: found no result of a batch, expected an object with custom_id and response or error", n)
			}
			ok := r.Response != nil && r.Response.Status < 400
			if old, there := a.places[r.CustomID]; !there || ok && !old.isSuccessful {
				a.places[r.CustomID] = place{len(a.files) - 1, start, int64(len(text)), ok}
			}
		}
		start += int64(len(text))
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
}

// Close closes the files.
func (a *Answers) Close() error {
	var errs []error
	for _, f := range a.files {
		errs = append(errs, f.Close())
	}
	return errors.Join(errs...)
}

// Len is the number of requests that have a result.
func (a *Answers) Len() int { return len(a.places) }

// Name is the model's name.
func (a *Answers) Name() string { return a.client.Name() }

// Chat is what the files say of the request. A failure is the row's alone, as
// no further call could meet it; a request without a result has the outcome
// canceled, as have those that expired.
func (a *Answers) Chat(ctx context.Context, req translate.Request) (translate.Response, error) {
	if err := ctx.Err(); err != nil {
		return a.absent("run ended")
	}
	body, err := a.client.Body(req)
	if err != nil {
		return a.absent(err.Error())
	}
	at, found := a.places[customID(req.Key, body)]
	if !found {
		return a.absent("no result in the batch files of " + filepath.Base(a.dir))
	}
	text := make([]byte, at.size)
	if _, err := a.files[at.file].ReadAt(text, at.start); err != nil {
		return translate.Response{}, fmt.Errorf("batch: %w", err)
	}
	var r result
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

func (a *Answers) absent(why string) (translate.Response, error) {
	resp, err := a.client.Absent(why)
	resp.Usage.Attempts = 1
	return resp, err
}
