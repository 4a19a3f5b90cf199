"""Runs a bash script on a pseudo-terminal and shows what a person would see.

The argument is a JSON object: script, columns, lines, env, and steps. Each step waits
until the screen or what scrolled off it matches a regular expression (wait), and then
types text (send), changes the size (resize: [columns, lines]), or does nothing. The
output is a JSON object: screen, the last screen with what scrolled off it before;
seen, the different screens in their order; codes, the escape sequences that arrived;
and exit, the exit code.
"""

import fcntl
import json
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time

import pyte

job = json.loads(sys.argv[1])
columns, lines = job["columns"], job.get("lines", 24)
screen = pyte.HistoryScreen(columns, lines, history=100000, ratio=0.5)
stream = pyte.ByteStream(screen)
here, there = pty.openpty()


def resize(columns, lines):
    fcntl.ioctl(here, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))


def shown():
    above = ["".join(line[x].data for x in range(screen.columns)).rstrip() for line in screen.history.top]
    return above + [line.rstrip() for line in screen.display]


resize(columns, lines)
child = subprocess.Popen(
    ["bash", "-c", job["script"]], stdin=there, stdout=there, stderr=there,
    preexec_fn=lambda: os.login_tty(there), env={**os.environ, "TERM": "xterm-256color", **(job.get("env") or {})})
os.close(there)
steps, seen, raw, deadline = job.get("steps") or [], [], b"", time.monotonic() + 120
while time.monotonic() < deadline:
    ready, _, _ = select.select([here], [], [], 0.02)
    if ready:
        try:
            data = os.read(here, 65536)
        except OSError:  # the last program has closed the terminal
            break
        if not data:
            break
        raw += data
        stream.feed(data)
        if not seen or seen[-1] != shown():
            seen.append(shown())
    if steps and re.search(steps[0]["wait"], "\n".join(shown())):
        step = steps.pop(0)
        if "send" in step:
            os.write(here, step["send"].encode())
        if "resize" in step:
            resize(*step["resize"])
            screen.resize(step["resize"][1], step["resize"][0])
else:
    child.kill()
    sys.exit("after 2 minutes, the screen is\n" + "\n".join(shown()))
while steps and not re.search(steps[0]["wait"], "\n".join(shown())):
    sys.exit(f"the programs ended before {steps[0]['wait']!r}; the screen is\n" + "\n".join(shown()))
last = shown()
while last and not last[-1]:
    last.pop()
json.dump({
    "screen": last, "seen": seen, "exit": child.wait(),
    "codes": [c.decode() for c in re.findall(rb"\x1b(?:\[[0-9;?]*[A-Za-z]|\][^\x07]*\x07|.)", raw)],
}, sys.stdout)
