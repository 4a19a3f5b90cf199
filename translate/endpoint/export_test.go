package endpoint

import (
	"cmp"
	"net/http"
	"net/url"
)

// SetTransport replaces the network.
func (c *Client) SetTransport(t http.RoundTripper) { c.http.Transport = t }

// SetProxy sends the requests of c through a proxy, which the environment can set only
// once in a process.
func SetProxy(c *Client, address string) {
	proxy, _ := url.Parse(address)
	c.http.Transport.(*http.Transport).Proxy = http.ProxyURL(proxy)
}

// Trust makes c trust the certificates that other trusts.
func Trust(c *Client, other *http.Client) {
	c.http.Transport.(*http.Transport).TLSClientConfig = other.Transport.(*http.Transport).TLSClientConfig
}

// Limit makes w begin another file earlier; 0 keeps a limit.
func (w *BatchWriter) Limit(requests int, bytes int64) {
	w.mostRequests, w.mostBytes = cmp.Or(requests, w.mostRequests), cmp.Or(bytes, w.mostBytes)
}
