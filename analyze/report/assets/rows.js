// The browser of rows: filters, search, order, pages, and one line per row or per
// formula.

let rowIndex = null; // see index in shown.go
const perPage = 25;
const sorts = { "": "their place in the input", right: "right answers about the formula", model: "model", dataset: "dataset", verdict: "verdict", diagnosis: "diagnosis", num_operators: "number of operators", depth: "depth", fs: "length of the formula", nl: "length of the description", fs_out: "length of the formula back" };

async function readIndex() {
  rowIndex = await unpack("index-0");
  kept.delete("index-0");
  // Formulas by number: the rows about them.
  let formulas = null;
  rowIndex.byFormula = () => {
    if (formulas) return formulas;
    formulas = [];
    rowIndex.formulas.forEach((f, i) => f >= 0 && (formulas[f] ||= []).push(i));
    return formulas;
  };
  // Keys to sort by: numbers, of which −1 is a missing one, by row.
  const keys = new Map();
  rowIndex.key = (name) => {
    if (!keys.has(name)) keys.set(name, keyOf(name));
    return keys.get(name);
  };
}

function keyOf(name) {
  if (rowIndex.numbers[name]) return rowIndex.numbers[name];
  if (name === "right") {
    const right = rowIndex.values.verdict.indexOf("equivalent"), verdicts = rowIndex.codes.verdict, shares = rowIndex.byFormula().map((rows) => rows.filter((i) => verdicts[i] === right).length / rows.length);
    return rowIndex.formulas.map((f) => (f < 0 ? -1 : shares[f]));
  }
  const values = rowIndex.values[name], place = [];
  values.map((_, i) => i).sort((a, b) => (values[a] < values[b] ? -1 : 1)).forEach((code, at) => (place[code] = values[code] === "" ? -1 : at));
  return rowIndex.codes[name].map((c) => place[c]);
}

// A search remembers for each row whether it has the words, so that it continues
// where filters or pages left it.
const search = { words: "", deep: false, found: new Int8Array(0) };
function searched(r, talk, i) {
  const inside = [r.id, r.fs, r.nl, r.fs_out, r.repair, r.why, r.conclusion, ...(r.premises || []), r.verdict_reason, r.error?.message, code("model", i), r.extra && JSON.stringify(r.extra), talk && JSON.stringify([...(talk.conversations || []).flatMap((c) => (c.messages || []).map((m) => m.content)), ...(talk.judgements || []).map((j) => j.answer)])];
  return inside.some((s) => s && s.toLowerCase().includes(search.words));
}

async function matchesOf(rows, words, deep, status, wanted) {
  words = words.toLowerCase();
  if (words === "") return rows;
  if (search.words !== words || search.deep !== deep) Object.assign(search, { words, deep, found: new Int8Array(doc.shown) });
  let told = performance.now();
  for (let n = 0; n < rows.length; n++) {
    const i = rows[n];
    if (search.found[i] !== 0) continue;
    const [r, talk] = await Promise.all([load("text", i), deep ? load("talk", i) : null]);
    if (!wanted()) return null;
    search.found[i] = searched(r, talk, i) ? 1 : -1;
    if (performance.now() - told < 50) continue;
    status.textContent = `Searching: ${Math.floor((100 * n) / rows.length)} %`;
    await new Promise((go) => setTimeout(go)); // for the keyboard and the screen
    told = performance.now();
  }
  return rows.filter((i) => search.found[i] === 1);
}

async function rows() {
  const host = $("rows");
  if (doc.shown === 0) return void host.append(el("p", null, "There are no rows to show."));
  await readIndex();
  let matching = [], lines = [], asked = 0, returnTo = null;
  const filters = filterControls((changes) => go({ q: find.value, ...changes, page: null })); // with words that are just typed
  const find = el("input", { type: "search", id: "search", oninput: () => { clearTimeout(find.wait); find.wait = setTimeout(() => go({ q: find.value, page: null }), 250); } });
  const deep = el("input", { type: "checkbox", id: "search-deep", onchange: () => go({ deep: deep.checked, page: null }) });
  const [sort, sortLabel] = choice("sort", "sort by", Object.entries(sorts), (v) => go({ sort: v, page: null }));
  const down = el("input", { type: "checkbox", id: "sort-down", onchange: () => go({ down: down.checked, page: null }) });
  const split = el("input", { type: "checkbox", id: "split", onchange: () => go({ split: split.checked, page: null }) });
  const [view, viewLabel] = choice("view", "one line for each", [["", "row"], ["formula", "formula"]], (v) => go({ view: v, page: null }));
  const status = el("p", { "aria-live": "polite", id: "status" }), host2 = el("div", { id: "lines" });
  const last = () => Math.max(0, Math.ceil(lines.length / perPage) - 1), page = () => Math.min(last(), Math.max(0, Number(state.get("page") || 1) - 1 || 0));
  const move = (name, to) => el("button", { type: "button", id: name.toLowerCase(), onclick: () => go({ page: to() + 1 }) }, name);
  const buttons = [move("First", () => 0), move("Previous", () => page() - 1), move("Next", () => page() + 1), move("Last", last)];
  host.append(
    el("div", { class: "controls", role: "group", "aria-label": "Search and sort the rows" }, el("label", null, "search", find), doc.talks ? el("label", null, deep, "also in conversations") : null, sortLabel, el("label", null, down, "descending"), viewLabel, rowIndex.values.model.length > 1 ? el("label", null, split, "answers disagree") : null),
    filters.controls, status, host2, el("div", { class: "controls", role: "group", "aria-label": "Pages" }, ...buttons));
  if (doc.shown < doc.rows) host.append(el("p", { class: "faint" }, `These are ${count(doc.shown)} of ${count(doc.rows)} rows, drawn at random with the seed ${doc.seed}. The figures above count all rows.`));

  function go(changes, step) {
    state.set("rows", changes, step);
    return restore();
  }

  // The state in the address, on the screen. Of several calls the last one counts.
  async function restore() {
    const turn = ++asked, wanted = () => turn === asked;
    filters.restore();
    if (document.activeElement !== find) find.value = state.get("q");
    deep.checked = state.get("deep") === "1";
    down.checked = state.get("down") === "1";
    split.checked = state.get("split") === "1";
    sort.value = Object.hasOwn(sorts, state.get("sort")) ? state.get("sort") : "";
    view.value = state.get("view") === "formula" ? "formula" : "";
    const some = await matchesOf(filters.rows(), state.get("q"), deep.checked, status, wanted);
    if (!some || !wanted()) return;
    const right = split.checked ? rowIndex.key("right") : null; // of the answers about a formula
    matching = sorted(right ? some.filter((i) => right[i] > 0 && right[i] < 1) : some, sort.value, down.checked);
    lines = view.value ? [...Map.groupBy(matching, (i) => (rowIndex.formulas[i] < 0 ? `row ${i}` : rowIndex.formulas[i])).values()] : matching;
    const part = lines.slice(page() * perPage, (page() + 1) * perPage);
    const body = await (view.value ? formulaTable(part, open) : rowTable(part, open, sort.value, down.checked, (name) => go(name === sort.value ? { down: !down.checked, page: null } : { sort: name, down: null, page: null })));
    if (!wanted()) return;
    buttons[0].disabled = buttons[1].disabled = page() === 0;
    buttons[2].disabled = buttons[3].disabled = page() >= last();
    const name = view.value ? "Formulas" : "Rows", from = page() * perPage;
    status.textContent = lines.length === 0 ? "No row matches." : `${name} ${count(from + 1)} to ${count(from + part.length)} of ${count(lines.length)}`;
    const focused = host2.contains(document.activeElement) && document.activeElement.dataset.sort;
    host2.replaceChildren(body);
    if (focused) host2.querySelector(`[data-sort="${focused}"]`)?.focus();
    const i = Number(state.get("row")) - 1;
    if (Number.isInteger(i) && i >= 0 && i < doc.shown) shown(i);
    else if (dialog.open) dialog.close();
  }
  function shown(i) {
    const at = matching.indexOf(i);
    return openRow(i, at < 0 ? [null, null] : [matching[at - 1], matching[at + 1]], open);
  }
  function open(i) {
    if (!dialog.open) returnTo = document.activeElement;
    state.set("rows", { row: i + 1 }, !dialog.open);
    return shown(i);
  }
  dialog.addEventListener("close", () => {
    opening++;
    state.set("rows", { row: null });
    if (returnTo?.isConnected) returnTo.focus();
  });
  // Arrow keys go from line to line while the focus is on the button of one.
  host2.addEventListener("keydown", (e) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (!step || !e.target.matches("button.open")) return;
    const all = [...host2.querySelectorAll("button.open")];
    all[all.indexOf(e.target) + step]?.focus();
    e.preventDefault();
  });
  await lost(open);
  await state.on(restore);
  state.go();
}

function sorted(rows, name, down) {
  if (name === "") return down ? rows.toReversed() : rows;
  const key = rowIndex.key(name), sign = down ? -1 : 1;
  return rows.toSorted((a, b) => (key[a] < 0) - (key[b] < 0) || sign * (key[a] - key[b]) || a - b);
}

// Filters by the values of some columns: a chip for each of a few values, else a choice.
function filterControls(go) {
  const controls = el("div", { class: "filters", role: "group", "aria-label": "Filter the rows" }), shown = [], few = 8;
  const place = (f) => (state.get(f).startsWith("=") ? rowIndex.values[f].indexOf(state.get(f).slice(1)) : null);
  for (const f of doc.filters) {
    const values = rowIndex.values[f];
    if (values.length < 2) continue;
    const counts = new Array(values.length).fill(0);
    for (const c of rowIndex.codes[f]) counts[c]++;
    const order = values.map((_, i) => i).sort((a, b) => counts[b] - counts[a]).slice(0, 500);
    const name = f === "diagnosis" ? "mistake" : f, named = (i) => clip(f === "diagnosis" ? mistake(values[i]) : f === "verdict" ? label(values[i]) : values[i], 50) || "(none)";
    const pick = (i) => go({ [f]: i == null ? null : "=" + values[i] });
    if (values.length <= few) {
      const chips = order.map((i) => el("button", { type: "button", class: "chip", "aria-pressed": "false", onclick: () => pick(place(f) === i ? null : i) }, text(named(i)), el("span", { class: "faint" }, ` ${count(counts[i])}`)));
      controls.append(el("div", { class: "chips", role: "group", "aria-label": name, id: "filter-" + f }, el("span", { class: "of" }, name), ...chips));
      shown.push(() => chips.forEach((chip, k) => chip.setAttribute("aria-pressed", String(place(f) === order[k]))));
    } else {
      const [s, control] = choice("filter-" + f, name, [["", "any"], ...order.map((i) => ["=" + i, `${named(i)} · ${count(counts[i])}`])], (v) => pick(v === "" ? null : Number(v.slice(1))));
      controls.append(control);
      shown.push(() => (s.value = place(f) == null || place(f) < 0 ? "" : "=" + place(f)));
    }
  }
  return {
    controls,
    restore: () => shown.forEach((show) => show()),
    rows() {
      const tests = doc.filters.filter((f) => rowIndex.values[f].length > 1 && place(f) != null).map((f) => [rowIndex.codes[f], place(f)]), all = [];
      for (let i = 0; i < doc.shown; i++) if (tests.every(([codes, c]) => codes[i] === c)) all.push(i);
      return all;
    },
  };
}

const opener = (i, open, content) => el("button", { type: "button", class: "open", "aria-label": `Open row ${i + 1}${content ? `: ${content.textContent}` : ""}`, onclick: () => open(i) }, content || String(i + 1));
const formulaOf = (r) => r.fs || (r.premises || []).join("; ");

// The columns of texts. Rows of other tasks than the loop have other texts in them.
function columnsOfText() {
  const loop = rowIndex.values.task.every((t) => t === "loop");
  return [[loop ? "formula" : "formula or premises", "fs"], ["description", "nl"], [loop ? "formula back" : "answer or conclusion", "fs_out"]];
}

async function rowTable(part, open, by, down, sortBy) {
  const loaded = await Promise.all(part.map((i) => load("text", i)));
  const described = rowIndex.numbers.nl.some((n) => n > 0) || loaded.some(english);
  const columns = [["row", ""], ["model", "model"], ["verdict", "verdict"], ["diagnosis", "diagnosis"], ...columnsOfText()].filter(([c]) => (c !== "model" || rowIndex.values.model.length > 1) && (c !== "description" || described));
  const title = { fs: "sort by length", nl: "sort by length", fs_out: "sort by length" };
  const heads = columns.map(([c, key]) => [el("button", { type: "button", class: "sort", "data-sort": key || "row", title: title[key], onclick: () => sortBy(key) }, c, el("span", { "aria-hidden": "true" }, by === key ? (down ? " ▼" : " ▲") : "")), "of-" + (key || c), by === key ? (down ? "descending" : "ascending") : null]);
  const lines = loaded.map((r, k) => {
    const i = part[k], pair = code("verdict", i) === "not_equivalent" ? differences(r, 300) : null, cells = {
      row: opener(i, open), model: text(clip(code("model", i), 80)), verdict: verdict(i), diagnosis: code("diagnosis", i) === code("verdict", i) ? "" : text(clip(mistake(code("diagnosis", i)), 80)),
      fs: pair ? pair.formula() : text(clip(formulaOf(r), 300)), nl: text(clip(english(r), 300)), fs_out: pair ? pair.back() : text(clip(answerOf(r) || r.conclusion || "", 300)),
    };
    return line(columns.map(([c, key]) => [c, "of-" + (key || c), el("span", { class: "cell", dir: key === "nl" ? "auto" : null }, cells[c] ?? cells[key])]));
  });
  return table(null, heads, lines, { "aria-label": "Rows that match" });
}

// One line for each formula, with the verdicts of each model.
async function formulaTable(part, open) {
  const most = 8, models = rowIndex.values.model.map((_, c) => c), few = models.length > most;
  const heads = [["formula", "formula"], ...(few ? [["verdicts"]] : models.map((c) => [text(clip(rowIndex.values.model[c], 60) || "(no model)")]))];
  const loaded = await Promise.all(part.map((rows) => load("text", rows[0])));
  const chips = (rows) => {
    const box = el("span", { class: "cell" }, ...rows.slice(0, 10).flatMap((i) => [opener(i, open, few ? el("span", null, text(clip(code("model", i), 40)), ": ", verdict(i)) : verdict(i)), " "]));
    if (rows.length > 10) box.append(`and ${count(rows.length - 10)} more`);
    return rows.length ? box : el("span", { class: "faint" }, "no row");
  };
  const lines = part.map((rows, k) => line([["formula", "whole", el("span", { class: "cell" }, text(clip(formulaOf(loaded[k]), 300)))],
    ...(few ? [["verdicts", null, chips(rows)]] : models.map((c) => [plain(clip(rowIndex.values.model[c], 60)) || "(no model)", null, chips(rows.filter((i) => rowIndex.codes.model[i] === c))]))]));
  return table(null, heads, lines, { "aria-label": "Formulas that match" });
}
