package endpoint

import (
	"cmp"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
)

// checkProxy reports whether the environment's proxy for URLs of the scheme is valid. The
// HTTP client ignores an invalid proxy, and would send requests directly. The error does
// not repeat the value, which may have a password.
func checkProxy(scheme string) error {
	name := strings.ToUpper(scheme) + "_PROXY"
	value := os.Getenv(name)
	if value == "" {
		name = strings.ToLower(name)
		value = os.Getenv(name)
	}
	if value == "" {
		return nil
	}
	if !strings.Contains(value, "://") {
		value = "http://" + value
	}
	u, err := url.Parse(value)
	schemes := []string{"http", "https", "socks5", "socks5h"}
	switch {
	case err != nil || u.Hostname() == "":
		return fmt.Errorf("%s: found a value that is no address of a proxy, expected the form http://HOST:PORT", name)
	case !slices.Contains(schemes, u.Scheme):
		return fmt.Errorf("%s: found the scheme %q, expected %s", name, u.Scheme, strings.Join(schemes, ", "))
	case cmp.Or(u.Path, "/") != "/" || u.RawQuery != "" || u.Fragment != "":
		return fmt.Errorf("%s: found a path, query or fragment after the host, expected the form http://HOST:PORT", name)
	}
	return nil
}
