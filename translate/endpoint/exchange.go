package endpoint

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// An exchange is the HTTP client of one attempt. It adds the settings to the
// request that a library builds, and keeps the reply.
type exchange struct {
	client   *http.Client
	settings string // a JSON object, whose members are added to the request's body
	limit    int64  // on the reply's size, in bytes

	// Set by Do.
	status int
	header http.Header
	body   []byte
}

// exchange begins an attempt.
func (c *client) exchange(settings string) *exchange {
	return &exchange{client: c.http, settings: settings, limit: c.limit}
}

// errTooLarge is not a fault of the connection, but like one it leaves nothing
// to parse.
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
		limit = min(limit, errorLimit)
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

func (x *exchange) addSettings(req *http.Request) error {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return err
	}
	if body, err = join(body, x.settings); err != nil {
		return err
	}
	req.Body = io.NopCloser(bytes.NewReader(body))
	req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	req.ContentLength = int64(len(body))
	return nil
}

// join adds the settings' members before the body's last brace. Params rejects
// names that the libraries write, so no name occurs twice.
func join(body []byte, settings string) ([]byte, error) {
	if settings == "{}" {
		return body, nil
	}
	head, found := bytes.CutSuffix(bytes.TrimSpace(body), []byte("}"))
	if !found {
		return nil, errors.New("add settings to the request: its body is not a JSON object")
	}
	return append(append(head, ','), settings[1:]...), nil
}
