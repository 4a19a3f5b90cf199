package batch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	api "github.com/sashabaranov/go-openai"
)

// stateFile keeps what was done with the request files of a directory.
const stateFile = "batches.json"

// A Job is what became of one request file.
type Job struct {
	Requests  string `json:"requests"` // the request file's name
	FileID    string `json:"file_id,omitempty"`
	BatchID   string `json:"batch_id,omitempty"`
	Status    string `json:"status,omitempty"` // the service's word
	Completed int    `json:"completed,omitzero"`
	Failed    int    `json:"failed,omitzero"`
	Total     int    `json:"total,omitzero"`
	Message   string `json:"message,omitempty"` // why the service refused the file
	Output    string `json:"output,omitempty"`  // the output file's name, once it is here
	Errors    string `json:"errors,omitempty"`  // and the error file's
}

// Ended says that the service does no more for the batch.
func (j *Job) Ended() bool {
	switch j.Status {
	case "completed", "failed", "expired", "cancelled":
		return true
	}
	return false
}

// A Service drives the Batch API for a directory of request files. What it has
// done is on the disk before it does the next thing, so that whatever ends it,
// nothing is submitted, and paid for, twice.
type Service struct {
	client *api.Client
	dir    string
	redact func(string) string
	jobs   []*Job
}

// NewService reads the directory's state. Messages of errors go through redact.
func NewService(config api.ClientConfig, dir string, redact func(string) string) (*Service, error) {
	s := &Service{client: api.NewClientWithConfig(config), dir: dir, redact: redact}
	b, err := os.ReadFile(filepath.Join(dir, stateFile))
	if err == nil {
		err = json.Unmarshal(b, &s.jobs)
	} else if errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	if err != nil {
		return nil, fmt.Errorf("batch: %s: %w", stateFile, err)
	}
	names, err := requestFiles(dir)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("batch: %s has no request files; --batch-out writes them", dir)
	}
	for _, name := range names {
		if s.job(filepath.Base(name)) == nil {
			s.jobs = append(s.jobs, &Job{Requests: filepath.Base(name)})
		}
	}
	return s, nil
}

func (s *Service) job(requests string) *Job {
	for _, j := range s.jobs {
		if j.Requests == requests {
			return j
		}
	}
	return nil
}

// Jobs are those of the directory, in the order of their files.
func (s *Service) Jobs() []*Job { return s.jobs }

// save writes the state under its name, whole.
func (s *Service) save() error {
	b, err := json.Marshal(s.jobs, jsontext.WithIndent("  "))
	if err != nil {
		return fmt.Errorf("batch: %w", err)
	}
	return s.write(stateFile, strings.NewReader(string(b)+"\n"))
}

func (s *Service) write(name string, content io.Reader) (err error) {
	f, err := os.CreateTemp(s.dir, ".new-*")
	if err != nil {
		return fmt.Errorf("batch: %w", err)
	}
	_, err = io.Copy(f, content)
	err = errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(s.dir, name))
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("batch: %s: %w", name, err)
	}
	return nil
}

// failed is what went wrong with the service.
func (s *Service) failed(doing string, err error) error {
	return fmt.Errorf("batch: %s: %s", doing, s.redact(err.Error()))
}

// Submit uploads the request files that were not, and makes a batch of each
// that has none.
func (s *Service) Submit(ctx context.Context) error {
	for _, j := range s.jobs {
		if j.FileID == "" {
			file, err := s.client.CreateFile(ctx, api.FileRequest{
				FileName: j.Requests, FilePath: filepath.Join(s.dir, j.Requests), Purpose: "batch",
			})
			if err != nil {
				return s.failed("upload "+j.Requests, err)
			}
			j.FileID = file.ID
			if err := s.save(); err != nil {
				return err
			}
		} else if j.BatchID == "" {
			// A run ended between the upload and here: perhaps behind the batch.
			if err := s.adopt(ctx, j); err != nil {
				return err
			}
		}
		if j.BatchID != "" {
			continue
		}
		b, err := s.client.CreateBatch(ctx, api.CreateBatchRequest{
			InputFileID: j.FileID, Endpoint: endpointPath, CompletionWindow: "24h",
		})
		if err != nil {
			return s.failed("submit "+j.Requests, err)
		}
		j.take(b.Batch)
		if err := s.save(); err != nil {
			return err
		}
	}
	return nil
}

// adopt finds the batch of an uploaded file among those that the service has.
func (s *Service) adopt(ctx context.Context, j *Job) error {
	var after *string
	for limit := 100; ; {
		list, err := s.client.ListBatch(ctx, after, &limit)
		if err != nil {
			return s.failed("list batches", err)
		}
		for _, b := range list.Data {
			if b.InputFileID == j.FileID {
				j.take(b)
				return s.save()
			}
		}
		if !list.HasMore || len(list.Data) == 0 {
			return nil
		}
		last := list.Data[len(list.Data)-1].ID
		after = &last
	}
}

func (j *Job) take(b api.Batch) {
	j.BatchID, j.Status = b.ID, b.Status
	j.Total, j.Completed, j.Failed = b.RequestCounts.Total, b.RequestCounts.Completed, b.RequestCounts.Failed
	if b.Errors != nil && len(b.Errors.Data) > 0 {
		j.Message = b.Errors.Data[0].Message
	}
}

// Refresh asks how far the batches are.
func (s *Service) Refresh(ctx context.Context) error {
	for _, j := range s.jobs {
		if j.BatchID == "" || j.Output != "" || j.Errors != "" {
			continue
		}
		b, err := s.client.RetrieveBatch(ctx, j.BatchID)
		if err != nil {
			return s.failed("ask for batch "+j.BatchID, err)
		}
		j.take(b.Batch)
	}
	return s.save()
}

// Fetch downloads the output and error files of the batches that have ended,
// and says how many have not.
func (s *Service) Fetch(ctx context.Context) (open int, err error) {
	for _, j := range s.jobs {
		if j.BatchID == "" || j.Output != "" || j.Errors != "" {
			if j.BatchID == "" {
				open++
			}
			continue
		}
		b, err := s.client.RetrieveBatch(ctx, j.BatchID)
		if err != nil {
			return open, s.failed("ask for batch "+j.BatchID, err)
		}
		j.take(b.Batch)
		if !j.Ended() {
			open++
			continue
		}
		output, err := s.download(ctx, b.OutputFileID, strings.Replace(j.Requests, "requests-", "output-", 1))
		if err != nil {
			return open, err
		}
		failed, err := s.download(ctx, b.ErrorFileID, strings.Replace(j.Requests, "requests-", "errors-", 1))
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

// download writes a file of the service under a name, which it returns; empty
// where there is no such file.
func (s *Service) download(ctx context.Context, id *string, name string) (string, error) {
	if id == nil || *id == "" {
		return "", nil
	}
	content, err := s.client.GetFileContent(ctx, *id)
	if err != nil {
		return "", s.failed("download "+*id, err)
	}
	defer content.Close()
	return name, s.write(name, content)
}
