// Package simllm is the program simllm, a server for tests. It answers requests as an
// endpoint of OpenAI does, but the answers come from a built-in model. Flags set its
// latency, its rate limits, and how often it fails. Package translate/simllm implements
// the server. This package reads the flags, listens on the address, and starts and stops
// the server. See docs/howto/simllm.md.
package simllm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate/endpoint"
	"github.com/truthloop/truthloop/translate/simllm"
)

const description = `
Serves the built-in model over OpenAI's HTTP protocol: chat completions,
models and embeddings. Use it to rehearse a long run before paying for it:
latency, limits and faults are configurable. The first line on stdout is the
base URL. GET /stats returns counts as JSON, which the server also prints on
stderr at its end.

Faults and latencies depend on the seed, the request and the number of
earlier requests like it, so a repeated run meets the same ones. The faults
are 429, 5xx, hang (no reply), drop (the connection breaks before the reply
or within it), and malformed (JSON cut short, or something else).

Examples:
  simllm
  informalize --model simllm --base-url http://127.0.0.1:8000/v1 fs.jsonl

  # a slow, limited and faulty endpoint
  simllm --latency lognormal:800ms,0.6 --rpm 3000 \
    --faults 429=0.05,5xx=0.02,hang=0.005,drop=0.01

  # any free port, a noisy model, and a key
  simllm --addr 127.0.0.1:0 --model 'builtin:noisy?negation_dropped=0.1' \
    --api-key-file key.txt`

const (
	theModel  = "MODEL"
	behaviour = "BEHAVIOUR"
	network   = "NETWORK"
)

// Command describes the program.
func Command() cli.Command {
	return cli.Command{
		Name:        "simllm",
		Usage:       "an OpenAI-compatible endpoint around the built-in model",
		Description: description,
		Main:        []string{"addr", "model", "latency", "rpm", "faults", "api-key-file", "seed", "log-level"},
		Groups:      cli.Seed,
		Flags: []ucli.Flag{
			&ucli.StringFlag{Category: network, Name: "addr", Value: "127.0.0.1:8000", Usage: "`HOST:PORT` to listen on; port 0 is any free port"},
			&ucli.StringFlag{Category: network, Name: "api-key-file", Usage: "`FILE` with the key that requests must carry (default: none needed)"},
			&ucli.StringFlag{Category: theModel, Name: "model", Value: "builtin:rules", Usage: "`NAME` of the model that answers: builtin:rules, builtin:noisy, or builtin:noisy?seed=1,negation_dropped=0.1"},
			&ucli.StringFlag{Category: behaviour, Name: "latency", Value: "0s", Usage: "`TIME` of a reply: 200ms, or lognormal:200ms,0.5 (median and sigma)"},
			&ucli.IntFlag{Category: behaviour, Name: "rpm", DefaultText: "no limit", Usage: "`NUMBER` of requests per minute"},
			&ucli.StringFlag{Category: behaviour, Name: "faults", Usage: "`RATES` of faults, as in 429=0.1,5xx=0.05"},
		},
		Action: serve,
	}
}

// options reads the flags.
func options(c *ucli.Context) (simllm.Options, error) {
	o := simllm.Options{Model: c.String("model"), Seed: c.Uint64("seed"), RequestsPerMinute: c.Int("rpm")}
	var err error
	if o.Latency, err = simllm.ParseLatency(c.String("latency")); err != nil {
		return o, cli.Usagef("--latency: %w", err)
	}
	if o.Faults, err = simllm.ParseRates(c.String("faults")); err != nil {
		return o, cli.Usagef("--faults: %w", err)
	}
	if name := c.String("api-key-file"); name != "" {
		if o.Key, err = endpoint.OpenAI.Key(name, os.Getenv); err != nil {
			return o, cli.Usagef("--api-key-file: %w", err)
		}
	}
	return o, nil
}

// serve serves until ctx is done.
func serve(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	o, err := options(c)
	if err != nil {
		return err
	}
	endpoint, err := simllm.New(o)
	if err != nil {
		return cli.Usagef("%w", err)
	}
	defer endpoint.Close()
	if _, err := net.ResolveTCPAddr("tcp", c.String("addr")); err != nil {
		return cli.Usagef("--addr: %w", err)
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", c.String("addr"))
	if err != nil {
		return err
	}
	url, local := baseURL(listener.Addr())
	if !local && o.Key == "" {
		env.Log.Warn("other machines can use the endpoint, and no key is required", "addr", listener.Addr().String())
	}
	if _, err := fmt.Fprintln(env.Stdout, url); err != nil {
		return errors.Join(err, listener.Close())
	}
	server := &http.Server{
		Handler: endpoint, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 1 << 16,
		ErrorLog: slog.NewLogLogger(env.Log.Handler(), slog.LevelWarn),
	}
	err = listen(ctx, server, listener, endpoint)
	stats, failed := json.Marshal(endpoint.Stats())
	fmt.Fprintf(env.Stderr, "%s: %s\n", env.Name, stats)
	return errors.Join(err, failed)
}

// baseURL returns the URL for clients. local reports whether only this machine can reach
// it.
func baseURL(addr net.Addr) (url string, local bool) {
	host, port, err := net.SplitHostPort(addr.String())
	ip := net.ParseIP(host)
	if err == nil && ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port) + "/v1", ip.IsLoopback()
}

// grace is the time that the requests under way have after an interrupt.
const grace = 10 * time.Second

// listen serves until ctx is done, and then waits for the requests under way, at most
// for grace.
func listen(ctx context.Context, server *http.Server, listener net.Listener, endpoint *simllm.Server) error {
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	endpoint.Close()
	within, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	err := server.Shutdown(within)
	if errors.Is(err, context.DeadlineExceeded) {
		err = server.Close()
	}
	<-served
	return err
}
