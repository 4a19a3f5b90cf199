package endpoint

import "net/http"

// SetTransport replaces the network.
func (c *client) SetTransport(t http.RoundTripper) { c.http.Transport = t }
