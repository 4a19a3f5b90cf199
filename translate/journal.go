package translate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/truthloop/truthloop/format/record"
)

// A Journal keeps the replies that an unfinished row has got, so that a run
// which is killed pays for none of them twice: where a row takes several
// calls, such as ten samples, it is written only when it has them all. Every
// reply is kept, also one that is no answer, as it was paid for too.
//
// It is unlike a Cache in what it is for. A reply is given out once, so that
// equal questions of one run get answers of their own, and is dropped when its
// row has been written. What is left in the directory at any time is of the
// rows under way.
type Journal struct {
	Model
	dir   string
	ended atomic.Bool

	mu    sync.Mutex
	taken map[string]bool // files that this run has written or read
}

// NewJournal is m with a journal in dir, which is made where it is missing.
func NewJournal(m Model, dir string) (*Journal, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	return &Journal{Model: m, dir: dir, taken: map[string]bool{}}, nil
}

// End has the journal give out and keep nothing more: calls go to the model.
func (j *Journal) End() { j.ended.Store(true) }

// Kept are the replies that the journal keeps for one row. Its methods may be
// called by several goroutines.
type Kept struct {
	journal *Journal
	mu      sync.Mutex
	files   []string
}

type keptKey struct{}

// Row is a context for the calls about one row, and the replies to them.
// Calls in another context are not kept.
func (j *Journal) Row(ctx context.Context) (context.Context, *Kept) {
	k := &Kept{journal: j}
	return context.WithValue(ctx, keptKey{}, k), k
}

func (k *Kept) add(file string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.files = append(k.files, file)
}

// Drop forgets the replies: the row has been written.
func (k *Kept) Drop() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	var err error
	for _, file := range k.files {
		if e := os.Remove(file); !errors.Is(e, fs.ErrNotExist) {
			err = errors.Join(err, e)
		}
		k.journal.release(file)
	}
	k.files = nil
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	return nil
}

// Chat gives the reply that an earlier run got, or else the model's. A reply
// that is given again says that it is Kept: it was paid for, though not now.
func (j *Journal) Chat(ctx context.Context, req Request) (Response, error) {
	k, _ := ctx.Value(keptKey{}).(*Kept)
	if k == nil || j.ended.Load() {
		return j.Model.Chat(ctx, req)
	}
	r := recording{Model: req.Model, Params: []byte(req.Params.String()), Key: req.Key, Messages: req.Messages}
	name, err := r.name()
	if err != nil {
		return Response{Outcome: record.Canceled}, fmt.Errorf("journal: %w", err)
	}
	path, resp, err := j.take(name)
	switch {
	case err != nil:
		return Response{Outcome: record.Canceled}, fmt.Errorf("journal: %w", err)
	case resp != nil:
		resp.Kept = true
		k.add(path)
		return *resp, nil
	}
	reply, err := j.Model.Chat(ctx, req)
	if err != nil || reply.Cached {
		j.release(path)
		return reply, err
	}
	r.Response = &reply
	k.add(path)
	if err := store(path, r); err != nil {
		return reply, fmt.Errorf("journal: %w", err)
	}
	return reply, nil
}

// take claims the first file of that name that this run has not used, and
// reads it where an earlier run left it.
func (j *Journal) take(name string) (path string, resp *Response, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for n := 0; ; n++ {
		path = filepath.Join(j.dir, name+"-"+strconv.Itoa(n)+".json")
		if j.taken[path] {
			continue
		}
		j.taken[path] = true
		r, err := load(path)
		switch {
		case err == nil:
			return path, &r, nil
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, errUnreadable):
			return path, nil, nil
		}
		return "", nil, err
	}
}

// release gives up the claim to a file.
func (j *Journal) release(path string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	delete(j.taken, path)
}
