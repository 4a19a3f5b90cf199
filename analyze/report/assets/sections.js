// The sections of figures and tables, but for curves and comparisons.

let redraw = () => {}; // after a change of colours

const percent = (x) => `${(100 * x).toFixed(x > 0 && x < 1 && (x < 0.01 || x > 0.99) ? 1 : 0)} %`;
const right = new Set(["equivalent", "true", "false", "uncertain", "not verified", "malformed row", "nothing to verify"]);
const isMistake = (d) => !right.has(d) && !/^(unknown|call |error in |answer |right |not judged|unanswered)/.test(d);

// The answer of the report: its title, the result in a sentence, and some facts.
function top() {
  const button = $("theme");
  const wish = matchMedia("(prefers-color-scheme: dark)");
  const set = (dark) => {
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    button.setAttribute("aria-pressed", dark);
    redraw();
  };
  button.addEventListener("click", () => set(document.documentElement.dataset.theme !== "dark"));
  wish.addEventListener("change", () => set(wish.matches));
  set(wish.matches);

  const g = doc.summary, all = g.rows.at(-1), of = (c) => (all ? get(g, all, c) : null);
  const names = (c) => [...new Set((g.total ? g.rows.slice(0, -1) : g.rows).map((r) => get(g, r, c)).filter(Boolean))];
  const some = (list, what) => (list.length === 0 ? "" : list.length < 3 ? list.map((s) => clip(s, 60)).join(" and ") : `${list.length} ${what}`);
  const models = some(names("model"), "models"), data = some(names("dataset"), "datasets");
  const inputs = (doc.sources || []).filter((s) => !s.before).map((s) => s.name);
  const title = doc.title || [models, data].filter(Boolean).join(" on ") || some(inputs, "files") || "truthloop report";
  $("title").replaceChildren(text(title));
  document.title = plain(clip(title, 200));
  if (doc.loop === 0) {
    $("lead").textContent = `${count(doc.rows)} rows.`;
    return;
  }
  const low = of("accuracy_low"), high = of("accuracy_high"), from = of("interval_low"), to = of("interval_high"), ends = `${doc.level * 100} % interval ${percent(from ?? 0)} to ${percent(to ?? 1)}`;
  const list = doc.compared && doc.models > 1 ? ranking(doc.compared) : [], best = list[0], last = list.at(-1), many = list.length > 1, together = many ? "all models together" : null;
  const tied = many ? list.length - best.worse : 0, rate = (x) => percent(x.right / x.n), called = (x) => clip(x.m || "(no model)", 60);
  if (many) {
    $("lead").replaceChildren(text(`By proof, ${called(best)} brings back the same meaning in ${rate(best)} of ${count(best.n)} answers, and ${called(last)}${list.length > 2 ? `, the last of ${list.length} models,` : ""} in ${rate(last)}. `
      + (!whole(doc.compared).some((r) => get(doc.compared, r, "permutation_p") != null) ? "" : tied === 1 ? "By paired tests, no other model is as good." : `Paired tests find no difference among the best ${tied} models.`)));
  } else $("lead").textContent = low == null ? `${count(doc.rows)} rows, of which none has a verdict.`
    : `Of ${count(doc.loop)} answers, ${low === high ? percent(low) : `${percent(low)} to ${percent(high)}`} ${models ? "bring back the same meaning" : "mean the same as the right formula"}, by proof (${ends}).`;
  const facts = [];
  const fact = (name, value, note) => facts.push(el("div", { class: "fact" }, el("div", { class: "of" }, name), el("div", { class: "value" }, value), note ? el("div", { class: "note" }, note) : null));
  if (many) fact("Accuracy", rate(last) === rate(best) ? rate(best) : `${rate(last)} – ${rate(best)}`, `${list.length} models`);
  else if (low != null) fact("Accuracy", low === high ? percent(low) : `${percent(low)} – ${percent(high)}`, low === high ? ends : `${ends}; the upper bound counts ${count(of("unknown"))} unknown as right`);
  const h = doc.horizon, line = h.rows[0], at = line && (get(h, line, "horizon_low") ?? get(h, line, "horizon_high")), least = line && get(h, line, "interval_low"), most = line && get(h, line, "interval_high");
  const operators = doc.points.some((p) => p.axis === "num_operators") ? "operators" : "depth";
  if (at != null) fact("Half are right at", `${at.toFixed(0)} ${operators}`, [least == null ? null : most == null ? `at least ${least.toFixed(0)}` : `interval ${least.toFixed(0)} to ${most.toFixed(0)}`, together].filter(Boolean).join("; "));
  else if (least != null) fact("Half are right at", `over ${get(h, line, "most").toFixed(0)} ${operators}`, ["beyond the formulas here", together].filter(Boolean).join("; "));
  const sums = new Map();
  for (const [, d, n] of doc.diagnoses.rows) if (isMistake(d)) sums.set(d, (sums.get(d) || 0) + n);
  const wrong = [...sums.values()].reduce((a, b) => a + b, 0), several = sums.get("other") || 0;
  const first = [...sums].filter(([d]) => d !== "other" || sums.size === 1).sort((a, b) => b[1] - a[1])[0];
  if (first) fact("Most frequent mistake", text(clip(mistake(first[0]), 60)), `${count(first[1])} of ${count(wrong)} wrong answers` + (several && first[0] !== "other" ? `; ${count(several)} need several edits` : ""));
  else fact("Mistakes", "none", null);
  const total = (c) => doc.costs.rows.reduce((a, r) => a + (get(doc.costs, r, c) || 0), 0), tokens = total("prompt_tokens") + total("completion_tokens"), cost = doc.costs.rows.some((r) => get(doc.costs, r, "cost_usd") != null);
  if (doc.costs.rows.length) fact("Cost", cost ? `$${total("cost_usd").toFixed(2)}` : `${count(total("calls"))} calls`, [cost && `${count(total("calls"))} calls`, tokens > 0 && `${count(tokens)} tokens`].filter(Boolean).join(", ") || "without a price");
  $("cards").append(...facts);
}

// The scores of rank and reason: the rates of the loop are not for them.
function tasks() {
  const sections = [
    ["rankings", doc.rankings, "The scores of rank scores: the means over the sets of candidates"],
    ["reasoning", doc.reasoning, "The scores of reason scores: percentages of right answers"],
  ];
  for (const [id, g, caption] of sections) {
    if (!g) continue;
    show(id);
    $(id).append(grid(g, caption));
  }
}

function summary() {
  if (doc.loop === 0) return;
  show("summary");
  const g = doc.summary.total && doc.summary.rows.length === 2 ? { ...doc.summary, total: false, rows: doc.summary.rows.slice(0, 1) } : doc.summary; // all is the one group
  const columns = ["model", "dataset", ...["prompt", "params"].filter((c) => new Set(doc.summary.rows.slice(0, -1).map((r) => get(g, r, c))).size > 1)];
  const share = (x) => `${(100 * x).toFixed(2)}%`;
  $("summary").append(el("p", { class: "faint" }, "Compliance is the share of the rows whose formula parses; compliance answered leaves out rows without an answer. Accuracy is the share proved equivalent; its upper bound counts unknown rows as right. Intervals are Wilson's at " + doc.level * 100 + " %. Counts that are zero everywhere are left out."), grid(g, `By ${columns.slice(0, -1).join(", ")} and ${columns.at(-1)}`, [...columns, "rows", "compliance", "compliance_answered", "accuracy_low", "accuracy_high", "unknown", "noncompliant", "error", "gold_error", "leak"], {
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

function diagnosis() {
  const g = { ...doc.diagnoses, rows: doc.diagnoses.rows.map(([model, diagnosis, n]) => [model, mistake(diagnosis), n]) }, totals = new Map();
  for (const r of g.rows) totals.set(r[0], (totals.get(r[0]) || 0) + r[2]);
  $("diagnosis").append(el("p", { class: "faint" }, "For a wrong formula: the kind of the single edit that repairs it, if verify --diagnose found one; otherwise its first difference from the right formula: names, quantifiers, negations, atoms, connectives, or order and grouping."),
    grid(g, doc.models > 1 ? "Rows by model and diagnosis" : "Rows by diagnosis", doc.models > 1 ? null : g.columns.slice(1), {
      share: (r) => {
        const bar = el("span", { class: "bar" });
        bar.style.setProperty("--share", r[2] / totals.get(r[0]));
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
      const td = el("td", { class: right ? "right" : "wrong" }, number(k), all ? ` ${(100 * share).toFixed(0)} %` : "");
      td.style.setProperty("--share", `${(40 * share).toFixed(1)}%`);
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
  const row = (some) => el("div", { class: "matrices" }, ...some);
  $("judges").append(el("p", { class: "faint" }, "The judge answers whether the two formulas are equivalent. The matrix compares yes and no with the proof; other answers are left out."),
    row(matrices.slice(0, most)));
  if (matrices.length > most) $("judges").append(el("details", null, el("summary", null, `${matrices.length - most} more`), row(matrices.slice(most))));
  $("judges").append(grid(g, "Judges by model and dataset"));
}

// How well the agreement of vote predicts right answers: AUROC, and accuracy over coverage.
function agreement() {
  if (!doc.selective) return;
  const g = doc.selective, curve = doc.coverage, most = 4; // colours that are seen on light and dark
  const name = (r) => g.columns.slice(0, g.columns.indexOf("answers")).map((_, i) => r[i]).filter((v) => v != null).join(" · ");
  const first = g.rows[0], low = get(g, first, "auroc_low"), says = low == null ? "has no measure, because all answers are right or all are wrong" : low > 0.5 ? "predicts right answers" : "is not shown to predict right answers";
  show("agreement").append(el("p", null, g.rows.length === 1 ? `Here, agreement ${says}. ` : "", "AUROC is the probability that a right answer has more agreement than a wrong one; 0.5 means that agreement says nothing."));
  const named = [...new Set(curve.rows.map(name))].slice(0, most), x = (v) => 40 + 440 * v, y = (v) => 210 - 200 * v;
  const ticks = [0, 0.25, 0.5, 0.75, 1].flatMap((v) => [
    svg("line", { x1: x(0), x2: x(1), y1: y(v), y2: y(v), stroke: "var(--line)" }),
    svg("text", { x: 34, y: y(v) + 4, "text-anchor": "end" }, String(v)), svg("text", { x: x(v), y: 228, "text-anchor": "middle" }, String(v))]);
  const lines = named.map((n, i) => svg("polyline", {
    points: curve.rows.filter((r) => name(r) === n).map((r) => `${x(get(curve, r, "coverage"))},${y(get(curve, r, "accuracy"))}`).join(" "),
    fill: "none", stroke: palette.light[i], "stroke-width": 2.5, "stroke-dasharray": dashes[i].join(" ") }));
  const keys = named.length < 2 ? [] : named.map((n, i) => el("li", null, svg("svg", { width: 28, height: 8, "aria-hidden": "true" },
    svg("line", { x1: 0, x2: 28, y1: 4, y2: 4, stroke: palette.light[i], "stroke-width": 2.5, "stroke-dasharray": dashes[i].join(" ") })), text(clip(n, 60))));
  const axes = [svg("text", { x: x(0.5), y: 248, "text-anchor": "middle" }, "coverage: share of the answers that are kept, those with most agreement first"), svg("text", { x: 40, y: 8 }, "accuracy of these")];
  $("agreement").append(svg("svg", { class: "coverage", viewBox: "0 -6 500 262", role: "img", "aria-label": "Accuracy over coverage, a line for each model and dataset; the table below has the values" }, ...ticks, ...lines, ...axes),
    el("ul", { class: "keys" }, ...keys), grid(g, "Agreement as a score, by model and dataset; threshold and accuracy kept are of separate halves of the questions"),
    el("details", null, el("summary", null, "Values of the curve"), grid(curve, "Accuracy of the answers with at least this agreement")));
}

// The inputs, followed by the files they were made from.
function provenance() {
  const all = doc.sources || [];
  const rows = all.map((s) => {
    const m = s.manifest || {};
    return [s.name, s.before ? "earlier" : "input", m.tool, m.version, typeof m.rows === "number" ? m.rows : null, m.settings?.inputs];
  }).map((r) => r.map((v) => (typeof v === "string" || typeof v === "number" ? v : null)));
  const fold = el("details", null, el("summary", null, `The inputs, and truthloop ${doc.version}, which wrote this page`));
  $("provenance").append(fold);
  if (all.length === 0) return;
  fold.append(grid({ columns: ["file", "kind", "made_by", "version", "rows", "inputs"], numeric: [false, false, false, false, true, false], rows }, "The inputs and the files they were made from, by their manifests"),
    el("details", null, el("summary", null, "The manifests"), ...all.filter((s) => s.manifest).map((s) =>
      el("details", null, el("summary", null, text(clip(s.name, 300))), el("pre", { tabindex: 0, role: "group", "aria-label": "Manifest" }, text(JSON.stringify(s.manifest, null, 2)))))));
}

function rest() {
  if (doc.costs.rows.length) show("cost").append(grid(doc.costs, "By model and stage; latency in seconds", doc.costs.columns.filter((_, i) => doc.costs.rows.some((r) => r[i]))));
  $("data").append(el("details", null, el("summary", null, "Statistics of the formulas, and defects of the rows"), grid(doc.datasets, "The formulas, each counted once"), el("h3", null, "Quality of the rows"),
    grid({ columns: ["defect", "rows"], numeric: [false, true], rows: doc.quality.filter((r) => r[1] > 0) }, "Of all rows; kinds without a row are left out")));
}
