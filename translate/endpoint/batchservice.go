package endpoint

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sashabaranov/go-openai"

	"github.com/truthloop/truthloop/format/shard"
)

// batchState is the name of the file with the states of the request files in a directory.
const batchState = "batches.json"

// A BatchJob is the state of one request file.
type BatchJob struct {
	Requests  string `json:"requests"` // the request file's name
	FileID    string `json:"file_id,omitempty"`
	BatchID   string `json:"batch_id,omitempty"`
	Status    string `json:"status,omitempty"` // as the service reports it
	Completed int    `json:"completed,omitzero"`
	Failed    int    `json:"failed,omitzero"`
	Total     int    `json:"total,omitzero"`
	Message   string `json:"message,omitempty"` // why the service rejected the file
	Output    string `json:"output,omitempty"`  // the name of the downloaded output file
	Errors    string `json:"errors,omitempty"`  // the name of the downloaded error file
}

// A BatchService submits the request files of a directory to the Batch API and downloads
// the results. Each step is on disk before the next one, so that nothing is submitted and
// paid for twice.
type BatchService struct {
	Jobs []*BatchJob // in the order of their files

	client *Client
	dir    string
}

// NewBatchService reads the states of the request files in dir.
func NewBatchService(client *Client, dir string) (*BatchService, error) {
	s := &BatchService{client: client, dir: dir}
	b, err := os.ReadFile(filepath.Join(dir, batchState))
	if err == nil {
		err = json.Unmarshal(b, &s.Jobs)
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("batch: %s: %w", batchState, err)
	}
	names, err := requestFiles(dir)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("batch: %s has no request files; --batch-out writes them", dir)
	}
	for _, name := range names {
		name = filepath.Base(name)
		if !slices.ContainsFunc(s.Jobs, func(j *BatchJob) bool { return j.Requests == name }) {
			s.Jobs = append(s.Jobs, &BatchJob{Requests: name})
		}
	}
	return s, nil
}

func (s *BatchService) save() error {
	b, err := json.MarshalIndent(s.Jobs, "", "  ")
	if err == nil {
		err = shard.WriteFile(filepath.Join(s.dir, batchState), append(b, '\n'))
	}
	if err != nil {
		return fmt.Errorf("batch: %w", err)
	}
	return nil
}

// call sends a request to the service and decodes the reply into to. Without a body, the
// request is a GET. doing names the step in the error.
func (s *BatchService) call(ctx context.Context, doing, path string, body, to any) error {
	x := s.client.exchange(1 << 20) // a list of 100 batches has about 100 KB
	defer x.end()
	method, content := http.MethodGet, []byte(nil)
	var err error
	if body != nil {
		method = http.MethodPost
		content, err = json.Marshal(body)
	}
	if err == nil {
		err = x.call(ctx, method, path, content)
	}
	if err == nil {
		err = mismatch(json.Unmarshal(x.body, to))
	}
	return s.failed(ctx, x, doing, err)
}

// failed returns the error of an exchange that ended with err; nil if err is nil.
func (s *BatchService) failed(ctx context.Context, x *exchange, doing string, err error) error {
	if err == nil {
		return nil
	}
	_, err = s.client.fault(ctx, x, err)
	return fmt.Errorf("batch: %s: %w", s.client.secrets.Excerpt(doing), err) // doing can have an id from a reply
}

// Submit uploads the request files and creates their batches. It omits the steps that an
// earlier run has done.
func (s *BatchService) Submit(ctx context.Context) error {
	for _, j := range s.Jobs {
		if j.FileID == "" {
			if err := s.upload(ctx, j); err != nil {
				return err
			}
		} else if j.BatchID == "" {
			// A run ended after the upload, and perhaps after the batch was
			// created.
			if err := s.adopt(ctx, j); err != nil {
				return err
			}
		}
		if j.BatchID != "" {
			continue
		}
		var b openai.Batch
		err := s.call(ctx, "submit "+j.Requests, "batches", openai.CreateBatchRequest{
			InputFileID: j.FileID, Endpoint: openai.BatchEndpointChatCompletions, CompletionWindow: "24h",
		}, &b)
		if err != nil {
			return err
		}
		if err := s.update(j, b); err != nil {
			return err
		}
		if j.BatchID == "" {
			return fmt.Errorf("batch: submit %s: found no id in the reply", j.Requests)
		}
		if err := s.save(); err != nil {
			return err
		}
	}
	return nil
}

// upload sends a request file.
func (s *BatchService) upload(ctx context.Context, j *BatchJob) error {
	x := s.client.exchange(answerLimit)
	defer x.end()
	var file openai.File
	err := s.send(ctx, x, j.Requests)
	if err == nil {
		err = mismatch(json.Unmarshal(x.body, &file))
	}
	if err == nil && file.ID == "" {
		err = errors.New("found no id")
	}
	if s.client.secrets.hides(file.ID) {
		err = errors.New("the id of the file contains the key")
	}
	if err != nil {
		return s.failed(ctx, x, "upload "+j.Requests, err)
	}
	j.FileID = file.ID
	return s.save()
}

// send sends a request file as a form, without a copy of the file in memory.
func (s *BatchService) send(ctx context.Context, x *exchange, name string) error {
	f, err := os.Open(filepath.Join(s.dir, name))
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	if err = w.WriteField("purpose", "batch"); err == nil {
		_, err = w.CreateFormFile("file", name)
	}
	before := form.Len()
	if err = errors.Join(err, w.Close()); err != nil {
		return err
	}
	start, end := form.Bytes()[:before], form.Bytes()[before:]
	req, err := s.client.request(ctx, http.MethodPost, "files", io.MultiReader(bytes.NewReader(start), f, bytes.NewReader(end)))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", w.FormDataContentType())
	req.ContentLength = int64(form.Len()) + info.Size()
	return x.send(req)
}

// adopt searches the service's batches for the batch of an uploaded file.
func (s *BatchService) adopt(ctx context.Context, j *BatchJob) error {
	for after := ""; ; {
		var list openai.ListBatchResponse
		if err := s.call(ctx, "list batches", "batches?limit=100"+after, nil, &list); err != nil {
			return err
		}
		for _, b := range list.Data {
			if b.InputFileID == j.FileID {
				if err := s.update(j, b); err != nil {
					return err
				}
				return s.save()
			}
		}
		last := after
		if n := len(list.Data); n > 0 && list.HasMore {
			after = "&after=" + url.QueryEscape(list.Data[n-1].ID)
		}
		if after == last { // the last page, or one that repeats
			return nil
		}
	}
}

// update records the state of a job's batch. If the reply has no id, the known id stays:
// without it, the batch would be created and paid for again. An id that contains a secret
// is an error: the state of the batches would show it.
func (s *BatchService) update(j *BatchJob, b openai.Batch) error {
	if s.client.secrets.hides(b.ID) {
		return fmt.Errorf("batch: %s: the id of the batch contains the key", j.Requests)
	}
	j.BatchID, j.Status = cmp.Or(b.ID, j.BatchID), s.client.secrets.Excerpt(b.Status)
	j.Total, j.Completed, j.Failed = b.RequestCounts.Total, b.RequestCounts.Completed, b.RequestCounts.Failed
	if b.Errors != nil && len(b.Errors.Data) > 0 {
		j.Message = s.client.secrets.Excerpt(b.Errors.Data[0].Message)
	}
	return nil
}

// ended reports whether the service has finished with the batch.
func (j *BatchJob) ended() bool {
	return slices.Contains([]string{"completed", "failed", "expired", "cancelled"}, j.Status)
}

// Refresh asks for the state of the batches and returns the number of request
// files without results. With fetch, it downloads the output and error files of
// the batches that have ended.
func (s *BatchService) Refresh(ctx context.Context, fetch bool) (open int, err error) {
	for _, j := range s.Jobs {
		if j.Output != "" || j.Errors != "" {
			continue
		}
		open++
		if j.BatchID == "" {
			continue
		}
		var b openai.Batch
		if err := s.call(ctx, "ask for batch "+j.BatchID, "batches/"+url.PathEscape(j.BatchID), nil, &b); err != nil {
			return open, err
		}
		if err := s.update(j, b); err != nil {
			return open, err
		}
		if !j.ended() || !fetch {
			continue
		}
		open--
		output, err := s.download(ctx, b.OutputFileID, j.Requests, "output-")
		if err != nil {
			return open, err
		}
		failed, err := s.download(ctx, b.ErrorFileID, j.Requests, "errors-")
		if err != nil {
			return open, err
		}
		j.Output, j.Errors = output, failed
		if err := s.save(); err != nil {
			return open, err
		}
	}
	return open, s.save()
}

// download writes the results of a request file into a file. It replaces the prefix in
// the name of the request file, and returns the new name. Without an id there are no
// results, and the name is empty.
func (s *BatchService) download(ctx context.Context, file *string, requests, prefix string) (string, error) {
	if file == nil || *file == "" {
		return "", nil
	}
	id := *file
	name := strings.Replace(requests, "requests-", prefix, 1)
	x := s.client.exchange(answerLimit)
	defer x.end()
	req, err := s.client.request(ctx, http.MethodGet, "files/"+url.PathEscape(id)+"/content", nil)
	var resp *http.Response
	if err == nil {
		resp, err = x.open(req)
	}
	if err != nil {
		return "", s.failed(ctx, x, "download "+id, err)
	}
	defer resp.Body.Close()
	f, err := os.CreateTemp(s.dir, ".new-*")
	if err != nil {
		return "", fmt.Errorf("batch: %w", err)
	}
	if err = s.copyResults(f, resp.Body, requests); err == nil {
		err = rename(f, filepath.Join(s.dir, name))
	}
	if err != nil {
		f.Close()
		os.Remove(f.Name())
		return "", fmt.Errorf("batch: %s: %w", name, err)
	}
	return name, nil
}

// copyResults copies the results of a request file without secrets, up to a limit in
// bytes. More results than requests are an error, because OpenBatch keeps the position of
// each result in memory.
func (s *BatchService) copyResults(to io.Writer, from io.Reader, requests string) error {
	f, err := os.Open(filepath.Join(s.dir, requests))
	if err != nil {
		return err
	}
	defer f.Close() // the file was only read
	asked := 0
	for lines := bufio.NewReader(f); err == nil; {
		if _, err = lines.ReadSlice('\n'); err == nil {
			asked++
		} else if errors.Is(err, bufio.ErrBufferFull) {
			err = nil
		}
	}
	if !errors.Is(err, io.EOF) {
		return err
	}
	found, limit, read := 0, min(int64(asked)*s.client.resultLimit(), resultsLimit), int64(0)
	out := bufio.NewWriter(to)
	err = s.client.eachResult(from, func(line []byte) error {
		if len(bytes.TrimSpace(line)) > 0 {
			found++
		}
		if read += int64(len(line)); found > asked {
			return fmt.Errorf("found more results than the %d requests", asked)
		} else if read > limit {
			return fmt.Errorf("found more than %d bytes, expected at most so many for %d requests", limit, asked)
		}
		_, err := out.WriteString(s.client.secrets.set.Redact(string(line)))
		return err
	})
	return errors.Join(err, out.Flush())
}
