package informalize_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// certificate is a self-signed certificate, with its text.
func certificate(t *testing.T, address string, until time.Time) (tls.Certificate, string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: until.Add(-time.Hour), NotAfter: until,
		IPAddresses: []net.IP{net.ParseIP(address)}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, c, c, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: private}, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
}

// A certificate that is expired or of another host, though trusted, and a proxy
// that drops connections or demands a password, get neither a key nor a prompt.
func TestHostileTLS(t *testing.T) {
	const secret = "hunter2-hunter2"
	soon := time.Now().Add(time.Minute)
	for _, tt := range []struct {
		name, address string // of the certificate
		until         time.Time
		proxy         fault // nil: none
		says          string
		exit          int
		requests      int64
	}{
		{"valid", "127.0.0.1", soon, nil, "p1 is true.", 0, 1},
		{"expired", "127.0.0.1", time.Now().Add(-time.Minute), nil, "certificate has expired", 1, 0},
		{"of another host", "127.0.0.2", soon, nil, "certificate is valid for 127.0.0.2", 1, 0},
		{"a proxy that drops", "127.0.0.1", soon, reset, `"kind":"connection"`, 3, 0},
		{"a proxy that refuses", "127.0.0.1", soon, raw("HTTP/1.1 407 Proxy Authentication Required", ""), "Proxy Authentication Required", 3, 0},
		{"a proxy that redirects", "127.0.0.1", soon, raw("HTTP/1.1 302 Found\nLocation: http://127.0.0.1:1/", ""), "Found", 3, 0},
		{"a proxy without TLS", "127.0.0.1", soon, then(raw("HTTP/1.1 200 OK", ""), ok(completion)), `"kind":"connection"`, 3, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			requests := int64(0)
			server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				requests++
				w.Write([]byte(completion))
			}))
			own, text := certificate(t, tt.address, tt.until)
			server.TLS = &tls.Config{Certificates: []tls.Certificate{own}}
			server.Config.ErrorLog = log.New(io.Discard, "", 0) // it says that the client hung up
			server.StartTLS()
			defer server.Close()
			dir := t.TempDir()
			write(t, dir, "fs.jsonl", oneRow)
			write(t, dir, "trusted.pem", text)
			env := []string{"SSL_CERT_FILE=" + filepath.Join(dir, "trusted.pem"), "OPENAI_API_KEY=" + key}
			url := server.URL
			if tt.proxy != nil {
				address, _ := newHostile(t, tt.proxy)
				env = append(env, "HTTPS_PROXY=http://ann:"+secret+"@"+address)
				url = "https://truthloop.invalid" // loopback addresses have no proxy
			}
			cmd := program(t, dir, env, "--model", "m", "--base-url", url, "--retries", "0", "--max-errors", "0", "fs.jsonl")
			out, _ := cmd.CombinedOutput()
			if cmd.ProcessState.ExitCode() != tt.exit || requests != tt.requests || !strings.Contains(string(out), tt.says) {
				t.Errorf("exit code %d, %d requests; want %d, %d and %q: %s", cmd.ProcessState.ExitCode(), requests, tt.exit, tt.requests, tt.says, out)
			}
			if strings.Contains(string(out), secret) || strings.Contains(string(out), key) {
				t.Errorf("shows a secret: %s", out)
			}
		})
	}
}
