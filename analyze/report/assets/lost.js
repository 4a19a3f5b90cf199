// What was lost: the shortest wrong row of each kind of mistake, most frequent kind first.
async function lost(openAt) {
  if (doc.shown === 0) return;
  const most = innerWidth < 700 ? 3 : 6, kinds = new Map(), { codes, values, numbers } = rowIndex;
  for (let i = 0; i < doc.shown; i++) {
    const kind = values.diagnosis[codes.diagnosis[i]];
    if (values.verdict[codes.verdict[i]] !== "not_equivalent" && values.verdict[codes.verdict[i]] !== "noncompliant" || !isMistake(kind)) continue;
    const k = kinds.get(kind) || { kind, n: 0, row: -1, size: Infinity };
    const size = numbers.fs[i] + numbers.fs_out[i];
    k.n++;
    if (size < k.size) Object.assign(k, { row: i, size });
    kinds.set(kind, k);
  }
  if (kinds.size === 0) return;
  const host = show("lost"), all = [...kinds.values()].sort((a, b) => b.n - a.n);
  host.append(el("p", { class: "faint" }, "The shortest wrong row of each kind of mistake, the most frequent kind first. A wrong row is proved wrong by its witness: a case in which one formula is true and the other is false."));
  const card = async ({ kind, n, row }) => {
    const r = await load("text", row), pair = differences(r, 5000), cut = (s) => text(clip(s || "", 400));
    const part = (name, node, mono) => (node ? el("div", null, el("dt", null, name), el("dd", { class: mono ? "mono" : null }, node)) : null);
    return el("article", { class: "loss" }, el("h3", null, text(clip(mistake(kind), 80)), el("span", { class: "faint" }, ` · ${count(n)} ${n === 1 ? "row" : "rows"}`)),
      el("dl", null, part("formula", pair && r.fs.length < 400 ? pair.formula() : cut(r.fs), true), part(r.nl ? "description" : "sentence", english(r) ? cut(english(r)) : null),
        part("formula back", pair && r.fs_out.length < 400 ? pair.back() : cut(r.fs_out), true), part("why", r.why ? cut(r.why) : r.verdict_reason ? cut(r.verdict_reason) : null)),
      el("button", { type: "button", onclick: () => openAt(row) }, `Open row ${row + 1}`));
  };
  const cards = await Promise.all(all.slice(0, most).map(card));
  host.append(el("div", { class: "losses" }, ...cards));
  if (all.length > most) host.append(el("p", { class: "faint" }, `${all.length - most} rarer kinds are in the table of mistakes.`));
}
