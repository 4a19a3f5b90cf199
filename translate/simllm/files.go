package simllm

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"
)

// A store keeps files and batches in memory, in the order in which they came.
type store struct {
	mu      sync.Mutex
	most    int64 // bytes of all files
	bytes   int64
	made    int // files and batches so far, for their ids
	files   []*file
	batches []*batch
	closed  bool // no batch may begin any more
}

func newStore(most int64) *store { return &store{most: most} }

// A file is as the API tells it, and what is in it, which nobody changes.
type file struct {
	ID        string `json:"id"`
	Object    string `json:"object"`
	Bytes     int    `json:"bytes"`
	CreatedAt int64  `json:"created_at"`
	Filename  string `json:"filename"`
	Purpose   string `json:"purpose"`
	Status    string `json:"status"`
	content   []byte
}

// id makes a name; the lock is held.
func (st *store) id(kind string) string {
	st.made++
	return kind + "-" + strconv.Itoa(st.made)
}

// add keeps a file where there is room for it.
func (st *store) add(name, purpose string, content []byte) (*file, *apiError) {
	st.mu.Lock()
	defer st.mu.Unlock()
	if int64(len(content)) > st.most-st.bytes {
		return nil, invalid(http.StatusRequestEntityTooLarge, "file", "", "file: %d bytes are kept and this has %d, expected at most %d together; delete some", st.bytes, len(content), st.most)
	}
	f := &file{
		ID: st.id("file"), Object: "file", Bytes: len(content), CreatedAt: time.Now().Unix(),
		Filename: name, Purpose: purpose, Status: "processed", content: content,
	}
	st.files = append(st.files, f)
	st.bytes += int64(len(content))
	return f, nil
}

// file is the one of that id.
func (st *store) file(id string) (*file, *apiError) {
	st.mu.Lock()
	defer st.mu.Unlock()
	i := slices.IndexFunc(st.files, func(f *file) bool { return f.ID == id })
	if i < 0 {
		return nil, invalid(http.StatusNotFound, "id", "", "file %q: not here", id)
	}
	return st.files[i], nil
}

// uploadFile serves POST /v1/files. The limit is that on all files, as a
// batch is far longer than a request may be.
func (s *Server) uploadFile(w http.ResponseWriter, r *http.Request) (any, *apiError) {
	defer hurry(w)()
	r.Body = http.MaxBytesReader(w, r.Body, s.o.MaxFiles+1<<16) // beside the file, the form
	form, err := r.MultipartReader()
	if err != nil {
		return nil, invalid(http.StatusBadRequest, "", "", "body: %v", err)
	}
	var name, purpose string
	var content []byte
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		var value []byte
		if err == nil {
			value, err = io.ReadAll(part)
		}
		var large *http.MaxBytesError
		switch {
		case errors.As(err, &large):
			return nil, invalid(http.StatusRequestEntityTooLarge, "file", "", "file: found more than %d bytes", s.o.MaxFiles)
		case err != nil:
			return nil, invalid(http.StatusBadRequest, "", "", "body: %v", err)
		}
		switch part.FormName() {
		case "purpose":
			purpose = string(value)
		case "file":
			name, content = part.FileName(), value
		}
	}
	switch {
	case purpose == "":
		return nil, invalid(http.StatusBadRequest, "purpose", "", "purpose: found none, expected batch")
	case len(content) == 0:
		return nil, invalid(http.StatusBadRequest, "file", "", "file: found none or an empty one")
	}
	f, failed := s.store.add(name, purpose, content)
	if failed != nil {
		return nil, failed
	}
	return f, nil
}

func (s *Server) listFiles(http.ResponseWriter, *http.Request) (any, *apiError) {
	s.store.mu.Lock()
	defer s.store.mu.Unlock()
	l := list{Object: "list", Data: []any{}}
	for _, f := range s.store.files {
		l.Data = append(l.Data, f)
	}
	return l, nil
}

func (s *Server) getFile(_ http.ResponseWriter, r *http.Request) (any, *apiError) {
	f, failed := s.store.file(r.PathValue("id"))
	if failed != nil {
		return nil, failed
	}
	return f, nil
}

func (s *Server) fileContent(w http.ResponseWriter, r *http.Request) (any, *apiError) {
	f, failed := s.store.file(r.PathValue("id"))
	if failed != nil {
		return nil, failed
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", f.Filename))
	_, _ = w.Write(f.content) // a client that has gone away need not have it
	return nil, nil
}

func (s *Server) deleteFile(_ http.ResponseWriter, r *http.Request) (any, *apiError) {
	f, failed := s.store.file(r.PathValue("id"))
	if failed != nil {
		return nil, failed
	}
	s.store.mu.Lock()
	defer s.store.mu.Unlock()
	before := len(s.store.files)
	s.store.files = slices.DeleteFunc(s.store.files, func(g *file) bool { return g == f })
	if len(s.store.files) < before { // and not deleted by another request meanwhile
		s.store.bytes -= int64(f.Bytes)
	}
	return struct {
		ID      string `json:"id"`
		Object  string `json:"object"`
		Deleted bool   `json:"deleted"`
	}{f.ID, "file", true}, nil
}
