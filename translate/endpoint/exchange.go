package endpoint

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// An Exchange is the http client of one attempt. A provider's own client builds
// the request and reads the reply; the Exchange adds the settings to the one
// and keeps the other.
type Exchange struct {
	Client   *http.Client
	Settings string // a JSON object, whose members join the request body's
	Limit    int64  // on the reply's size, in bytes

	// Filled in by Do.
	Status int
	Header http.Header
	Body   []byte
}

// errTooLarge says that a reply exceeds the limit. It is not a fault of the
// connection, but like one it is not worth parsing.
var errTooLarge = errors.New("reply exceeds the size limit")

// errorLimit is how much of an error's body is read, in bytes.
const errorLimit = 1 << 20

// Do sends req with the settings and reads the whole reply.
func (x *Exchange) Do(req *http.Request) (*http.Response, error) {
	if err := x.addSettings(req); err != nil {
		return nil, err
	}
	resp, err := x.Client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	x.Header = resp.Header
	limit := x.Limit
	if resp.StatusCode >= 400 {
		limit = min(limit, errorLimit) // cut there, as is any message that is shown
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, limit+1))
	if err != nil && resp.StatusCode < 400 {
		return nil, fmt.Errorf("read the reply: %w", err)
	}
	x.Status = resp.StatusCode
	if int64(len(body)) > x.Limit {
		return nil, fmt.Errorf("%w of %d bytes", errTooLarge, x.Limit)
	}
	x.Body = body
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, nil
}

// addSettings puts the settings into the request's body.
func (x *Exchange) addSettings(req *http.Request) error {
	if x.Settings == "{}" {
		return nil
	}
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return err
	}
	if body, err = Join(body, x.Settings); err != nil {
		return err
	}
	req.Body = io.NopCloser(bytes.NewReader(body))
	req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	req.ContentLength = int64(len(body))
	return nil
}

// Join splices the settings' members in before the body's last brace. Params
// lets no name in that a provider's client writes itself, so that none is
// there twice.
func Join(body []byte, settings string) ([]byte, error) {
	if settings == "{}" {
		return body, nil
	}
	head, found := bytes.CutSuffix(bytes.TrimSpace(body), []byte("}"))
	if !found {
		return nil, fmt.Errorf("add settings to the request: its body is not a JSON object")
	}
	return append(append(head, ','), settings[1:]...), nil
}
