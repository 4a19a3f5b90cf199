package endpoint

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"

	_ "golang.org/x/crypto/x509roots/fallback" // certificates for a machine that has none, such as a container without files
	"golang.org/x/sync/semaphore"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

// The limits on replies, in bytes. The longest answers of models have 128,000 tokens.
// Written as escapes, they are about a megabyte. Vectors of many texts are longer.
const (
	answerLimit  = 2 << 20
	vectorsLimit = 64 << 20
	shortReply   = 256 << 10 // needs no share of longReplies; also the limit on an error's body
	headerLimit  = 256 << 10
	resultsLimit = 4 << 30 // a file with the results of a batch
)

// longReplies is the memory for long replies to all clients of the process. A reply that
// exceeds shortReply waits until as much memory as its limit is free. A budget for each
// client would not bound the memory: a panel of judges has several clients.
var longReplies = semaphore.NewWeighted(vectorsLimit)

// An exchange is one request and its reply.
type exchange struct {
	client *Client
	limit  int64 // on the reply, in bytes
	held   int64 // bytes of longReplies

	// Set by send and open.
	sent   atomic.Bool // the whole request, so the endpoint may charge for it
	status int
	header http.Header
	body   []byte // also of a reply that is cut off or too long
}

// exchange begins an attempt; call end when the reply has been read.
func (c *Client) exchange(limit int64) *exchange {
	return &exchange{client: c, limit: cmp.Or(c.limit, limit)}
}

func (x *exchange) end() { longReplies.Release(x.held) }

// errTooLong is the error of a reply that exceeds its limit.
var errTooLong = errors.New("reply exceeds the size limit")

// A statusError is the error of a status below 400 that is no reply.
type statusError struct {
	error
	fault   translate.Fault
	outcome record.Outcome
}

// open sends a request. If the status is one of success, it returns the reply with an
// unread body.
func (x *exchange) open(req *http.Request) (*http.Response, error) {
	trace := &httptrace.ClientTrace{WroteRequest: func(w httptrace.WroteRequestInfo) {
		if w.Err == nil {
			x.sent.Store(true)
		}
	}}
	resp, err := x.client.http.Do(req.WithContext(httptrace.WithClientTrace(req.Context(), trace)))
	if err != nil {
		return nil, err
	}
	x.header = resp.Header
	if resp.StatusCode >= 200 && resp.StatusCode < 300 {
		return resp, nil
	}
	defer resp.Body.Close()
	if resp.StatusCode < 200 {
		// The body of 101 (Switching Protocols) is the connection, and reading it would not
		// end with the context of the request.
		return nil, &statusError{fmt.Errorf("endpoint answered %s, which is no reply to a request", resp.Status), translate.FaultMalformed, record.HTTP5xx}
	}
	if resp.StatusCode < 400 {
		host := "(none)"
		if to, err := resp.Location(); err == nil {
			host = to.Host
		}
		// Following it would send the key and the prompt there, or replace the request by a
		// GET (RFC 9110, section 15.4).
		err := fmt.Errorf("endpoint answered %s to host %s, which is not followed: check the base URL", resp.Status, host)
		return nil, &statusError{err, translate.FaultAccess, record.HTTP4xx}
	}
	x.status = resp.StatusCode
	x.body, _ = io.ReadAll(io.LimitReader(resp.Body, shortReply)) // the status is enough
	return nil, errors.New(resp.Status)
}

// call sends a request, with a JSON body unless body is nil, and reads the reply.
func (x *exchange) call(ctx context.Context, method, path string, body []byte) error {
	req, err := x.client.request(ctx, method, path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	return x.send(req)
}

// request returns a request for a path below the base URL.
func (c *Client) request(ctx context.Context, method, path string, body io.Reader) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, method, c.base.String()+"/"+path, body)
	if err != nil {
		return nil, err
	}
	for name, values := range c.header {
		req.Header[name] = values
	}
	return req, nil
}

// send sends a request and reads the whole reply. The error is nil if a reply
// with a status of success arrived.
func (x *exchange) send(req *http.Request) error {
	resp, err := x.open(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	x.body, err = x.read(req.Context(), resp)
	if err != nil && resp.ContentLength > x.limit && req.Context().Err() == nil {
		err = x.tooLong() // also if the connection broke before
	}
	if err != nil {
		return fmt.Errorf("read the reply: %w", err)
	}
	x.status = resp.StatusCode
	return nil
}

// read returns the body of resp. A body that exceeds the limit is an error; the bytes that
// were read are returned in any case.
func (x *exchange) read(ctx context.Context, resp *http.Response) ([]byte, error) {
	var b bytes.Buffer
	if _, err := b.ReadFrom(io.LimitReader(resp.Body, min(x.limit, shortReply)+1)); err != nil {
		return b.Bytes(), err
	}
	if b.Len() > shortReply && x.limit > shortReply {
		if err := longReplies.Acquire(ctx, min(x.limit, vectorsLimit)); err != nil {
			return b.Bytes(), err
		}
		x.held = min(x.limit, vectorsLimit)
		if _, err := b.ReadFrom(io.LimitReader(resp.Body, x.limit+1-int64(b.Len()))); err != nil {
			return b.Bytes(), err
		}
	}
	if int64(b.Len()) > x.limit {
		return b.Bytes(), x.tooLong()
	}
	return b.Bytes(), nil
}

func (x *exchange) tooLong() error { return fmt.Errorf("%w of %d bytes", errTooLong, x.limit) }

// join adds the members of settings, a JSON object, before the body's last
// brace. Params rejects names that the clients write, so no name occurs twice.
func join(body []byte, settings string) []byte {
	if settings == "{}" {
		return body
	}
	return append(append(bytes.TrimSuffix(body, []byte("}")), ','), settings[1:]...)
}
