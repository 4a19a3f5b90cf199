package simllm

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// A store keeps files and batches in memory, in the order of their creation.
type store struct {
	mu       sync.Mutex
	maxBytes int64
	bytes    int64 // of all files
	made     int   // number of files and batches so far, for their ids
	files    []*file
	batches  []*batch
	closed   bool // no further batch may begin
}

// A file has the fields of the API, and a content, which does not change.
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

func (f *file) id() string  { return f.ID }
func (b *batch) id() string { return b.ID }

// newID returns the id of a new file or batch. The lock must be held.
func (st *store) newID(kind string) string {
	st.made++
	return kind + "-" + strconv.Itoa(st.made)
}

// find returns the item with that id. The lock must be held.
func find[T interface{ id() string }](items []T, kind, id string) (T, *apiError) {
	for _, item := range items {
		if item.id() == id {
			return item, nil
		}
	}
	var none T
	return none, failure(http.StatusNotFound, "", "%s %q: not here", kind, id)
}

// locked calls f with the lock held and marshals its reply.
func (st *store) locked(f func() (any, *apiError)) (any, *apiError) {
	st.mu.Lock()
	defer st.mu.Unlock()
	reply, failed := f()
	if failed != nil {
		return nil, failed
	}
	return jsontext.Value(marshal(reply)), nil
}

// file returns the file with that id.
func (st *store) file(id string) (*file, *apiError) {
	st.mu.Lock()
	defer st.mu.Unlock()
	return find(st.files, "file", id)
}

// add keeps a file if there is room.
func (st *store) add(name, purpose string, content []byte) (*file, *apiError) {
	st.mu.Lock()
	defer st.mu.Unlock()
	if int64(len(content)) > st.maxBytes-st.bytes {
		return nil, failure(http.StatusRequestEntityTooLarge, "", "file: %d bytes are kept and this has %d, expected at most %d together", st.bytes, len(content), st.maxBytes)
	}
	f := &file{
		ID: st.newID("file"), Object: "file", Bytes: len(content), CreatedAt: time.Now().Unix(),
		Filename: name, Purpose: purpose, Status: "processed", content: content,
	}
	st.files = append(st.files, f)
	st.bytes += int64(len(content))
	return f, nil
}

// uploadFile serves POST /v1/files. Only the limit of all files applies, since a batch is
// far longer than Options.MaxBody.
func (s *Server) uploadFile(w http.ResponseWriter, r *http.Request) (any, *apiError) {
	defer limitReading(w)()
	r.Body = http.MaxBytesReader(w, r.Body, s.o.MaxFiles+1<<16) // the file, and the rest of the form
	if err := r.ParseMultipartForm(s.o.MaxFiles + 1<<16); err != nil {
		return nil, bodyError(err)
	}
	purpose := r.FormValue("purpose")
	if purpose == "" {
		return nil, invalid("purpose", "found none, expected batch")
	}
	part, header, err := r.FormFile("file")
	if err != nil || header.Size == 0 {
		return nil, invalid("file", "found none or an empty one")
	}
	defer part.Close()
	content, err := io.ReadAll(part)
	if err != nil {
		return nil, bodyError(err)
	}
	return s.store.add(header.Filename, purpose, content)
}

func (s *Server) fileContent(w http.ResponseWriter, r *http.Request) (any, *apiError) {
	f, failed := s.store.file(r.PathValue("id"))
	if failed != nil {
		return nil, failed
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", f.Filename))
	_, _ = w.Write(f.content) // a client that has left needs no reply
	return nil, nil
}
