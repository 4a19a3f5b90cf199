// Compares the marks of random formulas with a longest common subsequence that is
// computed in another way. It runs without a browser: elements are pairs of name and text.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const document = { createDocumentFragment: () => Object.assign([], { append(...all) { this.push(...all); } }) };
const parts = readFileSync(new URL("../assets/difference.js", import.meta.url), "utf8") + "\nreturn { differ, tokens, differences };";
const { differ, tokens, differences } = new Function("document", "text", "el", parts)(document, (s) => s, (name, _, s) => ({ name, s }));

let seed = 7; // a linear congruential generator: the same formulas each time
const below = (n) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
const formula = () => Array.from({ length: below(9) }, () => ["p1", "p2", "∧", "¬"][below(4)]).join(" ".repeat(1 + below(2)));
const longest = (a, b) => (!a.length || !b.length ? 0 : a[0] === b[0] ? 1 + longest(a.slice(1), b.slice(1)) : Math.max(longest(a.slice(1), b), longest(a, b.slice(1))));
const solid = (s) => s.replaceAll(" ", "");
for (let n = 0; n < 3000; n++) {
  const [a, b] = [formula(), formula()], [x, y] = differ(a, b), same = (t) => t.filter((w) => !w.changed).map((w) => w.text);
  assert.deepEqual(same(x), same(y), `${a} | ${b}`);
  assert.equal(same(x).length, longest(tokens(a).map((t) => t.text), tokens(b).map((t) => t.text)), `${a} | ${b}`);
  const d = differences({ fs: a, fs_out: b }, 1000);
  if (!d) continue;
  const whole = (all, without) => all.map((p) => (typeof p === "string" ? p : p.name === without ? "" : p.s)).join("");
  assert.equal(whole(d.formula()), a);
  assert.equal(whole(d.back()), b);
  assert.equal(whole(d.both(), "del"), b);
  assert.equal(solid(whole(d.both(), "ins")), solid(a), `${a} | ${b}`);
}
// Long texts are not compared token by token; the time would grow with the square.
const many = "p ∧ ".repeat(5000);
assert.ok(differ(many + "q", "r" + many)[0].every((t) => t.changed));
