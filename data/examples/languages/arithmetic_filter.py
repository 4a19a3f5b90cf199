"""Adds the verdict of arithmetic_checker to each row of arithmetic, as a filter in a pipe."""
import json, sys
sys.dont_write_bytecode = True
from arithmetic_checker import compare

for line in sys.stdin:
    row = json.loads(line)
    if row.get("formalism") == "arithmetic" and row.get("fs_out"):
        answer = compare(row["fs"], row["fs_out"])
        row |= {"verdict": answer["verdict"], "verdict_engine": "arithmetic_filter"}
        if "witness" in answer:
            row["witness"] = json.dumps(answer["witness"])
        if "reason" in answer:
            row["verdict_reason"] = answer["reason"]
    print(json.dumps(row, ensure_ascii=False), flush=True)
