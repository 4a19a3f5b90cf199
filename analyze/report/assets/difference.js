// The difference of two formulas: the tokens outside a longest common subsequence.

// A word is a token, and so is every other character, but for spaces.
const tokens = (s, letters) => [...s.matchAll(letters ? /\S/gu : /[\p{L}\p{N}_]+|\S/gu)].map((m) => ({ text: m[0], at: m.index }));

// differ returns for both texts the tokens, with changed set where the other text has
// no such token in this place. Of very long texts, all between the common beginning
// and the common end counts as changed.
function differ(a, b, letters) {
  const x = tokens(a, letters), y = tokens(b, letters), most = 1_000_000;
  let from = 0, end = 0;
  while (from < x.length && from < y.length && x[from].text === y[from].text) from++;
  while (end < x.length - from && end < y.length - from && x[x.length - 1 - end].text === y[y.length - 1 - end].text) end++;
  const m = x.length - from - end, n = y.length - from - end;
  for (const [t, k] of [[x, m], [y, n]]) for (let i = from; i < from + k; i++) t[i].changed = true;
  if (m === 0 || n === 0 || (m + 1) * (n + 1) > most) return [x, y];
  const longest = new Uint32Array((m + 1) * (n + 1)); // of the ends of both from i and j
  const at = (i, j) => i * (n + 1) + j;
  for (let i = m - 1; i >= 0; i--) for (let j = n - 1; j >= 0; j--) {
    longest[at(i, j)] = x[from + i].text === y[from + j].text ? longest[at(i + 1, j + 1)] + 1 : Math.max(longest[at(i + 1, j)], longest[at(i, j + 1)]);
  }
  for (let i = 0, j = 0; i < m && j < n;) {
    if (x[from + i].text === y[from + j].text) x[from + i++].changed = y[from + j++].changed = false;
    else if (longest[at(i + 1, j)] >= longest[at(i, j + 1)]) i++;
    else j++;
  }
  return [x, y];
}

// Runs of tokens that are changed, or are not, as pairs of places in the text.
function runs(tokens) {
  const all = [];
  for (let i = 0; i < tokens.length; i++) {
    const from = tokens[i].at, changed = !!tokens[i].changed;
    while (i + 1 < tokens.length && !!tokens[i + 1].changed === changed) i++;
    all.push({ from, to: tokens[i].at + tokens[i].text.length, changed });
  }
  return all;
}

// A text with its changed runs in elements of the given name.
function marked(s, tokens, name) {
  const out = document.createDocumentFragment();
  let last = 0;
  for (const { from, to } of runs(tokens).filter((r) => r.changed)) {
    out.append(text(s.slice(last, from)), el(name, null, text(s.slice(from, to))));
    last = to;
  }
  out.append(text(s.slice(last)));
  return out;
}

// The second text with its own runs marked, and with those of the first one before them.
function united(a, x, b, y) {
  const out = document.createDocumentFragment();
  let i = 0, j = 0, last = 0;
  const take = (tokens, k) => {
    const from = k;
    while (k < tokens.length && tokens[k].changed) k++;
    return [k, k > from ? [tokens[from].at, tokens[k - 1].at + tokens[k - 1].text.length] : null];
  };
  while (i < x.length || j < y.length) {
    const [nextI, lost] = take(x, i), [nextJ, new_] = take(y, j);
    if (new_ || lost) out.append(text(b.slice(last, new_ ? new_[0] : y[j]?.at ?? b.length)));
    if (lost) out.append(el("del", null, text(a.slice(...lost))));
    if (new_) out.append(el("ins", null, text(b.slice(...new_))));
    if (new_) last = new_[1];
    else if (lost) last = y[j]?.at ?? b.length;
    [i, j] = [nextI + 1, nextJ + 1]; // past a token that both have
  }
  out.append(text(b.slice(last)));
  return out;
}

// The two formulas of a row with their differences marked, each for itself and in one
// text; null if there are none to mark.
function differences(r, most) {
  const [a, b] = r.same || [r.fs, r.fs_out];
  if (!a || !b || a === b || a.length > most || b.length > most) return null;
  const [x, y] = differ(a, b, r.formalism === "regex");
  return { formula: () => marked(a, x, "del"), back: () => marked(b, y, "ins"), both: () => united(a, x, b, y) };
}
