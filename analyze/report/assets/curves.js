// Curves. The colours are those of Okabe and Ito.
const palette = { light: ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#e69f00", "#56b4e9"], dark: ["#56b4e9", "#ff9a66", "#3cc9a0", "#e3a4c8", "#ffffff", "#e6b53c", "#8fb7ff"] };
const dashes = [[], [8, 4], [2, 3], [10, 3, 2, 3], [1, 3]];

function wilson(k, n, z) {
  if (n === 0) return [0, 1];
  const p = k / n, d = 1 + (z * z) / n, centre = p + (z * z) / (2 * n), half = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  return [k === 0 ? 0 : Math.max(0, (centre - half) / d), k === n ? 1 : Math.min(1, (centre + half) / d)];
}

// A measure in words.
const words = (axis) => label(axis).replace(/^num /, "number of ").replace("dfa ", "DFA ");

const rates = {
  accuracy: (c) => [c[0], c[1], c[1] + c[2]],
  compliance: (c) => [c[0], c[3], c[3]],
  unknown: (c) => [c[0], c[2], c[2]],
};

function curves() {
  if (doc.loop === 0) return;
  const host = $("curves");
  show("curves");
  const unique = (f) => [...new Set(doc.points.map(f))];
  const axes = unique((p) => p.axis);
  if (axes.length === 0) return void host.append(el("p", null, "No measure of complexity varies in these rows."));
  const models = unique((p) => p.model), datasets = unique((p) => p.dataset);
  const off = new Set();
  const picked = () => {
    state.set("curves", { x: axis.value, y: measure.value, data: dataset.value, bins: bins.value });
    draw();
  };
  const [axis, axisLabel] = choice("choose-x-axis", "x-axis", axes.map((a) => [a, words(a)]), picked);
  const [measure, measureLabel] = choice("choose-y-axis", "y-axis", Object.keys(rates), picked);
  const [dataset, datasetLabel] = choice("choose-dataset", "dataset", datasets.length > 1 ? [["", "all"], ...datasets.map((d) => ["=" + d, d])] : [["", datasets[0]]], picked);
  const [bins, binLabel] = choice("choose-bins", "bins of", ["auto", 1, 2, 5, 10, 20, 50], picked);
  const keys = el("ul", { class: "keys", "aria-label": "Models shown" });
  const chart = el("div", { class: "chart", role: "img" });
  const values = el("details", null, el("summary", null, "Values of the chart"));
  host.append(el("div", { class: "controls", role: "group", "aria-label": "Choose what is drawn" }, axisLabel, measureLabel, ...(datasets.length > 1 ? [datasetLabel] : []), binLabel), ...(models.length > 1 ? [keys] : []), chart, values);
  let plot = null;

  const colours = () => palette[document.documentElement.dataset.theme] || palette.light;
  function legend() {
    const c = colours();
    keys.replaceChildren(...models.map((m, i) => {
      const line = svg("svg", { width: 28, height: 8, "aria-hidden": "true" },
        svg("line", { x1: 0, x2: 28, y1: 4, y2: 4, stroke: c[i % c.length], "stroke-width": 2, "stroke-dasharray": dashes[i % dashes.length].join(" ") }));
      return el("li", null, el("button", { type: "button", "aria-pressed": String(!off.has(m)), onclick: () => { off.has(m) ? off.delete(m) : off.add(m); state.set("curves", { off: models.flatMap((m, k) => (off.has(m) ? [k] : [])).join(".") }); draw(); keys.children[i].firstChild.focus(); } }, line, text(clip(m, 60) || "(no model)")));
    }));
  }

  function draw() {
    legend();
    const points = doc.points.filter((p) => p.axis === axis.value && (dataset.value === "" || "=" + p.dataset === dataset.value));
    const most = points.reduce((a, p) => Math.max(a, p.x), 0), least = points.reduce((a, p) => Math.min(a, p.x), most);
    // At most 24 bins, and fewer where a bin of a model would have fewer than 30 rows: noise looks like a curve.
    const many = Math.min(24, Math.max(8, points.reduce((a, p) => a + p.n[0], 0) / models.length / 30));
    const width = bins.value === "auto" ? [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((w) => (most - least) / w <= many) || Math.ceil((most - least) / many) : Number(bins.value);
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
        const [n, k, up] = s ? rates[measure.value](s) : [0, 0, 0];
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
      width: Math.max(240, chart.clientWidth), height: 360, legend: { show: false }, cursor: { drag: { x: true, y: false } }, bands, series,
      scales: { x: { time: false, range: (u, a, b) => [a - width / 2, b + width / 2] }, y: { range: [0, 1] } },
      axes: [{ ...axisStyle, incrs: [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 5000, 10000, 100000, 1e6, 1e7, 1e8, 1e9], label: words(axis.value) + (width > 1 ? `, bins of ${width}` : "") }, { ...axisStyle, label: measure.value }],
      hooks: { setCursor: [(u) => {
        const i = u.cursor.idx;
        tip.hidden = i == null || u.cursor.left < 0;
        if (tip.hidden) return;
        tip.replaceChildren(`${label(axis.value)} ${xs[i]}`, ...shown.map((m, k) => {
          const [y, low, high] = [1, 2, 3].map((o) => data[1 + 4 * k + o - 1][i]);
          return el("div", null, text(clip(m, 40)), y == null ? ": no rows" : `: ${number(y, true)} (${number(low, true)} to ${number(high, true)})`);
        }));
        tip.style.left = Math.max(0, Math.min(u.cursor.left + 70, chart.clientWidth - 240)) + "px";
        tip.style.top = Math.max(0, u.cursor.top - 20) + "px";
      }] },
    }, data, chart);
    chart.append(tip);
    chart.setAttribute("aria-label", `${measure.value} against ${label(axis.value)}, a line per model; the table below has the values`);
    values.replaceChildren(values.firstChild, grid({ columns: ["model", axis.value, "rows", measure.value, "low", "high", "upper_bound"], numeric: [false, true, true, true, true, true, true], rows: table }, "Values of the chart"));
  }
  redraw = draw;
  new ResizeObserver(() => { if (plot && Math.abs(plot.width - chart.clientWidth) > 1) plot.setSize({ width: Math.max(240, chart.clientWidth), height: 360 }); }).observe(chart);
  state.on(() => {
    for (const [s, name] of [[axis, "x"], [measure, "y"], [dataset, "data"], [bins, "bins"]]) {
      const wish = state.get(name);
      s.value = wish !== "" && [...s.options].some((o) => o.value === wish) ? wish : s.options[0].value;
    }
    off.clear();
    for (const k of state.get("off").split(".")) if (models[k] !== undefined) off.add(models[k]);
    draw();
  });
}
