package endpoint_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/translate/endpoint"
)

// A proxy that cannot be parsed was ignored, so that requests went out without it.
func TestInvalidProxyIsAnError(t *testing.T) {
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"} {
		t.Setenv(name, "")
	}
	open := func(base string) error {
		_, err := endpoint.Open("m", endpoint.Options{Config: endpoint.Config{BaseURL: base}})
		return err
	}
	const address, scheme, rest = "expected the form http://HOST:PORT", "expected http, https, socks5, socks5h", "found a path, query or fragment"
	for value, want := range map[string]string{
		"http://proxy:3128": "", "proxy:3128": "", "proxy": "", "http://ann:secret@proxy:3128/": "", "https://proxy": "",
		"socks5://proxy:1080": "", "socks5h://[::1]:1080": "", "10.0.0.1:8080": "",
		"http://ann:secret@proxy:port": address, "http://": address, "://secret": address, "http://pro xy": address, "http://%zz": address, ":3128": address,
		"ftp://ann:secret@proxy": scheme, "htp://proxy": scheme, "http://proxy/secret": rest, "http://proxy?secret": rest,
	} {
		for _, name := range []string{"HTTPS_PROXY", "https_proxy"} {
			t.Run(fmt.Sprint(name, "=", value), func(t *testing.T) {
				t.Setenv(name, value)
				err := open("https://example.com/v1")
				switch {
				case want == "" && err != nil, want != "" && (err == nil || !strings.HasPrefix(err.Error(), name+": ") || !strings.Contains(err.Error(), want)):
					t.Errorf("found %v, expected %q", err, want)
				case err != nil && strings.Contains(err.Error(), "secret"):
					t.Errorf("the error shows the secret: %v", err)
				}
				if err := open("http://127.0.0.1:8000/v1"); err != nil {
					t.Errorf("of a URL without TLS: %v", err)
				}
			})
		}
	}
}
