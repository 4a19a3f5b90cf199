package secret

import (
	"net/url"
	"regexp"
	"strings"
)

// address matches an address with a scheme in a text. An address in quotes ends at the
// quote.
var address = regexp.MustCompile("(?i)[a-z][a-z0-9+.-]*://[^\\s\"'`<>]*")

// HideUserinfo returns text with [redacted] in place of the user and the password of each
// address.
func HideUserinfo(text string) string {
	if !strings.Contains(text, "@") {
		return text
	}
	return address.ReplaceAllStringFunc(text, func(a string) string {
		scheme, userinfo, rest := split(a)
		if userinfo == "" {
			return a
		}
		return scheme + Mark + "@" + rest
	})
}

// split returns the parts of an address before, of, and after its user and password.
// Everything before the last @ is userinfo if the address cannot be parsed, because a
// password may contain any character by mistake.
func split(a string) (scheme, userinfo, rest string) {
	if i := strings.Index(a, "://"); i >= 0 {
		scheme, a = a[:i+3], a[i+3:]
	}
	host := len(a)
	if u, err := url.Parse(scheme + a); err == nil && scheme != "" {
		if u.User == nil {
			return scheme, "", a
		}
		host = len(a) - len(strings.TrimLeft(a, "/"))
		if i := strings.IndexAny(a[host:], "/?#"); i >= 0 {
			host += i
		} else {
			host = len(a)
		}
	}
	if i := strings.LastIndexByte(a[:host], '@'); i >= 0 {
		return scheme, a[:i], a[i+1:]
	}
	return scheme, "", a
}

// Userinfo returns the secrets of an address, which may lack its scheme: the user, the
// password, both together, and both with the host. It returns nil if there are none. Text
// before an @ in the path counts, too: it is a password with a / that is not encoded.
func Userinfo(a string) []string {
	if _, rest, found := strings.Cut(a, "://"); found {
		a = rest
	}
	at := strings.LastIndexByte(a, '@')
	if at < 0 {
		return nil
	}
	userinfo := a[:at]
	user, password, _ := strings.Cut(userinfo, ":")
	all := []string{user, password, userinfo}
	for _, part := range all[:3] {
		if plain, err := url.PathUnescape(part); err == nil && plain != part {
			all = append(all, plain)
		}
	}
	return append(all, a)
}
