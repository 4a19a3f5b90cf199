package openai

import (
	"context"
	"encoding/json"
	"errors"

	api "github.com/sashabaranov/go-openai"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/endpoint"
)

// Body is the body of the HTTP request that Chat would send for req, to be
// sent some other way.
func (c *Client) Body(req translate.Request) ([]byte, error) {
	b, err := json.Marshal(c.request(req))
	if err != nil {
		return nil, err
	}
	return endpoint.Join(b, req.Params.String())
}

// Reply reads what an endpoint answered to such a body, at another time: its
// status and body as Chat would have met them. See translate.Model for what it
// returns.
func (c *Client) Reply(status int, body []byte) (translate.Response, error) {
	x := &endpoint.Exchange{Status: status, Body: body}
	var reply api.ChatCompletionResponse
	err := json.Unmarshal(body, &reply)
	if status >= 400 && err == nil {
		err = errors.New("status of a failure")
	}
	if err != nil {
		call := c.fault(context.Background(), x, err)
		return translate.Response{Outcome: call.Outcome}, call
	}
	return c.response(x, reply)
}

// Absent is the failure of a request that an endpoint has not answered, and
// will not.
func (c *Client) Absent(why string) (translate.Response, error) {
	return translate.Response{Outcome: record.Canceled}, &translate.CallError{
		Fault: translate.FaultStatus, Outcome: record.Canceled, Message: c.secrets.Excerpt(why),
	}
}
