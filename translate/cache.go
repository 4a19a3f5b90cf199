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
)

// A recording is one answered call as a file of the cache: what was asked, for
// people to read and to check against, and what came back. Endpoint is the
// base URL, without any secret in it.
type recording struct {
	Endpoint string           `json:"endpoint"`
	Model    string           `json:"model"`
	Params   jsontext.Value   `json:"params"`
	Key      string           `json:"key"`
	Messages []record.Message `json:"messages"`

	Response *Response `json:"response,omitzero"`
}

// Cache is m with its answers recorded in dir, which is made where it is
// missing, and replayed from there: a call that was answered once is never
// made again, and a complete cache needs no endpoint. A recording is found by
// everything that could change the answer: endpoint, model, every parameter,
// the messages, and the request's Key, so that repetitions of one prompt do
// not collapse into one answer. Only answers are stored; replies that were cut
// off, refused or empty, and failures, are asked for anew.
//
// A file is one recording, named by the SHA-256 of what was asked, and is
// written whole or not at all, so that any number of processes may share dir.
// A recording that does not read back is asked for again and replaced.
func Cache(m Model, endpoint, dir string) (Model, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("cache: %w", err)
	}
	return &cache{Model: m, endpoint: endpoint, dir: dir}, nil
}

type cache struct {
	Model
	endpoint, dir string
}

// Chat answers from the cache or else from the model. The error is of the
// model, or says that an answer could not be stored: going on would then pay
// for what is lost.
func (c *cache) Chat(ctx context.Context, req Request) (Response, error) {
	asked := recording{
		Endpoint: c.endpoint, Model: req.Model, Params: jsontext.Value(req.Params.String()),
		Key: req.Key, Messages: req.Messages,
	}
	name, err := asked.name()
	if err != nil {
		return Response{Outcome: record.Canceled}, fmt.Errorf("cache: %w", err)
	}
	path := filepath.Join(c.dir, name[:2], name+".json")

	resp, err := load(path)
	if err == nil && resp.Outcome == record.OK {
		resp.Cached = true
		return resp, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, errUnreadable) {
		return Response{Outcome: record.Canceled}, fmt.Errorf("cache: %w", err)
	}
	resp, err = c.Model.Chat(ctx, req)
	if err != nil || resp.Outcome != record.OK {
		return resp, err
	}
	asked.Response = &resp
	if err := store(path, asked); err != nil {
		return resp, fmt.Errorf("cache: %w", err)
	}
	return resp, nil
}

// name is the SHA-256 of what was asked, in hexadecimal.
func (r recording) name() (string, error) {
	question, err := json.Marshal(r, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(question)
	return hex.EncodeToString(sum[:]), nil
}

var errUnreadable = errors.New("not a recording")

func load(path string) (Response, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return Response{}, err
	}
	var r recording
	if err := json.Unmarshal(b, &r); err != nil || r.Response == nil {
		return Response{}, fmt.Errorf("%s: %w", path, errUnreadable)
	}
	return *r.Response, nil
}

// store writes a recording under a name of its own and renames it. The bytes
// are on disk before the name is, as each stands for money spent.
func store(path string, r recording) (err error) {
	b, err := json.Marshal(r, json.Deterministic(true), jsontext.AllowInvalidUTF8(true), jsontext.WithIndent("  "))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	_, err = f.Write(append(b, '\n'))
	err = errors.Join(err, f.Sync(), f.Close())
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
