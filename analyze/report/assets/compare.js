// The models on the formulas that both of a pair have: a forest plot and a table.
function compared() {
  if (doc.loop === 0 || doc.models < 2) return;
  const host = $("compared"), g = doc.compared;
  show("compared");
  if (!g) return void host.append(el("p", null, doc.models > 30 ? "There are too many models to compare all pairs. metrics compare --baseline MODEL compares them with one." : "No formula has rows of two models."));
  const models = [...new Set(g.rows.flatMap((r) => [get(g, r, "a"), get(g, r, "b")]))].sort();
  const datasets = [...new Set(g.rows.map((r) => get(g, r, "dataset")))].filter((d) => d != null);
  const pick = () => state.set("compared", { baseline: baseline.value, in: dataset.value, of: measure.value });
  const [baseline, baselineLabel] = choice("baseline", "baseline", [["", "each pair"], ...models.map((m) => [m, m])], () => { pick(); draw(); });
  const [dataset, datasetLabel] = choice("compare-in", "dataset", [["", "all rows"], ["*", "each dataset"], ...datasets.map((d) => ["=" + d, d])], () => { pick(); draw(); });
  const [measure, measureLabel] = choice("compare-of", "difference of", [["", "accuracy"], ["compliance", "compliance"]], () => { pick(); draw(); });
  host.append(standings(g));
  const chart = el("div", { class: "forest" }), values = el("div");
  const pooled = doc.pooled?.length ? ` A model has rows of several values of ${doc.pooled.join(" and ")}: a mean over them hides their differences.` : "";
  host.append(el("p", { class: "faint" }, `Each pair is compared on the formulas that have rows of both. The interval is Student's of the paired differences at ${doc.level * 100} %. McNemar's test is exact; it has no value where a formula has several pairs of rows. The p-values are not adjusted for the number of pairs.${pooled}`),
    el("div", { class: "controls", role: "group", "aria-label": "Choose what is compared" }, baselineLabel, ...(datasets.length ? [datasetLabel] : []), measureLabel), chart, values);

  // Pairs as lines {a, b, ...} in which b is compared with the baseline a.
  function pairs() {
    const of = measure.value ? { a: "compliance_a", b: "compliance_b", d: "compliance_difference", low: "compliance_interval_low", high: "compliance_interval_high" } : { a: "accuracy_a", b: "accuracy_b", d: "difference", low: "interval_low", high: "interval_high" };
    const lines = [];
    for (const r of g.rows) {
      const v = (c) => get(g, r, c), where = v("dataset");
      if (dataset.value === "" ? where != null : dataset.value === "*" ? where == null : "=" + where !== dataset.value) continue;
      if (baseline.value && v("a") !== baseline.value && v("b") !== baseline.value) continue;
      const one = { dataset: where, a: v("a"), b: v("b"), formulas: v("formulas"), x: v(of.a), y: v(of.b), d: v(of.d), low: v(of.low), high: v(of.high), right: v("both_right"), only_a: v("only_a"), only_b: v("only_b"), wrong: v("both_wrong"), open: v("pairs_unknown"), mcnemar: v("mcnemar_p"), permutation: v("permutation_p") };
      const turn = (x) => (x == null ? x : -x);
      lines.push(baseline.value && one.b === baseline.value
        ? { ...one, a: one.b, b: one.a, x: one.y, y: one.x, d: turn(one.d), low: turn(one.high), high: turn(one.low), only_a: one.only_b, only_b: one.only_a } : one);
    }
    return lines;
  }

  function draw() {
    const lines = pairs(), name = measure.value || "accuracy";
    chart.replaceChildren(lines.some((l) => l.d != null) ? forest(lines, name, chart.clientWidth) : "No formula has rows of both.");
    const heads = [["model", null], ["compared with", null], ...(dataset.value === "*" ? [["dataset", null]] : []), ...["formulas", "difference", "interval", "McNemar p", "permutation p", name, "the other's", "both right", "only the model", "only the other", "both wrong", ...(lines.some((l) => l.open) ? ["unknown"] : [])].map((h) => [h, "n"])];
    const rows = lines.map((l) => {
      const cells = [text(clip(l.b, 100)), text(clip(l.a, 100)), ...(dataset.value === "*" ? [text(clip(l.dataset ?? "", 100))] : []), number(l.formulas), l.d == null ? "" : signed(l.d), l.low == null ? "" : `${signed(l.low)} to ${signed(l.high)}`, chance(l.mcnemar), chance(l.permutation),
        number(l.y, true), number(l.x, true), number(l.right), number(l.only_b), number(l.only_a), number(l.wrong), number(l.open)];
      return line(cells.slice(0, heads.length).map((c, i) => [heads[i][0], heads[i][1] || "name", c]));
    });
    values.replaceChildren(shelf(table(`Paired differences of ${name}: the model's less the other's`, heads, rows), "Paired differences"));
  }
  let width = 0;
  new ResizeObserver(() => { if (Math.abs(chart.clientWidth - width) > 1) { width = chart.clientWidth; draw(); } }).observe(chart);
  state.on(() => {
    const choose = (s, v) => (s.value = [...s.options].some((o) => o.value === v) ? v : "");
    choose(baseline, state.get("baseline"));
    choose(dataset, state.get("in"));
    choose(measure, state.get("of"));
    draw();
  });
}

// The models with their rates, the best first. A model's rank is the range of places that the paired tests
// allow: after those that are better, before those that are worse, with p below 0.05 by
// Holm's procedure.
function ranking(g) {
  const lines = whole(g), s = doc.summary, models = new Map();
  for (const r of s.total ? s.rows.slice(0, -1) : s.rows) {
    const m = get(s, r, "model"), n = get(s, r, "rows"), a = get(s, r, "accuracy_low"), one = models.get(m) || { m, n: 0, right: 0, better: 0, worse: 0 };
    if (a != null) Object.assign(one, { n: one.n + n, right: one.right + a * n });
    models.set(m, one);
  }
  const tested = lines.filter((r) => get(g, r, "permutation_p") != null).sort((x, y) => get(g, x, "permutation_p") - get(g, y, "permutation_p"));
  for (const [k, r] of tested.entries()) {
    if (get(g, r, "permutation_p") * (tested.length - k) >= 0.05) break;
    const [low, high] = get(g, r, "difference") > 0 ? ["a", "b"] : ["b", "a"], [worse, better] = [models.get(get(g, r, low)), models.get(get(g, r, high))];
    if (worse && better) worse.better++, better.worse++;
  }
  return [...models.values()].filter((x) => x.n > 0).sort((x, y) => y.right / y.n - x.right / x.n);
}

// The comparisons of all datasets together.
const whole = (g) => g.rows.filter((r) => get(g, r, "dataset") == null);

function standings(g) {
  const list = ranking(g), best = list[0], lines = whole(g);
  const rows = list.map((x) => {
    const [low, high] = wilson(x.right, x.n, doc.z), from = 1 + x.better, to = list.length - x.worse, pair = lines.find((r) => [get(g, r, "a"), get(g, r, "b")].sort().join("\0") === [x.m, best.m].sort().join("\0"));
    return line([["rank", null, from === to ? String(from) : `${from}–${to}`], ["model", "name", text(clip(x.m || "(no model)", 100))], ["rows", "n", count(x.n)], ["accuracy", "n", number(x.right / x.n, true)], ["interval", "n", `${number(low, true)} to ${number(high, true)}`],
      ["less than the best", "n", x === best || !pair ? "" : number(Math.abs(get(g, pair, "difference") ?? 0), true)], ["p", "n", x === best || !pair ? "" : chance(get(g, pair, "permutation_p"))]]);
  });
  return shelf(table("The models, the best first. A rank is a range where the paired tests do not part two models (permutation test, 5 % by Holm's procedure)", [["rank"], ["model"], ["rows", "n"], ["accuracy", "n"], ["interval", "n"], ["less than the best", "n"], ["p", "n"]], rows), "Models");
}

// The parts of a study, each with a link to its page.
function parts() {
  if (!doc.parts || (doc.parts.length === 1 && doc.parts[0].n[0] === doc.loop)) return; // none, or the whole
  const lines = doc.parts.map(({ path, n: [rows, right, unknown] }) => {
    const [low, high] = wilson(right, rows, doc.z), most = (right + unknown) / rows;
    const link = el("a", { href: "./" + path.map(encodeURIComponent).join("/") }, text(clip(path.slice(0, -1).join(" / "), 300)));
    return line([["part", "name", link], ["rows", "n", count(rows)], ...(rows ? [["accuracy", "n", number(right / rows, true) + (unknown ? ` to ${number(most, true)}` : "")], ["interval", "n", `${number(low, true)} to ${number(high, true)}`]] : [])]);
  });
  show("parts").append(shelf(table("Each part has a page of its own", [["part"], ["rows", "n"], ["accuracy", "n"], ["interval", "n"]], lines), "Parts"));
}

// A forest plot: for each pair a point and its interval on one axis. On a narrow
// screen the name of the pair stands above its interval.
function forest(lines, name, wide) {
  const narrow = wide < 700, names = narrow ? 8 : Math.min(460, wide * 0.48), width = Math.max(280, wide), step = narrow ? 44 : 26, top = 8;
  const ends = lines.flatMap((l) => [l.d, l.low, l.high]).filter((x) => x != null);
  const most = Math.max(0.05, ...ends.map(Math.abs)), unit = [0.02, 0.05, 0.1, 0.25, 0.5].find((u) => most / u <= 4) || 0.5, end = Math.ceil(most / unit - 1e-9) * unit;
  const left = names + 12, right = width - 24, bottom = top + step * lines.length;
  const x = (v) => left + ((v + end) / (2 * end)) * (right - left);
  const parts = [];
  for (let k = Math.round(-end / unit); k <= Math.round(end / unit); k++) {
    parts.push(svg("line", { x1: x(k * unit), x2: x(k * unit), y1: top, y2: bottom, class: k === 0 ? "zero" : "rule" }),
      svg("text", { x: x(k * unit), y: bottom + 16, "text-anchor": "middle" }, signed(k * unit).replace(/0$/, "")));
  }
  lines.forEach((l, i) => {
    const y = top + step * i + (narrow ? 32 : 13), called = `${l.dataset != null ? `${l.dataset}: ` : ""}${l.b} − ${l.a}`;
    const most = Math.floor((narrow ? width - 16 : names) / 7.2);
    parts.push(svg("text", { class: "called", ...(narrow ? { x: 8, y: y - 14 } : { x: names, y: y + 4, "text-anchor": "end" }) }, plain(clip(called, most - 1))));
    if (l.d == null) return;
    if (l.low != null) parts.push(svg("line", { x1: x(l.low), x2: x(l.high), y1: y, y2: y, class: "spread" }));
    parts.push(svg("rect", { x: x(l.d) - 4, y: y - 4, width: 8, height: 8, class: "point" }, svg("title", {}, plain(clip(called, 300)) + `: ${signed(l.d)}`)));
  });
  parts.push(svg("text", { x: x(0), y: bottom + 34, "text-anchor": "middle" }, `difference of ${name}`));
  return svg("svg", { role: "img", "aria-label": `Differences of ${name} with intervals; the table below has the values`, width, height: bottom + 40, viewBox: `0 0 ${width} ${bottom + 40}` }, ...parts);
}
