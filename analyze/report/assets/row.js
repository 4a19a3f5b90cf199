// One row in a dialog: the two formulas with their differing parts and the witness,
// the other answers about the formula, and what models and judges said.

const long = (s, name, dir = "ltr") => { // a formula is read from the left, a description as its letters say
  const most = 20000, pre = el("pre", { tabindex: 0, role: "group", "aria-label": name, dir }, text(s.slice(0, most)));
  if (s.length > most) pre.append(el("button", { type: "button", onclick: () => pre.replaceChildren(text(s)) }, `… show all ${count(s.length)} characters`));
  return pre;
};
const box = (name, ...inside) => el("div", { class: "box" }, el("h3", null, name), ...inside);
const code = (f, i) => rowIndex.values[f][rowIndex.codes[f][i]];
// The verdict of row i. Answers of rank and reason, and candidate sets, have none.
const verdictOf = (i) => code("verdict", i) || (["loop", "entailment"].includes(code("task", i)) ? "not verified" : "—");
const coloured = ["equivalent", "true", "not_equivalent", "noncompliant", "error", "false", "unknown", "uncertain"];
const verdict = (i) => el("span", { class: `verdict ${coloured.includes(verdictOf(i)) ? verdictOf(i) : ""}` }, text(clip(label(verdictOf(i)), 40)));

// What a model answered: a formula, the candidate that it chose first, or a word.
function answerOf(r) {
  const x = r.extra || {}, first = Array.isArray(x.answer) ? x.answer[0] : x.answer;
  const chosen = Array.isArray(x.candidates) ? x.candidates[first] : first;
  return r.fs_out || (typeof chosen === "string" ? chosen : "");
}

// The columns of a row as JSON, without those that the report does not keep.
function asJSON(r, i, talk) {
  const { extra, where, why, same, ...columns } = r;
  const row = { ...columns, ...extra, ...talk };
  for (const f of ["model", "dataset", "prompt", "verdict", "relation"]) if (code(f, i)) row[f] = code(f, i);
  return JSON.stringify(row);
}

// Flags of verify that say what is compared, and how: with a value, and without.
const valued = ["task", "left", "right", "formalism", "quantifier-scope", "free-variables", "variable-names"], bare = ["strict", "lenient", "case-sensitive", "finite"];

// The flags of the run that wrote a file, by its manifest: an explanation needs the same.
function flagsOf(file) {
  const given = (doc.sources || []).find((s) => s.name === file && s.manifest?.tool === "verify")?.manifest.arguments, flags = [];
  if (!Array.isArray(given)) return flags;
  given.forEach((arg, k) => {
    const [, name, value] = /^--?([a-z-]+)(?:=(.*))?$/s.exec(arg) || [];
    if (valued.includes(name)) flags.push(`--${name}=${value ?? given[k + 1]}`);
    if (bare.includes(name)) flags.push(arg);
  });
  return flags;
}

// The command that explains a row, or "" if the row has no name that a shell takes.
function command(r, i) {
  const at = /^(.*): (?:row|line) (\d+)$/s.exec(r.where), file = at && at[1] !== "-" ? at[1] : "ROWS.jsonl";
  const word = (s) => (/^[\w.:@\/+=,-]+$/.test(s) ? s : "'" + s.replaceAll("'", "'\\''") + "'");
  const flags = flagsOf(file), words = [...flags, r.id, file];
  if (!r.id || !code("verdict", i) || words.some((s) => s.match(hidden) || /[\n\t]/.test(s))) return "";
  if (code("task", i) === "entailment" && !flags.some((f) => f.startsWith("--task"))) flags.push("--task=entailment");
  return ["verify explain", ...flags.map(word), ...(r.id.startsWith("-") ? ["--"] : []), word(r.id), word(file.startsWith("-") ? "./" + file : file)].join(" ");
}

// The candidates of a set, with their roles, in the order of the answer if it is one.
function candidates(x) {
  const list = (v) => (Array.isArray(v) ? v : []), words = (v) => (typeof v === "string" ? v : v == null ? "" : JSON.stringify(v));
  const answer = Array.isArray(x.answer) ? x.answer : x.answer == null ? [] : [x.answer];
  const lines = list(x.candidates).slice(0, 200).map((c, k) => {
    const place = answer.indexOf(k);
    return line([["candidate", "n", String(k)], ["chosen", "n", place < 0 ? "" : Array.isArray(x.answer) ? `place ${place + 1}` : "chosen"], ["role", "name", text(label(words(list(x.roles)[k])))], ["relation", "name", text(label(words(list(x.relations)[k])))],
      ["formula", "name mono", text(clip(words(c), 2000))], ["description", "name", text(clip(words(list(x.candidates_nl)[k]), 2000))]]);
  });
  return shelf(table("The candidates, by their numbers", [["candidate", "n"], ["chosen", "n"], ["role"], ["relation"], ["formula"], ["description"]], lines), "Candidates");
}

// Other rows about the same formula, side by side.
async function others(i, open) {
  const formula = rowIndex.formulas[i], most = 50;
  const all = formula < 0 ? [] : rowIndex.byFormula()[formula];
  if (all.length < 2) return null;
  const back = code("task", i) === "loop" ? "formula back" : "answer";
  const lines = await Promise.all(all.slice(0, most).map(async (k) => {
    const r = await load("text", k);
    return line([["row", null, el("button", { type: "button", "aria-label": `Open row ${k + 1}`, "aria-current": k === i ? "true" : null, onclick: () => open(k) }, String(k + 1))],
      ["model", "name", text(clip(code("model", k), 200))], ["verdict", null, verdict(k)], ["description", "name", text(clip(r.nl || "", 2000))], [back, "name mono", differences(r, 2000)?.both() || text(clip(answerOf(r), 2000))]],
    { class: k === i ? "current" : null });
  }));
  const caption = all.length > most ? `The first ${most} of ${count(all.length)} rows about this formula` : `All ${count(all.length)} rows about this formula`;
  return box("Answers about this formula", shelf(table(caption, [["row"], ["model"], ["verdict"], ["description"], [back]], lines), "Answers about this formula"));
}

const dialog = $("row");
let opening = 0;

// openRow shows row i. around has the numbers of the rows before and after it, and
// open goes to another row.
async function openRow(i, around, open) {
  const turn = ++opening, [r, talk] = await Promise.all([load("text", i), load("talk", i)]), x = r.extra || {};
  const step = (name, to) => el("button", { type: "button", disabled: to == null, onclick: () => open(to) }, name);
  const said = el("span", { role: "status", class: "faint" });
  const copier = (name, what) => el("button", { type: "button", onclick: async () => (said.textContent = (await copy(what())) ? "Copied." : "This browser does not allow copying.") }, name);
  const run = command(r, i);
  const parts = [
    el("header", null, el("h2", { id: "row-h" }, `Row ${i + 1} · `, text(clip([code("model", i), code("dataset", i)].filter(Boolean).join(" · "), 200))),
      step("Previous", around[0]), step("Next", around[1]), el("button", { type: "button", autofocus: true, id: "close", onclick: () => dialog.close() }, "Close")),
    el("div", { class: "controls" }, copier("Copy link", () => location.href), copier("Copy as JSON", () => asJSON(r, i, talk)), run ? copier("Copy verify command", () => run) : null, said),
    el("p", null, verdict(i), code("diagnosis", i) && code("diagnosis", i) !== code("verdict", i) ? ` · ${plain(clip(label(code("diagnosis", i)), 80))}` : "", code("relation", i) && code("relation", i) !== "equivalent" ? ` · the formula back is ${plain(clip(code("relation", i), 40))}` : "", r.verdict_engine ? ` · ${plain(clip(r.verdict_engine, 80))}` : "", r.nl_leak ? " · the description contains formal syntax" : ""),
  ];
  const pair = differences(r, 20000), one = (name, node) => box(name, el("pre", { tabindex: 0, role: "group", "aria-label": name, dir: "ltr" }, node));
  const field = (name, s, dir) => (s ? box(name, long(s, name, dir)) : null);
  const why = r.why ? box(code("verdict", i) === "not_equivalent" ? "Why they differ" : "The witness in words", database(r.witness) || el("p", null, text(r.why))) : null;
  parts.push(pair ? el("div", { class: "beside" }, one("Formula", pair.formula()), one("Formula back", pair.back()), why)
    : el("div", { class: "beside" }, field("Formula", r.fs), field("Formula back", r.fs_out), why));
  if (pair && r.same) parts.push(el("details", null, el("summary", null, "As they are written"), long(r.fs, "Formula as it is written"), long(r.fs_out, "Formula back as it is written")));
  const lines = (v) => (Array.isArray(v) ? v.filter((s) => typeof s === "string").join("\n") : typeof v === "string" ? v : "");
  parts.push(field("Premises", lines(r.premises)), field("Premises in English", lines(x.premises_nl), "auto"), field("Conclusion", r.conclusion), field("Conclusion in English", lines(x.conclusion_nl), "auto"), field("Question", lines(x.question), "auto"), field("Sentence", lines(x.sentence), "auto"),
    field("Description", r.nl, "auto"), field(`Repaired by one edit: ${plain(clip(label(code("diagnosis", i)), 80))}`, r.repair));
  if (x.answer != null || x.label != null) {
    const plainOf = (v) => plain(clip(typeof v === "string" ? v : JSON.stringify(v) ?? "", 400));
    const scores = Object.entries(x).filter(([k]) => k.startsWith("score_")).map(([k, v]) => `${label(k)} ${plainOf(v)}`);
    parts.push(box(x.answer != null ? "Answer" : "Label", el("p", null, [x.answer != null && `answer ${plainOf(x.answer)}`, x.answer_class && `class ${plainOf(x.answer_class)}`, x.label != null && `label ${plainOf(x.label)}`, ...scores].filter(Boolean).join(" · "))));
  }
  if (Array.isArray(x.candidates)) parts.push(box("Candidates", candidates(x)));
  parts.push(field("Reason", r.verdict_reason), r.error ? field("Error", `${r.error.stage}: ${r.error.kind}: ${r.error.message}`) : null);
  const side = await others(i, open);
  if (turn !== opening) return; // another row was asked for meanwhile
  parts.push(side);
  const more = (name, ...inside) => parts.push(el("details", null, el("summary", null, name), ...inside));
  for (const j of talk.judgements || []) more(`Judge ${plain(clip(j.judge, 80))}: ${plain(clip(j.verdict || "no verdict", 40))}`, long(j.answer || "", "Answer of the judge", "auto"));
  for (const c of talk.conversations || []) more(`Conversation: ${plain(clip(c.stage, 80))}`, ...(c.messages || []).flatMap((m) => [el("h3", null, text(clip(m.role, 40))), long(m.content, "Message", "auto")]));
  if (r.witness || r.certificate) more(r.witness ? "Witness" : "Certificate", long(r.witness || r.certificate, "Evidence"));
  more("Origin", long([r.where, r.id && `id ${r.id}`, r.batch != null && `batch ${r.batch}, index ${r.index ?? ""}`, ...["run", "sample", "step"].map((f) => r[f] != null && `${f} ${r[f]}`), code("prompt", i) && `prompt ${code("prompt", i)}`, r.params && `params ${r.params}`].filter(Boolean).join("\n"), "Origin"));
  dialog.replaceChildren(...parts.filter(Boolean));
  dialog.scrollTop = 0;
  dialog.onkeydown = (e) => {
    if (e.target.closest("pre, .scroll") || e.ctrlKey || e.altKey || e.metaKey) return;
    if ((e.key === "ArrowLeft" || e.key === "k") && around[0] != null) open(around[0]);
    if ((e.key === "ArrowRight" || e.key === "j") && around[1] != null) open(around[1]);
  };
  if (!dialog.open) dialog.showModal();
  else $("close").focus();
}

// A witness of kind database as small tables side by side; null for any other.
function database(witness) {
  let w;
  try { w = JSON.parse(witness); } catch { return null; }
  if (w?.kind !== "database" || typeof w.tables !== "object") return null;
  const most = 20, list = (v) => (Array.isArray(v) ? v : []).slice(0, most), value = (v) => text(clip(v === null ? "NULL" : typeof v === "string" ? v : JSON.stringify(v) ?? "", 200));
  const one = (caption, names, rows) => el("table", null, el("caption", null, text(clip(caption, 80))), names.length ? el("thead", null, el("tr", null, ...names.map((n) => el("th", { scope: "col" }, text(clip(n, 80)))))) : null,
    el("tbody", null, ...(rows.length ? rows : [["no rows"]]).map((row) => el("tr", null, ...list(row).map((v) => el("td", null, value(v)))))));
  const tables = Object.entries(w.tables || {}).slice(0, most).map(([name, rows]) => {
    const names = Object.keys(Object(list(rows)[0])).slice(0, most);
    return one(name, names, list(rows).map((row) => names.map((n) => Object(row)[n] ?? null)));
  });
  return el("div", { class: "matrices", tabindex: 0, role: "group", "aria-label": "The witness" }, ...tables, one("the formula gives", [], list(w.left)), one("the formula back gives", [], list(w.right)));
}
