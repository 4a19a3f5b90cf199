"use strict";
// All data from rows goes through el() or text(), which make text nodes, and is
// never parsed as markup.
(() => {
  const doc = JSON.parse(document.getElementById("document").textContent);
  const $ = (id) => document.getElementById(id);

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

  // Invisible characters, and those that change the direction of text, are shown by
  // their code points. Line breaks and tabs stay.
  const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
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

  const number = (x, fraction = !Number.isInteger(x)) =>
    x == null ? "" : !fraction ? x.toLocaleString("en") : Math.abs(x) >= 1000 ? x.toLocaleString("en", { maximumFractionDigits: 0 }) : x.toFixed(3);
  const label = (s) => s.replaceAll("_", " ");

  // A table of the given columns of a grid, followed by computed cells.
  function grid(g, caption, columns, cells = {}) {
    const use = (columns || g.columns).filter((c) => g.columns.includes(c) && g.rows.some((r) => r[g.columns.indexOf(c)] != null));
    const at = use.map((c) => g.columns.indexOf(c));
    // A column with a fraction shows the decimals of all its numbers.
    const fraction = g.columns.map((_, i) => g.rows.some((r) => typeof r[i] === "number" && !Number.isInteger(r[i])));
    const head = el("tr", null, ...at.map((i) => el("th", { scope: "col", class: g.numeric[i] ? "n" : null }, label(g.columns[i]))),
      ...Object.keys(cells).map((c) => el("th", { scope: "col" }, c)));
    const body = g.rows.map((r, n) => {
      const total = g.total && n === g.rows.length - 1;
      return el("tr", { class: total ? "total" : null },
        ...at.map((i, k) => el("td", { class: g.numeric[i] ? "n" : "name" },
          total && k === 0 && r[i] == null ? "all" : typeof r[i] === "number" ? number(r[i], fraction[i]) : r[i] == null ? "" : text(clip(r[i], 300)))),
        ...Object.values(cells).map((f) => el("td", null, f(r))));
    });
    return el("div", { class: "scroll" }, el("table", null, el("caption", null, caption), el("thead", null, head), el("tbody", null, ...body)));
  }
  const get = (g, r, c) => r[g.columns.indexOf(c)];

  function top() {
    document.title = plain(doc.title);
    $("title").replaceChildren(text(doc.title));
    $("lead").textContent = `${doc.rows.toLocaleString("en")} rows. Compliance is the share of the rows whose formula parses; compliance_answered leaves out rows without an answer. Accuracy is the share proved equivalent; its upper bound counts unknown rows as right. Intervals are Wilson's at ${doc.level * 100} %.`;
    const button = $("theme");
    const wish = matchMedia("(prefers-color-scheme: dark)");
    const set = (dark) => {
      document.documentElement.dataset.theme = dark ? "dark" : "light";
      button.setAttribute("aria-pressed", dark);
      drawn?.();
    };
    button.addEventListener("click", () => set(document.documentElement.dataset.theme !== "dark"));
    wish.addEventListener("change", () => set(wish.matches));
    set(wish.matches);
  }

  function show(id, on = true) {
    $(id).hidden = !on;
    document.querySelector(`a[href="#${id}"]`).hidden = !on;
  }

  // The scores of rank and reason. Without rows of the loop, there are no rates.
  function tasks() {
    const sections = [["rankings", "The scores of rank --scores: the means over the sets of candidates", doc.rankings], ["reasoning", "The scores of reason --scores: percentages of right answers", doc.reasoning]];
    for (const [id, caption, g] of sections) {
      if (!g) continue;
      show(id);
      $(id).append(grid(g, caption));
    }
    if (doc.loop === 0 && (doc.rankings || doc.reasoning)) ["summary", "curves"].forEach((id) => show(id, false));
  }

  function summary() {
    const g = doc.summary;
    const columns = ["model", "dataset", ...["prompt", "params"].filter((c) => new Set(g.rows.slice(0, -1).map((r) => get(g, r, c))).size > 1)];
    const share = (x) => `${(100 * x).toFixed(2)}%`;
    $("summary").append(grid(g, `By ${columns.slice(0, -1).join(", ")} and ${columns.at(-1)}`, [...columns, "rows", "compliance", "compliance_answered", "accuracy_low", "accuracy_high", "unknown", "noncompliant", "error", "leak", "batches", "accuracy_mean", "accuracy_sd"], {
      "interval of accuracy": (r) => {
        const [low, high, a] = ["interval_low", "interval_high", "accuracy_low"].map((c) => get(g, r, c));
        if (a == null) return "";
        const range = el("i"), mark = el("b");
        range.style.left = share(low);
        range.style.width = share(high - low);
        mark.style.left = share(a);
        return el("span", { class: "interval" }, el("span", { class: "range", "aria-hidden": "true" }, range, mark), ` ${low.toFixed(3)} – ${high.toFixed(3)}`);
      },
    }));
  }

  // Curves. The colours are those of Okabe and Ito.
  const palette = { light: ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#e69f00", "#56b4e9"], dark: ["#56b4e9", "#ff9a66", "#3cc9a0", "#e3a4c8", "#ffffff", "#e6b53c", "#8fb7ff"] };
  const dashes = [[], [8, 4], [2, 3], [10, 3, 2, 3], [1, 3]];
  let drawn = null;

  function wilson(k, n, z) {
    if (n === 0) return [0, 1];
    const p = k / n, d = 1 + (z * z) / n, centre = p + (z * z) / (2 * n), half = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
    return [k === 0 ? 0 : Math.max(0, (centre - half) / d), k === n ? 1 : Math.min(1, (centre + half) / d)];
  }

  const measures = {
    accuracy: (c) => [c[0], c[1], c[1] + c[2]],
    compliance: (c) => [c[0], c[3], c[3]],
    unknown: (c) => [c[0], c[2], c[2]],
  };

  function curves() {
    const host = $("curves");
    const unique = (f) => [...new Set(doc.points.map(f))];
    const axes = unique((p) => p.axis);
    if (axes.length === 0) return void host.append(el("p", null, "No measure of complexity varies in these rows."));
    const models = unique((p) => p.model), datasets = unique((p) => p.dataset);
    const off = new Set();
    const choice = (name, options, change) => {
      const s = el("select", { id: "choose-" + name, onchange: () => change(s.value) }, ...options.map((o) => el("option", { value: o }, plain(label(String(o)) || "(none)"))));
      return [s, el("label", null, name, s)];
    };
    const [axis, axisLabel] = choice("x-axis", axes, () => draw());
    const [measure, measureLabel] = choice("y-axis", Object.keys(measures), () => draw());
    const [dataset, datasetLabel] = choice("dataset", datasets.length > 1 ? ["all", ...datasets] : datasets, () => draw());
    const [bins, binLabel] = choice("bins of", ["auto", 1, 2, 5, 10, 20, 50], () => draw());
    const keys = el("ul", { class: "keys", "aria-label": "Models shown" });
    const chart = el("div", { class: "chart", role: "img" });
    const values = el("details", null, el("summary", null, "Values of the chart"));
    host.append(el("div", { class: "controls" }, axisLabel, measureLabel, datasetLabel, binLabel), keys, chart, values);
    let plot = null;

    const colours = () => palette[document.documentElement.dataset.theme] || palette.light;
    function legend() {
      const c = colours();
      keys.replaceChildren(...models.map((m, i) => {
        const line = document.createElementNS("http://www.w3.org/2000/svg", "svg");
        const stroke = document.createElementNS("http://www.w3.org/2000/svg", "line");
        for (const [k, v] of Object.entries({ width: 28, height: 8, "aria-hidden": "true" })) line.setAttribute(k, v);
        for (const [k, v] of Object.entries({ x1: 0, x2: 28, y1: 4, y2: 4, stroke: c[i % c.length], "stroke-width": 2, "stroke-dasharray": dashes[i % dashes.length].join(" ") })) stroke.setAttribute(k, v);
        line.append(stroke);
        return el("li", null, el("button", { type: "button", "aria-pressed": String(!off.has(m)), onclick: () => { off.has(m) ? off.delete(m) : off.add(m); draw(); keys.children[i].firstChild.focus(); } }, line, text(clip(m, 60) || "(no model)")));
      }));
    }

    function draw() {
      legend();
      const points = doc.points.filter((p) => p.axis === axis.value && (datasets.length < 2 || dataset.value === "all" || p.dataset === dataset.value));
      const most = points.reduce((a, p) => Math.max(a, p.x), 0), least = points.reduce((a, p) => Math.min(a, p.x), most);
      const width = bins.value === "auto" ? [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((w) => (most - least) / w <= 24) || Math.ceil((most - least) / 24) : Number(bins.value);
      const middle = (x) => Math.floor(x / width) * width + (width - 1) / 2;
      const xs = [...new Set(points.map((p) => middle(p.x)))].sort((a, b) => a - b);
      const shown = models.filter((m) => !off.has(m) && points.some((p) => p.model === m));
      const data = [xs], series = [{ label: axis.value }], bands = [], table = [];
      const c = colours(), style = getComputedStyle(document.documentElement);
      const ink = style.getPropertyValue("--faint"), line = style.getPropertyValue("--line");
      for (const m of shown) {
        const sums = new Map();
        for (const p of points) if (p.model === m) {
          const s = sums.get(middle(p.x)) || [0, 0, 0, 0];
          p.n.forEach((v, i) => (s[i] += v));
          sums.set(middle(p.x), s);
        }
        const colour = c[models.indexOf(m) % c.length], columns = [[], [], [], []];
        for (const x of xs) {
          const s = sums.get(x);
          const [n, k, up] = s ? measures[measure.value](s) : [0, 0, 0];
          const row = n === 0 ? [null, null, null, null] : [k / n, wilson(k, n, doc.z)[0], wilson(up, n, doc.z)[1], up > k ? up / n : null];
          row.forEach((v, i) => columns[i].push(v));
          if (n > 0) table.push([m, x, n, ...row]);
        }
        const at = data.length;
        data.push(...columns);
        series.push({ label: m, stroke: colour, width: 2, spanGaps: true, dash: dashes[models.indexOf(m) % dashes.length], points: { show: true, size: 6, fill: colour } },
          { label: "low", stroke: "transparent", spanGaps: true, points: { show: false } }, { label: "high", stroke: "transparent", spanGaps: true, points: { show: false } },
          { label: "upper bound", stroke: colour, width: 1, dash: [2, 3], points: { show: false } });
        bands.push({ series: [at + 2, at + 1], fill: colour + "2e" });
      }
      plot?.destroy();
      chart.replaceChildren();
      const tip = el("div", { class: "tip", hidden: true });
      const axisStyle = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 }, font: "13px system-ui, sans-serif", labelFont: "13px system-ui, sans-serif", labelSize: 22 };
      plot = new uPlot({
        width: Math.max(320, chart.clientWidth), height: 360, legend: { show: false }, cursor: { drag: { x: true, y: false } }, bands, series,
        scales: { x: { time: false, range: (u, a, b) => [a - width / 2, b + width / 2] }, y: { range: [0, 1] } },
        axes: [{ ...axisStyle, label: label(axis.value) + (width > 1 ? `, bins of ${width}` : "") }, { ...axisStyle, label: measure.value }],
        hooks: { setCursor: [(u) => {
          const i = u.cursor.idx;
          tip.hidden = i == null || u.cursor.left < 0;
          if (tip.hidden) return;
          tip.replaceChildren(`${label(axis.value)} ${xs[i]}`, ...shown.map((m, k) => {
            const [y, low, high] = [1, 2, 3].map((o) => data[1 + 4 * k + o - 1][i]);
            return el("div", null, text(clip(m, 40)), y == null ? ": no rows" : `: ${number(y, true)} (${number(low, true)} to ${number(high, true)})`);
          }));
          tip.style.left = Math.min(u.cursor.left + 70, chart.clientWidth - 240) + "px";
          tip.style.top = Math.max(0, u.cursor.top - 20) + "px";
        }] },
      }, data, chart);
      chart.append(tip);
      chart.setAttribute("aria-label", `${measure.value} against ${label(axis.value)}, a line per model; the table below has the values`);
      values.replaceChildren(values.firstChild, grid({ columns: ["model", axis.value, "rows", measure.value, "low", "high", "upper_bound"], numeric: [false, true, true, true, true, true, true], rows: table }, "Values of the chart"));
    }
    drawn = draw;
    new ResizeObserver(() => { if (plot && Math.abs(plot.width - chart.clientWidth) > 1) plot.setSize({ width: Math.max(320, chart.clientWidth), height: 360 }); }).observe(chart);
    draw();
  }

  function diagnosis() {
    const g = { ...doc.diagnoses, rows: doc.diagnoses.rows.map(([model, diagnosis, n]) => [model, label(diagnosis), n]) }, totals = new Map();
    for (const r of g.rows) totals.set(r[0], (totals.get(r[0]) || 0) + r[2]);
    $("diagnosis").append(el("p", { class: "faint" }, "For a wrong formula: the kind of the single edit that repairs it, if verify --diagnose found one; otherwise its first difference from the right formula: names, quantifiers, negations, atoms, connectives, or order and grouping."),
      grid(g, "Rows by model and diagnosis", null, {
        share: (r) => {
          const bar = el("span", { class: "bar" });
          bar.style.width = `${(9 * r[2]) / totals.get(r[0])}rem`;
          return el("span", null, bar, ` ${((100 * r[2]) / totals.get(r[0])).toFixed(1)} %`);
        },
      }));
  }

  // A judge's answers against the proofs, as a matrix. Shades are shares of a line.
  function matrix(g, r) {
    const n = (c) => get(g, r, c);
    const name = ["judge", "model", "dataset"].map((c) => n(c)).filter(Boolean).join(" · ");
    const line = (truth, yes, no) => {
      const all = n(yes) + n(no);
      const cell = (k, right) => {
        const share = all ? k / all : 0;
        const td = el("td", { class: right ? "right" : "wrong" }, number(k), el("span", { class: "faint" }, all ? ` ${(100 * share).toFixed(0)} %` : ""));
        td.style.setProperty("--share", `${(60 * share).toFixed(1)}%`);
        return td;
      };
      return el("tr", null, el("th", { scope: "row" }, truth), cell(n(yes), yes === "tp"), cell(n(no), no === "tn"));
    };
    const heads = ["", "says yes", "says no"].map((h) => (h ? el("th", { scope: "col" }, h) : el("td")));
    return el("table", { class: "matrix" }, el("caption", null, text(clip(name, 120))), el("thead", null, el("tr", null, ...heads)),
      el("tbody", null, line("equivalent", "tp", "fn"), line("not equivalent", "fp", "tn")));
  }

  function judges() {
    if (!doc.judges) return;
    const g = doc.judges, most = 12;
    show("judges");
    const matrices = g.rows.map((r) => matrix(g, r));
    const shelf = (some) => el("div", { class: "matrices" }, ...some);
    $("judges").append(el("p", { class: "faint" }, "The judge answers whether the two formulas are equivalent. The matrix compares yes and no with the proof; other answers are left out."),
      shelf(matrices.slice(0, most)));
    if (matrices.length > most) $("judges").append(el("details", null, el("summary", null, `${matrices.length - most} more`), shelf(matrices.slice(most))));
    $("judges").append(grid(g, "Judges by model and dataset"));
  }

  // The inputs, followed by the files they were made from.
  function provenance() {
    const all = doc.sources || [];
    const rows = all.map((s) => {
      const m = s.manifest || {};
      return [s.name, s.before ? "earlier" : "input", m.tool, m.version, typeof m.rows === "number" ? m.rows : null, m.settings?.inputs];
    }).map((r) => r.map((v) => (typeof v === "string" || typeof v === "number" ? v : null)));
    $("provenance").append(el("p", null, `Written by truthloop ${doc.version}.`));
    if (all.length === 0) return;
    $("provenance").append(grid({ columns: ["file", "kind", "made_by", "version", "rows", "inputs"], numeric: [false, false, false, false, true, false], rows }, "The inputs and the files they were made from, by their manifests"),
      el("details", null, el("summary", null, "The manifests"), ...all.filter((s) => s.manifest).map((s) =>
        el("details", null, el("summary", null, text(clip(s.name, 300))), el("pre", { tabindex: 0 }, text(JSON.stringify(s.manifest, null, 2)))))));
  }

  function rest() {
    $("cost").append(doc.costs.rows.length ? grid(doc.costs, "By model and stage; latency in seconds", doc.costs.columns.filter((_, i) => doc.costs.rows.some((r) => r[i]))) : el("p", null, "No model calls are recorded in these rows."));
    $("data").append(grid(doc.datasets, "The formulas, each counted once"), el("h3", null, "Quality of the rows"),
      grid({ columns: ["defect", "rows"], numeric: [false, true], rows: doc.quality }, "Of all rows"));
  }

  // The rows. A chunk is unpacked when one of its rows is shown, and the last few
  // are kept.
  const kept = new Map();
  async function chunk(k) {
    if (!kept.has(k)) {
      const packed = Uint8Array.from(atob($("chunk-" + k).textContent), (c) => c.charCodeAt(0));
      kept.set(k, new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).json());
      if (kept.size > 60) kept.delete(kept.keys().next().value);
    }
    return kept.get(k);
  }
  const load = async (i) => (await chunk(Math.floor(i / doc.chunk_rows)))[i % doc.chunk_rows];
  const code = (f, i) => doc.index.values[f][doc.index.codes[f][i]];

  function rows() {
    const host = $("rows"), perPage = 25;
    if (doc.shown === 0) return void host.append(el("p", null, "There are no rows to show."));
    let matching = [], page = 0, asked = 0;
    const chosen = {};
    const controls = el("div", { class: "controls", role: "group", "aria-label": "Filter the rows" });
    for (const f of doc.filters) {
      const values = doc.index.values[f];
      if (values.length < 2) continue;
      const counts = new Array(values.length).fill(0);
      for (const c of doc.index.codes[f]) counts[c]++;
      const order = values.map((_, i) => i).sort((a, b) => counts[b] - counts[a]).slice(0, 500);
      const s = el("select", { id: "filter-" + f, onchange: () => { chosen[f] = s.value === "" ? undefined : Number(s.value); filter(); } },
        el("option", { value: "" }, "any"), ...order.map((i) => el("option", { value: i }, `${plain(clip(f === "diagnosis" ? label(values[i]) : values[i], 60)) || "(none)"} · ${counts[i].toLocaleString("en")}`)));
      controls.append(el("label", null, f, s));
    }
    const status = el("p", { "aria-live": "polite", id: "status" });
    const body = el("tbody");
    const move = (name, by) => el("button", { type: "button", id: name.toLowerCase(), onclick: () => show(page + by()) }, name);
    const last = () => Math.max(0, Math.ceil(matching.length / perPage) - 1);
    const buttons = [move("First", () => -page), move("Previous", () => -1), move("Next", () => 1), move("Last", () => last() - page)];
    const columns = ["", "verdict", "formula", "description", "formula back"];
    host.append(controls, status, el("table", { "aria-label": "Rows that match" }, el("thead", null, el("tr", null, ...columns.map((c) => el("th", { scope: "col" }, c || el("span", { class: "faint" }, "row"))))), body), el("div", { class: "controls" }, ...buttons));
    if (doc.shown < doc.rows) host.append(el("p", { class: "faint" }, `These are ${doc.shown.toLocaleString("en")} of ${doc.rows.toLocaleString("en")} rows, drawn at random with the seed ${doc.seed}. The figures above count all rows.`));

    function filter() {
      const tests = Object.entries(chosen).filter(([, v]) => v !== undefined).map(([f, v]) => [doc.index.codes[f], v]);
      matching = [];
      for (let i = 0; i < doc.shown; i++) if (tests.every(([codes, v]) => codes[i] === v)) matching.push(i);
      show(0);
    }
    async function show(to) {
      page = Math.min(Math.max(0, to), last());
      const turn = ++asked, part = matching.slice(page * perPage, (page + 1) * perPage);
      buttons[0].disabled = buttons[1].disabled = page === 0;
      buttons[2].disabled = buttons[3].disabled = page >= last();
      status.textContent = matching.length === 0 ? "No row matches." : `Rows ${(page * perPage + 1).toLocaleString("en")} to ${(page * perPage + part.length).toLocaleString("en")} of ${matching.length.toLocaleString("en")}`;
      const loaded = await Promise.all(part.map(load));
      if (turn !== asked) return; // a later page was requested meanwhile
      body.replaceChildren(...loaded.map((r, k) => {
        const i = part[k], verdict = code("verdict", i);
        return el("tr", null,
          el("td", null, el("button", { type: "button", "aria-label": `Open row ${i + 1}`, onclick: () => open(page * perPage + k) }, String(i + 1))),
          el("td", { class: verdict, title: code("diagnosis", i) }, text(clip(label(code("diagnosis", i) || verdict), 80))),
          ...[r.fs || (r.premises || []).join("; "), r.nl, r.back || r.conclusion].map((s) => el("td", null, text(clip(s || "", 160)))));
      }));
    }

    const dialog = $("row");
    async function open(at) {
      const i = matching[at], r = await load(i);
      const step = (name, to) => el("button", { type: "button", disabled: to < 0 || to >= matching.length, onclick: () => open(to) }, name);
      const parts = [el("header", null, el("h2", { id: "row-h" }, `Row ${i + 1} · `, text(clip([code("model", i), code("dataset", i)].filter(Boolean).join(" · "), 200))), step("Previous", at - 1), step("Next", at + 1), el("button", { type: "button", autofocus: true, onclick: () => dialog.close() }, "Close"))];
      const verdict = code("verdict", i) || "not verified";
      parts.push(el("p", null, el("strong", { class: verdict }, label(verdict)), ` · ${label(code("diagnosis", i))}`, r.relation && r.relation !== "equivalent" ? ` · the formula back is ${r.relation}` : "", r.engine ? ` · ${r.engine}` : "", r.leak ? " · the description contains formal syntax" : ""));
      const long = (s) => {
        const most = 20000, pre = el("pre", { tabindex: 0, dir: "ltr" }, text(s.slice(0, most)));
        if (s.length > most) pre.append(el("button", { type: "button", onclick: () => pre.replaceChildren(text(s)) }, `… show all ${s.length.toLocaleString("en")} characters`));
        return pre;
      };
      const field = (name, s) => { if (s) parts.push(el("h3", null, name), long(s)); };
      field("Formula", r.fs);
      field("Premises", (r.premises || []).join("\n"));
      field("Conclusion", r.conclusion);
      field("Description", r.nl);
      field("Formula back", r.back);
      field(`Repaired by one edit: ${label(code("diagnosis", i))}`, r.repair);
      if (r.why) parts.push(el("h3", null, "Why they differ"), el("p", null, text(r.why)));
      field("Reason", r.reason);
      if (r.error) field("Error", `${r.error.stage}: ${r.error.kind}: ${r.error.message}`);
      const more = (name, ...inside) => parts.push(el("details", null, el("summary", null, name), ...inside));
      for (const j of r.judgements || []) more(`Judge ${plain(clip(j.judge, 80))}: ${j.verdict || "no verdict"}`, long(j.answer || ""));
      for (const c of r.conversations || []) more(`Conversation: ${plain(clip(c.stage, 80))}`, ...c.messages.flatMap((m) => [el("h3", null, text(clip(m.role, 40))), long(m.content)]));
      if (r.witness || r.certificate) more(r.witness ? "Witness" : "Certificate", long(r.witness || r.certificate));
      more("Origin", long([r.where, r.id && `id ${r.id}`, r.batch != null && `batch ${r.batch}, index ${r.index ?? ""}`, code("prompt", i) && `prompt ${code("prompt", i)}`, r.params && `params ${r.params}`].filter(Boolean).join("\n")));
      dialog.replaceChildren(...parts);
      dialog.scrollTop = 0;
      dialog.onkeydown = (e) => {
        if (e.target.closest("pre")) return;
        if (e.key === "ArrowLeft" && at > 0) open(at - 1);
        if (e.key === "ArrowRight" && at < matching.length - 1) open(at + 1);
      };
      if (!dialog.open) dialog.showModal();
      else dialog.querySelector("header button:last-child").focus();
    }
    filter();
  }

  top();
  summary();
  curves();
  diagnosis();
  judges();
  tasks();
  rest();
  provenance();
  rows();
  document.documentElement.dataset.ready = "true";
})();
