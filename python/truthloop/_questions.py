"""Models that are Python functions: the questions of a program, and its reading of the replies.

The program writes its questions and reads the replies as files of OpenAI's Batch API.
"""

import json
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from . import _rows, _run

Conversation = list[dict[str, str]]
Reply = str | dict[str, Any] | None
Model = Callable[[list[Conversation]], Sequence[Reply]]


class Questions:
    """The questions that a program has about rows, for a model of any library.

    ``conversations`` has a list of messages (dicts with ``role`` and ``content``) for
    each question. Rows that need no question, such as those with an error, have none.

    :param program: ``informalize`` or ``autoformalize``.
    :param rows: rows of any form except ``pyarrow.RecordBatchReader``. An iterator is
        read whole.
    :param options: flags of the program, such as ``shots=2``.
    :raises Error: see :mod:`truthloop`.

    >>> q = truthloop.Questions("informalize", [{"formalism": "propositional", "fs": "p1 ∧ p2"}])
    >>> [message["role"] for message in q.conversations[0]][-1]
    'user'
    >>> q.answer(["p1 and p2 hold."])[0]["nl"]
    'p1 and p2 hold.'
    """

    def __init__(self, program: str, rows: Any, *, name: str = "python", **options: Any):
        self._rows = list(rows) if isinstance(rows, Iterator) else rows
        self._args = _run.arguments(program, {"model": name, **options})
        self._ids: list[str] = []
        self.conversations: list[Conversation] = []
        with tempfile.TemporaryDirectory(prefix="truthloop-") as work:
            _rows.feed([*self._args, f"--batch-out={work}"], self._rows)
            for file in sorted(Path(work).glob("requests-*.jsonl")):
                for line in file.read_text(encoding="utf-8").splitlines():
                    request = json.loads(line)
                    self._ids.append(request["custom_id"])
                    self.conversations.append(request["body"]["messages"])

    def answer(self, replies: Sequence[Reply]) -> Any:
        """Return the rows with what the program reads in the replies.

        :param replies: for each question, the text of the reply; or a dict with
            ``content`` and ``finish_reason`` (``length``: the reply is cut off); or
            None, if there is none.
        :raises ValueError: if there are more or fewer replies than questions.
        :raises Error: see :mod:`truthloop`.

        >>> q = truthloop.Questions("informalize", [{"formalism": "regex", "fs": s} for s in ("0*", "1*")])
        >>> [row["outcome"] for row in q.answer(["Any number of zeros.", {"content": "Any", "finish_reason": "length"}])]
        ['ok', 'truncated']
        """
        if len(replies) != len(self._ids):
            raise ValueError(f"found {len(replies)} replies, expected {len(self._ids)}, one for each question")
        with tempfile.TemporaryDirectory(prefix="truthloop-") as work:
            with open(Path(work) / "output.jsonl", "w", encoding="utf-8", errors="replace") as out:
                for custom_id, reply in zip(self._ids, replies):
                    if reply is not None:
                        out.write(json.dumps({"custom_id": custom_id, "response": _response(reply)}) + "\n")
            return _rows.stage([*self._args, f"--batch-in={work}"], self._rows)


def _response(reply: str | dict[str, Any]) -> dict[str, Any]:
    reply = {"content": reply} if isinstance(reply, str) else reply
    message = {"role": "assistant", "content": reply["content"]}
    choice = {"index": 0, "message": message, "finish_reason": reply.get("finish_reason", "stop")}
    return {"status_code": 200, "body": {"object": "chat.completion", "choices": [choice]}}


def ask(program: str, rows: Any, model: str | Model, options: dict[str, Any]) -> Any:
    """Run a program with a model that is a name of ``--model``, or a function."""
    if isinstance(model, str):
        return _rows.stage(_run.arguments(program, {"model": model, **options}), rows)
    name = getattr(model, "__name__", "")
    questions = Questions(program, rows, name=name if name.isidentifier() else "python", **options)
    return questions.answer(model(questions.conversations))
