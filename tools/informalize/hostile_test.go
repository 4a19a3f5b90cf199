package informalize_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/go-json-experiment/json"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/informalize"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

// A fault answers a request by bytes on the connection, which is closed after
// it.
type fault func(conn net.Conn)

// newHostile is a server that reads requests and answers each with the fault. It
// shares no code with the client beyond the reading of a request. It returns its
// address and the number of requests.
func newHostile(t *testing.T, f fault) (address string, requests *atomic.Int64) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	requests = new(atomic.Int64)
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				req, err := http.ReadRequest(bufio.NewReader(conn))
				if err != nil {
					return
				}
				io.Copy(io.Discard, req.Body)
				requests.Add(1)
				f(conn)
			}()
		}
	}()
	return listener.Addr().String(), requests
}

// raw writes text, with a line feed as the end of a line of the head.
func raw(head, body string) fault {
	return send(strings.ReplaceAll(head, "\n", "\r\n") + "\r\n\r\n" + body)
}

func send(text string) fault { return func(conn net.Conn) { io.WriteString(conn, text) } }

// ok answers with status 200, further lines of the head, and a body.
func ok(body string, lines ...string) fault {
	return raw(strings.Join(append([]string{"HTTP/1.1 200 OK", fmt.Sprintf("Connection: close\nContent-Length: %d", len(body))}, lines...), "\n"), body)
}

// then is two faults, one after the other.
func then(first, second fault) fault { return func(conn net.Conn) { first(conn); second(conn) } }

// forever writes text again and again until the client hangs up.
func forever(text string, pause time.Duration) fault {
	return func(conn net.Conn) {
		for {
			if _, err := io.WriteString(conn, text); err != nil {
				return
			}
			time.Sleep(pause)
		}
	}
}

// stall waits until the client hangs up.
func stall(conn net.Conn) { io.Copy(io.Discard, conn) }

func reset(conn net.Conn) { conn.(*net.TCPConn).SetLinger(0) }

func compressed(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, text)
	w.Close()
	return b.String()
}

// bomb is a gzip of 64 MB, sent again and again.
func bomb() fault {
	member := compressed(strings.Repeat(" ", 64<<20))
	return then(raw("HTTP/1.1 200 OK\nContent-Encoding: gzip\nConnection: close", ""), forever(member, 0))
}

func utf16Of(s string) string {
	var b []byte
	for _, u := range utf16.Encode([]rune("\uFEFF" + s)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return string(b)
}

const (
	completion = `{"choices":[{"finish_reason":"stop","message":{"content":"p1 is true."}}]}`
	anthropic  = "--provider=anthropic"
	bareHead   = "HTTP/1.1 200 OK\nConnection: close"
)

// Whatever an endpoint does, the row has an outcome, the run ends in time, and a
// request is repeated only if that can help.
func TestHostileEndpoints(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	const (
		answered = cli.ExitDone
		fails    = cli.ExitLimits // the only row failed
		ends     = cli.ExitFailed // the run ends at once
	)
	keyFile := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(keyFile, []byte(key), 0o600); err != nil {
		t.Fatal(err)
	}
	stream := `data: {"choices":[{"delta":{"content":"p1 is "}}]}` + "\n\n" + `data: {"choices":[{"delta":{"content":"true."},"finish_reason":"stop"}]}` + "\n\ndata: [DONE]\n\n"
	for _, tt := range []struct {
		name     string
		fault    fault
		outcome  record.Outcome
		exit     int
		requests int64
		says     string // the row's error, or stderr
		flag     string
	}{
		{"an answer", ok(completion), record.OK, answered, 1, "", ""},

		// Framing.
		{"no reply", func(net.Conn) {}, record.HTTP5xx, fails, 2, "EOF", ""},
		{"reset", reset, record.HTTP5xx, fails, 2, "", ""},
		{"no HTTP", raw("hello", ""), record.HTTP5xx, fails, 2, "malformed HTTP", ""},
		{"HTTP/1.0", raw("HTTP/1.0 200 OK", completion), record.OK, answered, 1, "", ""},
		{"HTTP/1.0 cut off", raw("HTTP/1.0 200 OK", completion[:40]), record.HTTP5xx, fails, 2, "unexpected EOF", ""},
		{"length too large", raw("HTTP/1.1 200 OK\nContent-Length: 999", completion), record.HTTP5xx, fails, 2, "unexpected EOF", ""},
		{"length too small", raw("HTTP/1.1 200 OK\nContent-Length: 40", completion), record.HTTP5xx, fails, 2, "unexpected EOF", ""},
		{"length negative", raw("HTTP/1.1 200 OK\nContent-Length: -1", completion), record.HTTP5xx, fails, 2, "Content-Length", ""},
		{"two lengths", raw("HTTP/1.1 200 OK\nContent-Length: 40\nContent-Length: 74", completion), record.HTTP5xx, fails, 2, "Content-Length", ""},
		{"length of a terabyte", raw("HTTP/1.1 200 OK\nContent-Length: 1099511627776", completion), record.TooLong, fails, 1, "2097152 bytes", ""},
		{"chunks", raw("HTTP/1.1 200 OK\nTransfer-Encoding: chunked", fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(completion), completion)), record.OK, answered, 1, "", ""},
		{"garbage of chunks", raw("HTTP/1.1 200 OK\nTransfer-Encoding: chunked", "zzz\r\n{}"), record.HTTP5xx, fails, 2, "chunk", ""},
		{"chunks without end", raw("HTTP/1.1 200 OK\nTransfer-Encoding: chunked", fmt.Sprintf("%x\r\n%s\r\n", len(completion), completion)), record.HTTP5xx, fails, 2, "unexpected EOF", ""},
		{"endless chunk extension", then(raw("HTTP/1.1 200 OK\nTransfer-Encoding: chunked", "1;"), forever(strings.Repeat("x", 4096), 0)), record.HTTP5xx, fails, 2, "", ""},
		{"endless headers", then(send("HTTP/1.1 200 OK\r\n"), forever("X: "+strings.Repeat("x", 1000)+"\r\n", 0)), record.HTTP5xx, fails, 2, "", ""},
		{"endless interim replies", forever("HTTP/1.1 103 Early Hints\r\nLink: "+strings.Repeat("x", 1000)+"\r\n\r\n", 0), record.HTTP5xx, fails, 2, "", ""},
		{"an interim reply", then(send("HTTP/1.1 103 Early Hints\r\n\r\n"), ok(completion)), record.OK, answered, 1, "", ""},
		{"protocol switched", raw("HTTP/1.1 101 Switching Protocols\nUpgrade: x\nConnection: Upgrade", ""), record.HTTP5xx, fails, 2, "", ""},
		{"silence", stall, record.Timeout, fails, 2, "no complete reply in time", ""},
		{"silence in the body", then(raw("HTTP/1.1 200 OK\nContent-Length: 74", completion[:40]), stall), record.Timeout, fails, 2, "no complete reply in time", ""},
		{"a byte at a time", then(raw(bareHead, ""), forever(" ", 50*time.Millisecond)), record.Timeout, fails, 2, "no complete reply in time", ""},
		{"endless body", then(raw(bareHead, ""), forever(strings.Repeat(" ", 1<<16), 0)), record.TooLong, fails, 1, "2097152 bytes", ""},
		{"endless error", then(raw("HTTP/1.1 500 No", ""), forever(strings.Repeat("no ", 1<<14), 0)), record.HTTP5xx, fails, 2, "500: Internal Server Error: no no", ""},

		// Encodings.
		{"gzip", ok(compressed(completion), "Content-Encoding: gzip"), record.OK, answered, 1, "", ""},
		{"gzip bomb", bomb(), record.TooLong, fails, 1, "2097152 bytes", ""},
		{"gzip cut off", ok(compressed(completion)[:30], "Content-Encoding: gzip"), record.HTTP5xx, fails, 2, "unexpected EOF", ""},
		{"gzip that is none", ok(completion, "Content-Encoding: gzip"), record.HTTP5xx, fails, 2, "gzip", ""},
		{"another content type", ok(completion, "Content-Type: text/html; charset=utf-7"), record.OK, answered, 1, "", ""},
		{"byte order mark", ok("\uFEFF" + completion), record.HTTP5xx, fails, 2, "not a reply of this protocol", ""},
		{"UTF-16", ok(utf16Of(completion)), record.HTTP5xx, fails, 2, "not a reply of this protocol", ""},

		// Bodies.
		{"events", ok(stream, "Content-Type: text/event-stream"), record.HTTP5xx, fails, 2, "found \\\"data:", ""},
		{"a page of a login", ok("<!doctype html><title>Sign in</title>", "Content-Type: text/html"), record.HTTP5xx, fails, 2, "Sign in", ""},
		{"null", ok("null"), record.HTTP5xx, fails, 2, "no choices", ""},
		{"no content", raw("HTTP/1.1 204 No Content", ""), record.HTTP5xx, fails, 2, "not a reply", ""},
		{"deep JSON", ok(strings.Repeat("[", 1<<20)), record.HTTP5xx, fails, 2, "", ""},
		{"deep content", ok(`{"choices":[{"message":{"content":` + strings.Repeat(`[{"text":`, 4000) + "1" + strings.Repeat("}]", 4000) + `}}]}`), record.HTTP5xx, fails, 2, "another type", ""},
		{"a failure as success", ok(`{"error":{"message":"upstream died"}}`), record.HTTP5xx, fails, 2, "upstream died", ""},
		{"a key", raw("HTTP/1.1 401 No", `{"error":{"message":"bad key `+key+`"}}`), "", ends, 1, "bad key [redacted]", ""},

		// Other addresses.
		{"redirect", raw("HTTP/1.1 302 Found\nLocation: http://elsewhere.example/", completion), "", ends, 1, "host elsewhere.example", ""},
		{"redirect that keeps the method", raw("HTTP/1.1 307 Moved\nLocation: //elsewhere.example:81/v1", completion), "", ends, 1, "host elsewhere.example:81", ""},
		{"redirect nowhere", raw("HTTP/1.1 308 Moved", completion), "", ends, 1, "host (none)", ""},
		{"not modified", raw("HTTP/1.1 304 Not Modified", ""), "", ends, 1, "304 Not Modified", ""},

		// Anthropic's protocol.
		{"a message", ok(`{"content":[{"type":"text","text":"p1 is true."}],"stop_reason":"end_turn"}`), record.OK, answered, 1, "", anthropic},
		{"null", ok("null"), record.HTTP5xx, fails, 2, "not a message", anthropic},
		{"bomb", bomb(), record.TooLong, fails, 1, "2097152 bytes", anthropic},
		{"redirect", raw("HTTP/1.1 302 Found\nLocation: http://elsewhere.example/", ""), "", ends, 1, "host elsewhere.example", anthropic},
		{"a completion", ok(completion), record.HTTP5xx, fails, 2, "not a message", anthropic},
	} {
		t.Run(strings.TrimSpace(tt.name+" "+tt.flag), func(t *testing.T) {
			t.Parallel()
			address, requests := newHostile(t, tt.fault)
			args := []string{
				"informalize", "--model", "m", "--base-url", "http://" + address, "--api-key-file", keyFile,
				"--timeout", "1s", "--retries", "1", "--max-tokens", "100", "--max-errors", "0", "--no-conversations",
			}
			if tt.flag != "" {
				args = append(args, tt.flag)
			}
			var stdout, stderr bytes.Buffer
			begin := time.Now()
			err := informalize.Informalize().Run(t.Context(), args, strings.NewReader(oneRow), &stdout, &stderr)
			if took := time.Since(begin); took > 30*time.Second {
				t.Errorf("took %v", took)
			}
			var row record.Row
			if err := json.Unmarshal(stdout.Bytes(), &row); err != nil && tt.outcome != "" {
				t.Fatalf("%v: %s%s", err, &stdout, &stderr)
			}
			if code := cli.ExitCode(err); code != tt.exit || row.Outcome != tt.outcome || requests.Load() != tt.requests {
				t.Errorf("exit code %d, outcome %q, %d requests; want %d, %q, %d: %s", code, row.Outcome, requests.Load(), tt.exit, tt.outcome, tt.requests, row.Error)
			}
			said := stdout.String() + stderr.String() + fmt.Sprint(err)
			if !strings.Contains(said, tt.says) || strings.Contains(said, key) {
				t.Errorf("want %q and no key: %s", tt.says, said)
			}
			if tt.outcome == record.OK && row.NL != "p1 is true." {
				t.Errorf("nl %q", row.NL)
			}
		})
	}
}

// Escape sequences in rows reached the terminal through --dry-run.
func TestDryRunShowsEscapes(t *testing.T) {
	const row = `{"formalism":"propositional","nl":"p1 \u001b]0;title\u0007 \u202e"}` + "\n"
	var stdout, stderr bytes.Buffer
	err := informalize.Autoformalize().Run(t.Context(), []string{"autoformalize", "--model", "m", "--dry-run"}, strings.NewReader(row), &stdout, &stderr)
	if err != nil || !strings.Contains(stdout.String(), `p1 \u001b]0;title\u0007 \u202e`) || strings.ContainsAny(stdout.String(), "\x1b\u202e") {
		t.Errorf("%v: %q", err, &stdout)
	}
}
