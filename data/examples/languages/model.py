"""A small model for the prompts of arithmetic, behind OpenAI's protocol. It swaps the two
sides of a sum, which keeps the meaning, and makes a mistake in about one answer of eight.

It prints the address for --base-url and serves until it is killed.
"""
import json, re, zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

NAMES = {"+": "sum", "-": "difference", "*": "product"}
SIGNS = {name: sign for sign, name in NAMES.items()}

def describe(tokens):
    token = next(tokens)
    if token != "(":
        return token
    left, sign, right = describe(tokens), next(tokens), describe(tokens)
    next(tokens)  # the closing parenthesis
    return f"the {NAMES[sign]} of {left} and {right}"

def formalize(words):
    word = next(words)
    if word != "the":
        return word
    sign = SIGNS[next(words)]
    next(words)  # of
    left = formalize(words)
    next(words)  # and
    right = formalize(words)
    return f"({right} + {left})" if sign == "+" else f"({left} {sign} {right})"

def mistaken(expression):
    luck = zlib.crc32(expression.encode())
    if luck % 16 == 0:
        return expression.replace("*", "+", 1)
    return expression + " = 0" if luck % 16 == 1 else expression

def answer(prompt):
    text = prompt.rsplit("\n", 2)[-2].split(": ", 1)[1]
    if prompt.endswith("Description:"):
        return describe(iter(re.findall(r"\w+|\S", text)))
    return mistaken(formalize(iter(text.split())))

class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        content = answer(request["messages"][-1]["content"].strip())
        reply = {"choices": [{"message": {"role": "assistant", "content": content}, "finish_reason": "stop"}]}
        body = json.dumps(reply).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass

def serve():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(f"http://127.0.0.1:{server.server_port}/v1", flush=True)
    server.serve_forever()

if __name__ == "__main__":
    serve()
