package translate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
)

// A recording is the content of a file: a request and its response. People can read the
// request, and its hash is the name of the file.
type recording struct {
	Endpoint string           `json:"endpoint"`
	Model    string           `json:"model"`
	Params   jsontext.Value   `json:"params"`
	Key      string           `json:"key"`
	Messages []record.Message `json:"messages"`
	Texts    []string         `json:"texts,omitempty"`

	Response *Response `json:"response,omitzero"`
}

// A recorder stores replies in files, and returns them for equal requests. A reply is on
// disk before Chat returns it. A file's name is the SHA-256 of its request. Files are
// written atomically, so any number of processes can share a directory. A damaged file is
// replaced.
type recorder struct {
	Model
	endpoint string // the base URL, without secrets; empty in a journal

	// folder returns the directory for requests made with ctx; empty: store nothing.
	folder func(ctx context.Context) string
	cache  bool // a cache, which stores only answers; false: a journal
}

// Cache stores the answers of m in dir, which it creates, and returns them for equal
// requests. Requests are equal if everything that can change the answer is equal:
// endpoint, model, parameters, messages and Key. So repetitions of a prompt have separate
// answers; the vectors of the same texts do not need them. Replies that are cut off,
// refused or empty are not stored.
func Cache(m Model, endpoint, dir string) (Model, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("cache: %w", err)
	}
	return &recorder{Model: m, endpoint: endpoint, cache: true, folder: func(context.Context) string { return dir }}, nil
}

// Journal stores the replies of m for unfinished rows, so that no call is paid for twice
// after a run is killed: a row that needs several calls, such as ten samples, is written
// only when it has all replies. Every reply is stored, since each was paid for. Only
// requests with a context of InRow are stored.
func Journal(m Model) Model {
	return &recorder{Model: m, folder: func(ctx context.Context) string {
		dir, _ := ctx.Value(rowKey{}).(string)
		return dir
	}}
}

type rowKey struct{}

// InRow returns a context whose requests a Journal stores in dir. The directory
// belongs to one row; remove it when the row is on disk.
func InRow(ctx context.Context, dir string) context.Context {
	return context.WithValue(ctx, rowKey{}, dir)
}

// Chat returns the stored reply, or else the reply of the model. The error is from the
// model, or a reply could not be read or stored: a run that continued would pay for
// answers that are lost.
func (c *recorder) Chat(ctx context.Context, req Request) (Response, error) {
	dir := c.folder(ctx)
	if dir == "" {
		return c.Model.Chat(ctx, req)
	}
	resp, path, err := c.load(dir, req)
	if err != nil || path == "" {
		return resp, err
	}
	reply, err := c.Model.Chat(ctx, req)
	if err != nil || c.cache && reply.Outcome != record.OK || reply.Cached {
		return reply, err
	}
	return reply, c.store(path, req, reply)
}

// recording returns req as a recording without a response.
func (c *recorder) recording(req Request) recording {
	if c.cache && req.Texts != nil {
		req.Key = ""
	}
	return recording{
		Endpoint: c.endpoint, Model: req.Model, Params: jsontext.Value(req.Params.String()),
		Key: req.Key, Messages: req.Messages, Texts: req.Texts,
	}
}

// load returns the stored response of req, or else the path to store it at.
func (c *recorder) load(dir string, req Request) (Response, string, error) {
	fail := func(err error) (Response, string, error) {
		return Response{Outcome: record.Canceled}, "", fmt.Errorf("%s: %w", c.what(), err)
	}
	question, err := json.Marshal(c.recording(req), json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return fail(err)
	}
	sum := sha256.Sum256(question)
	name := hex.EncodeToString(sum[:])
	path := filepath.Join(dir, name+".json")
	if c.cache {
		path = filepath.Join(dir, name[:2], name+".json")
	}
	b, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fail(err)
	}
	var r recording
	if err != nil || json.Unmarshal(b, &r) != nil || r.Response == nil || c.cache && r.Response.Outcome != record.OK {
		return Response{}, path, nil
	}
	resp := *r.Response
	resp.Cached, resp.Kept = c.cache, !c.cache
	return resp, "", nil
}

// store writes the response of req to path. The content is on disk before the name is,
// because a lost response must be paid for again.
func (c *recorder) store(path string, req Request, resp Response) error {
	r := c.recording(req)
	r.Response = &resp
	b, err := json.Marshal(r, json.Deterministic(true), jsontext.AllowInvalidUTF8(true), jsontext.WithIndent("  "))
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o777)
	}
	if err == nil {
		err = shard.WriteFile(path, append(b, '\n'))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.what(), err)
	}
	return nil
}

func (c *recorder) what() string {
	if c.cache {
		return "cache"
	}
	return "journal"
}
