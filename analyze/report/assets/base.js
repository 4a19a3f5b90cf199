// The files of this folder are parts of one script; page.go lists them in order.
// All data from rows goes through el() or text(), which make text nodes, and is
// never parsed as markup.
const $ = (id) => document.getElementById(id);
const doc = JSON.parse($("document").textContent);

function el(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const [k, v] of Object.entries(attributes || {})) {
    if (k.startsWith("on")) node.addEventListener(k.slice(2), v);
    else if (v === true) node.setAttribute(k, "");
    else if (v !== false && v != null) node.setAttribute(k, v);
  }
  node.append(...children.filter((c) => c != null));
  return node;
}

function svg(name, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [k, v] of Object.entries(attributes)) node.setAttribute(k, v);
  node.append(...children);
  return node;
}

// Invisible characters, and those that change the direction of text, are shown by
// their code points. Line breaks and tabs stay.
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
const point = (c) => "U+" + c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
function text(s) {
  const out = document.createDocumentFragment();
  let last = 0;
  for (const m of s.matchAll(hidden)) {
    out.append(s.slice(last, m.index), el("span", { class: "control" }, point(m[0])));
    last = m.index + m[0].length;
  }
  out.append(s.slice(last));
  return out;
}
const plain = (s) => s.replace(hidden, (c) => "⟨" + point(c) + "⟩");
const clip = (s, n) => (s.length > n ? s.slice(0, n) + "…" : s);
const label = (s) => s.replaceAll("_", " ");
// The name of a mistake; other is what verify --diagnose calls a formula that no single edit repairs.
const mistake = (s) => (s === "other" ? "no single edit repairs it" : label(s));
// The English of a row: the model's description, or the sentence from which the model started.
const english = (r) => r.nl || (typeof r.extra?.sentence === "string" ? r.extra.sentence : "");

const count = (x) => x.toLocaleString("en");
const number = (x, fraction = !Number.isInteger(x)) =>
  x == null ? "" : !fraction ? count(x) : Math.abs(x) >= 1000 ? x.toLocaleString("en", { maximumFractionDigits: 0 }) : x.toFixed(3);
// A p-value is never shown as 0.
const chance = (p) => (p == null ? "" : p < 0.001 ? "<0.001" : p.toFixed(3));
const signed = (x) => (x > 0 ? "+" : x < 0 ? "−" : "") + Math.abs(x).toFixed(3);

const get = (g, r, c) => r[g.columns.indexOf(c)];

// A count that is zero in all rows, and an upper bound that is equal to the lower one, say nothing.
function silent(g, c) {
  const low = c.endsWith("_high") ? c.replace(/_high$/, "_low") : c.endsWith("_answered") ? c.replace(/_answered$/, "") : null;
  if (low && g.columns.includes(low)) return g.rows.every((r) => get(g, r, c) === get(g, r, low));
  return /^(unknown|noncompliant|error|gold_error|abstained|leak|stronger|weaker|attempts|cached_tokens|reasoning_tokens|both_wrong|only_[ab]|pairs_unknown)$/.test(c) && g.rows.every((r) => !get(g, r, c));
}

// A table of the given columns of a grid, followed by computed cells.
function grid(g, caption, columns, cells = {}) {
  const use = (columns || g.columns).filter((c) => g.columns.includes(c) && g.rows.some((r) => get(g, r, c) != null) && !(g.rows.length > 0 && silent(g, c)));
  if (use.length + Object.keys(cells).length === 0) return el("p", { class: "faint" }, "There is nothing to count.");
  const at = use.map((c) => g.columns.indexOf(c));
  // A column with a fraction shows the decimals of all its numbers.
  const fraction = g.columns.map((_, i) => g.rows.some((r) => typeof r[i] === "number" && !Number.isInteger(r[i])));
  const kind = (i) => (g.numeric[i] ? "n" : g.rows.some((r) => r[i] && String(r[i]).length > 20) ? "name" : null);
  const cell = (r, i, all) => {
    if (all && r[i] == null) return "all";
    if (typeof r[i] === "number") return g.columns[i].endsWith("_p") ? chance(r[i]) : number(r[i], fraction[i]);
    return r[i] == null ? "" : text(clip(r[i], 300));
  };
  const heads = [...use.map((c, k) => [label(c), kind(at[k])]), ...Object.keys(cells).map((c) => [c, null])];
  const lines = g.rows.map((r, n) => {
    const total = g.total && n === g.rows.length - 1;
    return line([...at.map((i, k) => [heads[k][0], kind(i), cell(r, i, total && k === 0)]), ...Object.entries(cells).map(([c, f]) => [c, null, f(r)])],
      { class: total ? "total" : null });
  });
  return shelf(table(caption, heads, lines), plain(caption));
}

// A line of a table, of cells with the column's name, a class and the content.
const line = (cells, attributes = {}) =>
  el("tr", { role: "row", ...attributes }, ...cells.map(([name, kind, content]) => el("td", { role: "cell", "data-label": name, class: kind }, content)));

// On a narrow screen each line is a card, where the roles keep the table's meaning; four
// columns fit without cards.
function table(caption, heads, lines, attributes = {}) {
  const head = heads.map(([name, kind, sort]) => el("th", { scope: "col", role: "columnheader", class: kind, "aria-sort": sort }, name));
  return el("table", { role: "table", class: caption && heads.length <= 4 ? null : "cards", ...attributes }, caption && el("caption", null, caption),
    el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, ...head)), el("tbody", { role: "rowgroup" }, ...lines));
}

// A box that scrolls sideways is in the order of the keyboard only while it has to.
const wide = new ResizeObserver((all) => {
  for (const { target } of all) {
    if (target.scrollWidth > target.clientWidth + 1) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});
function shelf(content, name) {
  const box = el("div", { class: "scroll", role: "group", "aria-label": name }, content);
  wide.observe(box);
  return box;
}

function show(id, on = true) {
  $(id).hidden = !on;
  document.querySelector(`nav a[href="#${id}"]`).hidden = !on;
  return $(id);
}

// A labelled choice; options are values, or pairs of a value and its text.
function choice(id, name, options, change) {
  const s = el("select", { id, onchange: () => change(s.value) }, ...options.map((o) => (Array.isArray(o) ? o : [o, o])).map(([v, t]) => el("option", { value: v }, plain(clip(String(t), 60)) || "(none)")));
  return [s, el("label", null, name, s)];
}

// Packed data of the page. The last few chunks are kept.
const kept = new Map();
function unpack(id) {
  if (kept.has(id)) return kept.get(id);
  const packed = $(id)?.textContent;
  if (!packed) return Promise.resolve(null);
  if ($(id).type === "application/json") {
    const plain = Promise.resolve(JSON.parse(packed));
    kept.set(id, plain);
    return plain;
  }
  const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
  const data = new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
  kept.set(id, data);
  if (kept.size > 60) kept.delete(kept.keys().next().value);
  return data;
}
const load = async (kind, i) => (await unpack(`${kind}-${Math.floor(i / doc.chunk_rows)}`))?.[i % doc.chunk_rows] ?? {};
