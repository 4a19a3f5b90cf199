package endpoint

import (
	"net/http"
	"net/url"
)

// SetTransport replaces the network.
func (c *client) SetTransport(t http.RoundTripper) { c.http.Transport = t }

// SetProxy sends the requests of c through a proxy, which the environment can set only
// once in a process.
func SetProxy(c *OpenAIClient, address string) {
	proxy, _ := url.Parse(address)
	c.http.Transport.(*http.Transport).Proxy = http.ProxyURL(proxy)
}

// Trust makes c trust the certificates that other trusts.
func Trust(c *OpenAIClient, other *http.Client) {
	c.http.Transport.(*http.Transport).TLSClientConfig = other.Transport.(*http.Transport).TLSClientConfig
}
