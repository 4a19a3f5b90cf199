// The sections of figures and tables, but for curves and comparisons.

let redraw = () => {}; // after a change of colours

function top() {
  const rates = "Compliance is the share of the rows whose formula parses; compliance answered leaves out rows without an answer. Accuracy is the share proved equivalent; its upper bound counts unknown rows as right. Intervals are Wilson's at " + doc.level * 100 + " %.";
  $("lead").textContent = `${count(doc.rows)} rows. ${doc.loop > 0 ? rates : ""}`;
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
  if (doc.written) watched();
}

// A page of report --watch can load itself again. The state in the address stays.
function watched() {
  const box = el("input", { type: "checkbox", id: "reload", onchange: () => state.set(state.section, { reload: box.checked }) });
  state.on(() => (box.checked = state.get("reload") === "1"));
  setInterval(() => box.checked && location.reload(), 10_000);
  $("lead").after(el("p", { class: "controls" }, `The run goes on. This page is of ${doc.written}.`, el("label", null, box, "load it again every 10 seconds")));
}

// The scores of rank and reason, the sets that no model has answered, and verdicts on
// entailment: the rates of the loop are not for them.
function tasks() {
  const sections = [
    ["rankings", doc.rankings, "The scores of rank scores: the means over the sets of candidates"],
    ["rankings", doc.answers, "Pairs of models, tasks and forms on the same sets: the numbers of answers that both, one and none have right"],
    ["reasoning", doc.reasoning, "The scores of reason scores: percentages of right answers"],
    ["sets", doc.sets, "Candidates by dataset and task: the same as the original, perturbed, negated. The chance is the mean probability that a random answer has the score"],
    ["entailed", doc.entailed, "Verdicts on the conclusions by dataset and model. A label agrees if it is the verdict; the agreement leaves out conclusions that are not decided"],
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
  const g = doc.summary;
  const columns = ["model", "dataset", ...["prompt", "params"].filter((c) => new Set(g.rows.slice(0, -1).map((r) => get(g, r, c))).size > 1)];
  const share = (x) => `${(100 * x).toFixed(2)}%`;
  $("summary").append(grid(g, `By ${columns.slice(0, -1).join(", ")} and ${columns.at(-1)}`, [...columns, "rows", "compliance", "compliance_answered", "accuracy_low", "accuracy_high", "unknown", "noncompliant", "error", "gold_error", "leak", "batches", "accuracy_mean", "accuracy_sd"], {
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
      el("details", null, el("summary", null, text(clip(s.name, 300))), el("pre", { tabindex: 0, role: "group", "aria-label": "Manifest" }, text(JSON.stringify(s.manifest, null, 2)))))));
}

function rest() {
  $("cost").append(doc.costs.rows.length ? grid(doc.costs, "By model and stage; latency in seconds", doc.costs.columns.filter((_, i) => doc.costs.rows.some((r) => r[i]))) : el("p", null, "No model calls are recorded in these rows."));
  $("data").append(grid(doc.datasets, "The formulas, each counted once"), el("h3", null, "Quality of the rows"),
    grid({ columns: ["defect", "rows"], numeric: [false, true], rows: doc.quality }, "Of all rows"));
}
