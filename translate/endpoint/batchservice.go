package endpoint

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	api "github.com/sashabaranov/go-openai"

	"github.com/truthloop/truthloop/format/shard"
)

// batchState is the name of the file that records what was done with the
// request files of a directory.
const batchState = "batches.json"

// A BatchJob is the state of one request file.
type BatchJob struct {
	Requests  string `json:"requests"` // the request file's name
	FileID    string `json:"file_id,omitempty"`
	BatchID   string `json:"batch_id,omitempty"`
	Status    string `json:"status,omitempty"` // the service's word
	Completed int    `json:"completed,omitzero"`
	Failed    int    `json:"failed,omitzero"`
	Total     int    `json:"total,omitzero"`
	Message   string `json:"message,omitempty"` // why the service rejected the file
	Output    string `json:"output,omitempty"`  // the name of the downloaded output file
	Errors    string `json:"errors,omitempty"`  // the name of the downloaded error file
}

// A BatchService drives the Batch API for a directory of request files. Each
// step is on disk before the next one, so that nothing is submitted, and paid
// for, twice.
type BatchService struct {
	Jobs []*BatchJob // in the order of their files

	client  *api.Client
	dir     string
	secrets Secrets
}

// NewBatchService reads the directory's state.
func NewBatchService(client *OpenAIClient, dir string) (*BatchService, error) {
	s := &BatchService{client: client.library(client.http), dir: dir, secrets: client.secrets}
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
	b, err := json.Marshal(s.Jobs, jsontext.WithIndent("  "))
	if err == nil {
		err = shard.WriteFile(filepath.Join(s.dir, batchState), append(b, '\n'))
	}
	if err != nil {
		return fmt.Errorf("batch: %w", err)
	}
	return nil
}

// failed is an error of the service.
func (s *BatchService) failed(doing string, err error) error {
	return fmt.Errorf("batch: %s: %s", doing, s.secrets.Excerpt(err.Error()))
}

// Submit uploads the request files and creates their batches, as far as that
// was not done before.
func (s *BatchService) Submit(ctx context.Context) error {
	for _, j := range s.Jobs {
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
			// A run ended after the upload, and perhaps after the batch was
			// created.
			if err := s.adopt(ctx, j); err != nil {
				return err
			}
		}
		if j.BatchID != "" {
			continue
		}
		b, err := s.client.CreateBatch(ctx, api.CreateBatchRequest{
			InputFileID: j.FileID, Endpoint: batchPath, CompletionWindow: "24h",
		})
		if err != nil {
			return s.failed("submit "+j.Requests, err)
		}
		j.update(b.Batch)
		if err := s.save(); err != nil {
			return err
		}
	}
	return nil
}

// adopt searches the service's batches for that of an uploaded file.
func (s *BatchService) adopt(ctx context.Context, j *BatchJob) error {
	var after *string
	for limit := 100; ; {
		list, err := s.client.ListBatch(ctx, after, &limit)
		if err != nil {
			return s.failed("list batches", err)
		}
		for _, b := range list.Data {
			if b.InputFileID == j.FileID {
				j.update(b)
				return s.save()
			}
		}
		if !list.HasMore || len(list.Data) == 0 {
			return nil
		}
		after = &list.Data[len(list.Data)-1].ID
	}
}

func (j *BatchJob) update(b api.Batch) {
	j.BatchID, j.Status = b.ID, b.Status
	j.Total, j.Completed, j.Failed = b.RequestCounts.Total, b.RequestCounts.Completed, b.RequestCounts.Failed
	if b.Errors != nil && len(b.Errors.Data) > 0 {
		j.Message = b.Errors.Data[0].Message
	}
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
		b, err := s.client.RetrieveBatch(ctx, j.BatchID)
		if err != nil {
			return open, s.failed("ask for batch "+j.BatchID, err)
		}
		j.update(b.Batch)
		if !j.ended() || !fetch {
			continue
		}
		open--
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

// download writes a file of the service under a name, and returns the name;
// empty if there is no such file.
func (s *BatchService) download(ctx context.Context, id *string, name string) (string, error) {
	if id == nil || *id == "" {
		return "", nil
	}
	content, err := s.client.GetFileContent(ctx, *id)
	if err != nil {
		return "", s.failed("download "+*id, err)
	}
	defer content.Close()
	f, err := os.CreateTemp(s.dir, ".new-*")
	if err != nil {
		return "", fmt.Errorf("batch: %w", err)
	}
	if _, err = io.Copy(f, content); err == nil {
		err = rename(f, filepath.Join(s.dir, name))
	}
	if err != nil {
		f.Close()
		os.Remove(f.Name())
		return "", fmt.Errorf("batch: %s: %w", name, err)
	}
	return name, nil
}
