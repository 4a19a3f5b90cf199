package openai

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// An exchange is the http client of one attempt. go-openai builds the request
// and reads the reply; the exchange adds the settings to the one and keeps
// the other.
type exchange struct {
	client   *http.Client
	settings string // a JSON object, whose members join the request body's
	limit    int64  // on the reply's size, in bytes

	// Filled in by Do.
	status int
	header http.Header
	body   []byte
}

// errTooLarge says that a reply exceeds the limit. It is not a fault of the
// connection, but like one it is not worth parsing.
var errTooLarge = errors.New("reply exceeds the size limit")

// errorLimit is how much of an error's body is read, in bytes.
const errorLimit = 1 << 20

// Do sends req with the settings and reads the whole reply.
func (x *exchange) Do(req *http.Request) (*http.Response, error) {
	if err := x.addSettings(req); err != nil {
		return nil, err
	}
	resp, err := x.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	x.header = resp.Header
	limit := x.limit
	if resp.StatusCode >= 400 {
		limit = min(limit, errorLimit) // cut there, as is any message that is shown
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, limit+1))
	if err != nil && resp.StatusCode < 400 {
		return nil, fmt.Errorf("read the reply: %w", err)
	}
	x.status = resp.StatusCode
	if int64(len(body)) > x.limit {
		return nil, fmt.Errorf("%w of %d bytes", errTooLarge, x.limit)
	}
	x.body = body
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, nil
}

// addSettings splices the settings' members in before the body's last brace.
// Params lets no name in that go-openai writes itself, so that none is there
// twice.
func (x *exchange) addSettings(req *http.Request) error {
	if x.settings == "{}" {
		return nil
	}
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return err
	}
	head, found := bytes.CutSuffix(bytes.TrimSpace(body), []byte("}"))
	if !found {
		return fmt.Errorf("add settings to the request: its body is not a JSON object")
	}
	body = append(append(head, ','), x.settings[1:]...)
	req.Body = io.NopCloser(bytes.NewReader(body))
	req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	req.ContentLength = int64(len(body))
	return nil
}
