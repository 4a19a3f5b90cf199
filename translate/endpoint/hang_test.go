package endpoint_test

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/endpoint"
)

// raw is a server that answers each connection with serve, and closes the connection
// after the test. serve need not return before.
func raw(t *testing.T, serve func(net.Conn)) (addr string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { conn.Close() })
			go serve(conn)
		}
	}()
	return listener.Addr().String()
}

// drip sends head after the request's first bytes, and then rest again and again.
func drip(head, rest string, pause time.Duration) func(net.Conn) {
	return func(conn net.Conn) {
		b := make([]byte, 4096)
		_, err := conn.Read(b)
		for text := head; err == nil; text = rest {
			_, err = io.WriteString(conn, text)
			time.Sleep(pause)
		}
	}
}

// TestEveryReplyEndsInTime: a worker hung for ever at a reply with status 101, whose body
// is the connection and does not end with the context of the request.
func TestEveryReplyEndsInTime(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	const ok, chunked = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"
	replies := map[string]func(net.Conn){
		"nothing":                  func(net.Conn) {},
		"101 and nothing":          drip("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n", "", time.Second),
		"101 without an upgrade":   drip("HTTP/1.1 101 Switching Protocols\r\n\r\n", "", time.Second),
		"101 and bytes":            drip("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n", "x", time.Millisecond),
		"100 again and again":      drip("", "HTTP/1.1 100 Continue\r\n\r\n", 10*time.Millisecond),
		"103 again and again":      drip("", "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n", time.Millisecond),
		"a slow status line":       drip("HTTP/1.1 ", "2", 100*time.Millisecond),
		"slow headers":             drip("HTTP/1.1 200 OK\r\n", "X: y\r\n", 10*time.Millisecond),
		"a slow body":              drip(ok, " ", 100*time.Millisecond),
		"no body":                  drip(ok, "", time.Second),
		"slow chunks":              drip(chunked+"\r\n", "1\r\n \r\n", 100*time.Millisecond),
		"slow trailers":            drip(chunked+"Trailer: X\r\n\r\n2\r\n{}\r\n0\r\n", "X: y\r\n", 10*time.Millisecond),
		"a slow body of an error":  drip("HTTP/1.1 500 No\r\nContent-Length: 1000\r\n\r\n", " ", 100*time.Millisecond),
		"a slow body of a 429":     drip("HTTP/1.1 429 No\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n", 100*time.Millisecond),
		"a slow body of redirect":  drip("HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 1000\r\n\r\n", " ", 100*time.Millisecond),
		"a slow compressed body":   drip("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n\x1f\r\n", "", time.Second),
		"status 099":               drip("HTTP/1.1 099 Odd\r\nContent-Length: 10\r\n\r\n", "", time.Second),
		"status 204 and more":      drip("HTTP/1.1 204 No\r\n\r\n", "x", 10*time.Millisecond),
		"status 999":               drip("HTTP/1.1 999 Odd\r\nContent-Length: 10\r\n\r\n", "", time.Second),
		"no reading of the prompt": func(conn net.Conn) { time.Sleep(time.Minute) },
	}
	for name, serve := range replies {
		for scheme, proxy := range map[string]string{"http": "", "https": "", "http through a proxy": "http", "https through a proxy": "https"} {
			t.Run(scheme+", "+name, func(t *testing.T) {
				t.Parallel()
				addr := raw(t, serve)
				base := "http://" + addr
				if scheme == "https" { // the server waits at the handshake
					base = "https://" + addr
				}
				c, err := endpoint.New(endpoint.OpenAI, "m", endpoint.Config{BaseURL: base, Key: key})
				if proxy != "" {
					c, err = endpoint.New(endpoint.OpenAI, "m", endpoint.Config{BaseURL: proxy + "://endpoint.invalid", Key: key})
					endpoint.SetProxy(c, "http://"+addr)
				}
				if err != nil {
					t.Fatal(err)
				}
				for what, req := range map[string]translate.Request{
					"chat":   {Messages: []record.Message{{Role: "user", Content: strings.Repeat("p", 8<<20)}}},
					"short":  {Messages: []record.Message{{Role: "user", Content: "p"}}},
					"vector": {Texts: []string{"p"}},
				} {
					if name != "no reading of the prompt" && what == "chat" {
						continue
					}
					ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
					ended := make(chan error, 1)
					go func() { _, err := c.Chat(ctx, req); ended <- err }()
					select {
					case err := <-ended:
						var call *translate.CallError
						if !errors.As(err, &call) {
							t.Errorf("%s: error %v", what, err)
						}
					case <-time.After(20 * time.Second):
						t.Errorf("%s: it still waits", what)
					}
					cancel()
				}
			})
		}
	}
}

// A status of 101 is the same fault as a body that is none of the protocol, also through
// TLS.
func TestSwitchingProtocols(t *testing.T) {
	for _, secure := range []bool{false, true} {
		server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			conn, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
		}))
		if secure {
			server.TLS = &tls.Config{MinVersion: tls.VersionTLS12}
			server.StartTLS()
		} else {
			server.Start()
		}
		defer server.Close()
		c, err := endpoint.New(endpoint.OpenAI, "m", endpoint.Config{BaseURL: server.URL})
		if err != nil {
			t.Fatal(err)
		}
		endpoint.Trust(c, server.Client())
		_, err = c.Chat(t.Context(), request(1, ""))
		var call *translate.CallError
		if !errors.As(err, &call) || call.Kind() != "malformed_response" || !call.Retryable() || !strings.Contains(err.Error(), "101 Switching Protocols") {
			t.Errorf("error %v", err)
		}
	}
}

// TestKeyWithAControlCharacter: each attempt failed, and was repeated, as a broken
// connection.
func TestKeyWithAControlCharacter(t *testing.T) {
	for _, bad := range []string{"sk-0123456789\x00abc", "sk-0123456789\nabc", "sk-0123456789\x1b[0m", "sk-0123456789\x7f", "sk-012\t3456789"} {
		for name, open := range map[string]func() error{
			"openai":    func() error { _, err := endpoint.New(endpoint.OpenAI, "m", endpoint.Config{Key: bad}); return err },
			"anthropic": func() error { _, err := endpoint.New(endpoint.Anthropic, "m", endpoint.Config{Key: bad}); return err },
			"variable": func() error {
				_, err := endpoint.OpenAI.Key("", func(name string) string { return map[string]string{"OPENAI_API_KEY": bad}[name] })
				return err
			},
		} {
			err := open()
			if err == nil || !strings.Contains(err.Error(), "control character") || strings.Contains(err.Error(), "0123") {
				t.Errorf("%s: %q: error %v, want one without the key", name, fmt.Sprint(bad), err)
			}
		}
	}
}

// Failures of the way to the model are told from those of the request.
func TestPassingFaults(t *testing.T) {
	for text, passing := range map[string]bool{
		"HTTP/1.1 504 Gateway Timeout\r\nContent-Length: 0\r\n\r\n":      true,
		"HTTP/1.1 524 A Timeout Occurred\r\nContent-Length: 0\r\n\r\n":   true,
		"HTTP/1.1 200 OK\r\nX-Id: a\x01b\r\nContent-Length: 2\r\n\r\n{}": true,
		"HTTP/1.1 200 OK\r\nX-Id a\r\n\r\n":                              true,
		"HTTP/1.1 200 OK\r\nContent-Le":                                  true,
		"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"choices\":":    true,
		"\x00": true,
		"HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n": false,
		"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}":                  false,
		"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n":           false,
	} {
		addr := raw(t, func(conn net.Conn) {
			_, _ = conn.Read(make([]byte, 4096))
			io.WriteString(conn, text)
			conn.Close()
		})
		c, err := endpoint.New(endpoint.OpenAI, "m", endpoint.Config{BaseURL: "http://" + addr})
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.Chat(t.Context(), request(1, ""))
		var call *translate.CallError
		if !errors.As(err, &call) || call.Passing() != passing {
			t.Errorf("%q: passing is not %t: %v", text, passing, err)
		}
	}
}
