"""A small model for the prompts of SQL, behind OpenAI's protocol. It knows the queries of
generate --formalism sql. It turns comparisons round, which keeps the meaning, and makes a
mistake in about one answer of eight: another connective, rows that are no longer distinct,
or a query that does not parse.

It prints the address for --base-url and serves until it is killed.
"""
import os, re, sys, zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "languages"))
import model

WORDS = {
    "SELECT": "show", "DISTINCT": "without repetitions", "COUNT(*)": "the number of rows", "FROM": "out of",
    "JOIN": "together with", "ON": "matched where", "WHERE": "provided that", "AND": "and besides", "OR": "or else",
    "NOT": "it is false that", "IS NULL": "is missing", "=": "equals", "<": "is below", ">": "is above",
    "(": "begin", ")": "end", ",": "then",
}
KEYWORDS = {words: sign for sign, words in WORDS.items()}
TOKEN = re.compile(r"COUNT\(\*\)|IS NULL|'[^']*'|[\w.]+|\S")
PHRASE = re.compile("|".join(rf"\b{words}\b" for words in sorted(KEYWORDS, key=len, reverse=True)) + r"|'[^']*'|[\w.]+")
TURNED = {"=": "=", "<": ">", ">": "<"}

def describe(query):
    return " ".join(WORDS.get(token, token) for token in TOKEN.findall(query))

def formalize(description):
    tokens = [KEYWORDS.get(phrase, phrase) for phrase in PHRASE.findall(description)]
    for i, token in enumerate(tokens):
        if token in TURNED:
            tokens[i - 1], tokens[i], tokens[i + 1] = tokens[i + 1], TURNED[token], tokens[i - 1]
    return " ".join(tokens)

def mistaken(query):
    luck = zlib.crc32(query.encode()) % 16
    if luck == 0:
        return query.replace(" AND ", " OR ", 1) if " AND " in query else query.replace(" = ", " > ", 1)
    return [query, query.replace(" DISTINCT", "", 1), query + " )"][luck if luck < 3 else 0]

def answer(prompt):
    text = prompt.rsplit("]\n", 1)[1].rsplit("\n\n", 1)[0]
    return describe(text) if prompt.endswith("[NL DESCRIPTION]") else mistaken(formalize(text))

if __name__ == "__main__":
    model.answer = answer
    model.serve()
