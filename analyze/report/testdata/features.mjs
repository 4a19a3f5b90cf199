// Uses the features of a report as a reader would, at one width and in one colour
// scheme. Arguments: the report, the number of its rows, the width, light or dark.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { accessible, open, pick, shot } from "./page.mjs";

const [file, rows, width, scheme] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4]), process.argv[5]];
const url = pathToFileURL(file).href, many = (n) => n.toLocaleString("en");
await open({ width, height: 900, scheme }, async (page) => {
  const status = (text) => page.waitForFunction((t) => document.getElementById("status").textContent === t, text);
  const cells = (name) => page.locator(`#lines td[data-label="${name}"]`).allTextContents();
  const address = () => decodeURIComponent(new URL(page.url()).hash.replaceAll("+", " "));
  const ready = () => page.waitForSelector("html[data-ready]");
  const fits = async () => assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page scrolls sideways");
  const titled = (text) => page.waitForFunction((t) => document.querySelector("dialog[open] #row-h")?.textContent.startsWith(t), text);

  await page.goto(url);
  await ready();
  assert.equal(await page.getAttribute("html", "data-theme"), scheme);
  await status(`Rows 1 to 25 of ${many(rows)}`);
  await fits();
  await accessible(page, "the page");
  await shot(page, `page-${width}-${scheme}`);

  // The column verdict showed diagnoses; there was no column of the model.
  assert.deepEqual([...new Set(await cells("verdict"))].sort(), ["equivalent", "not equivalent"]);
  assert.ok((await cells("diagnosis")).includes("symbol renamed"));
  assert.deepEqual((await cells("model")).slice(0, 2), ["one", "<b onclick=alert(3)>m</b>"]);

  // The models have ranks that the paired tests allow: both have the same share of right answers.
  assert.deepEqual(await page.locator('#compared > .scroll:first-of-type td[data-label="rank"]').allTextContents(), ["1–2", "1–2"]);

  // The comparison: a plot and a table, as an address says.
  await page.selectOption("#baseline", "one");
  assert.match(address(), /^#compared\?baseline=one$/);
  assert.equal(await page.locator("#compared .forest svg .point").count(), 1);
  assert.match(await page.textContent("#compared .forest .called"), /^<b onclick=alert\(3\)>m<\/b> − one/);
  const value = (name) => page.locator(`#compared .forest + div td[data-label="${name}"]`).first().textContent();
  assert.equal(await value("compared with"), "one");
  assert.match(await value("interval"), /^[+−]0\.\d+ to [+−]0\.\d+$/);
  assert.match(await value("McNemar p"), /^(<0\.001|[01]\.\d{3})$/);
  const difference = await value("difference");
  await page.selectOption("#baseline", "<b onclick=alert(3)>m</b>"); // the other way round
  assert.equal(await value("difference"), { "+": "−", "−": "+" }[difference[0]] ? { "+": "−", "−": "+" }[difference[0]] + difference.slice(1) : difference);
  await page.selectOption("#compare-of", "compliance");
  assert.match(await page.textContent("#compared .forest + div caption"), /^Paired differences of compliance/);
  await page.selectOption("#compare-in", "*");
  assert.deepEqual(await page.locator('#compared td[data-label="dataset"]').allTextContents(), ["fol", "plogic"]);

  // Search, in texts and in conversations; an address brings it back.
  await page.fill("#search", "NOT P7.");
  await status("Rows 1 to 2 of 2");
  assert.deepEqual(await cells("description"), ["p1, but not p7.", "p1, but not p7."]);
  assert.match(address(), /[?&]q=NOT P7\./);
  await page.fill("#search", "nothing else");
  await status("No row matches.");
  await page.check("#search-deep");
  await status(`Rows 1 to 25 of ${many(rows - 1)}`);
  await page.uncheck("#search-deep");
  await page.fill("#search", "");
  await status(`Rows 1 to 25 of ${many(rows)}`);

  // The formulas of which one model is right and the other wrong, with the difference marked.
  await page.check("#split");
  await page.waitForFunction(() => location.hash.includes("split=1") && document.querySelectorAll("#lines td.of-fs_out ins").length > 0);
  assert.deepEqual([...new Set(await cells("verdict"))].sort(), ["equivalent", "not equivalent"]);
  assert.match(await page.textContent("#status"), /^Rows 1 to 25 of /);
  assert.notEqual(await page.textContent("#status"), `Rows 1 to 25 of ${many(rows)}`);
  await page.uncheck("#split");
  await status(`Rows 1 to 25 of ${many(rows)}`);

  // Order: by a control, and on a wide screen by the heads of the table.
  await page.selectOption("#sort", "fs_out");
  await page.check("#sort-down");
  await page.waitForFunction(() => document.querySelector('#lines td[data-label="formula back"]').textContent.startsWith("xxx"));
  assert.match(address(), /sort=fs_out.*down=1/);
  if (width > 1000) {
    await page.click('#lines th button[data-sort="fs"]');
    await page.waitForSelector('#lines th[aria-sort="ascending"].of-fs');
    await page.click('#lines th button[data-sort="fs"]');
    await page.waitForSelector('#lines th[aria-sort="descending"].of-fs');
  }
  await page.selectOption("#sort", "");
  await page.uncheck("#sort-down");

  // One line for each formula, with the verdicts of the models side by side.
  await pick(page, "verdict", "not equivalent");
  await page.selectOption("#view", "formula");
  await page.waitForSelector('#lines table[aria-label="Formulas that match"]');
  await pick(page, "verdict");
  await page.waitForFunction(() => document.querySelectorAll("#lines tbody tr:nth-child(2) .verdict").length === 2);
  assert.deepEqual(await page.locator("#lines tbody tr:nth-child(2) .verdict").allTextContents(), ["equivalent", "not equivalent"]);
  assert.ok((await page.textContent("#status")).startsWith(`Formulas 1 to 25 of ${many(Math.ceil((rows - 1) / 2) + 1)}`), await page.textContent("#status"));
  await accessible(page, "the formulas");
  await fits();
  await shot(page, `formulas-${width}-${scheme}`);

  // A row: the differing parts, the witness beside them, the other model's answer.
  await page.focus("#lines tbody tr:nth-child(2) button >> nth=1");
  await page.keyboard.press("Enter");
  await titled("Row 4 ");
  assert.match(address(), /[?&]row=4(&|$)/);
  assert.equal(await page.textContent("dialog .beside del"), "¬p1");
  assert.equal(await page.textContent("dialog .beside ins"), "p2");
  const places = await page.locator("dialog .beside > .box").evaluateAll((all) => all.map((n) => [n.firstChild.textContent, n.getBoundingClientRect().top]));
  assert.deepEqual(places.map(([name]) => name), ["Formula", "Formula back", "Why they differ"]);
  assert.equal(places[0][1] === places[2][1], width > 1000, "the witness is beside the formulas on a wide screen only");
  assert.deepEqual(await page.locator('dialog td[data-label="verdict"]').allTextContents(), ["equivalent", "not equivalent"]);
  assert.equal(await page.textContent('dialog tr.current td[data-label="formula back"]'), "(p1 ∧ ¬p1p2)");
  await accessible(page, "a row");
  await fits();
  await shot(page, `row-${width}-${scheme}`);

  // Copies, and the link, which opens the same row in a new page.
  const copied = async (name) => {
    await page.click(`dialog button:text-is("${name}")`);
    await page.waitForFunction(() => document.querySelector("dialog [role=status]").textContent === "Copied.");
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const row = JSON.parse(await copied("Copy as JSON"));
  assert.equal(row.fs_out, "(p1 ∧ p2)");
  assert.equal(row.verdict, "not_equivalent");
  assert.equal(row.conversations[0].stage, "informalize");
  assert.equal(row.where ?? row.why ?? row.same ?? row.extra, undefined);
  assert.equal(await copied("Copy verify command"), `verify explain --quantifier-scope=tight --strict ${row.id} rows.jsonl`);
  const link = await copied("Copy link");
  await page.goto("about:blank");
  await page.goto(link);
  await ready();
  await titled("Row 4 ");
  assert.equal(await page.inputValue("#view"), "formula");

  // By keyboard: to the other rows, out, and back to the line.
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog:not([open])", { state: "attached" });
  await page.waitForFunction(() => !location.hash.includes("row=")); // the event close comes after the attribute
  await page.selectOption("#view", "");
  await page.focus("#lines tbody tr:first-child button");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "2");
  await page.keyboard.press("Enter");
  await titled("Row 2 ");
  await page.keyboard.press("j");
  await titled("Row 3 ");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !location.hash.includes("row=") && document.activeElement.textContent === "2");
  await page.focus("#lines tbody tr:first-child button");
  await page.keyboard.press("Enter");
  await titled("Row 1 ");
  await page.goBack();
  await page.waitForFunction(() => !document.querySelector("dialog[open]"));

  // A link of the sections keeps the state.
  await page.fill("#search", "p7");
  await page.waitForFunction(() => location.hash.includes("q=p7"));
  await page.click('nav a[href="#data"]');
  assert.match(address(), /^#data\?.*q=p7/);
  assert.equal(await page.evaluate(() => document.activeElement.id), "data");
  assert.ok(!(await page.isVisible("#cost")), "a section without model calls");

  // Hostile text in an address, too.
  for (const bad of ["#rows?row=999999999", "#rows?page=-3&sort=__proto__&view=x", "#rows?verdict=%3Dnone&q=%3Cimg%20src%3Dx%20onerror%3Dalert(5)%3E", "#%22%3E<script>alert(6)</script>", "#rows?model=%E2%80%AE&row=%00", "#constructor"]) {
    await page.goto("about:blank");
    await page.goto(url + bad);
    await ready();
    assert.equal(await page.locator("dialog[open], main img, main script").count(), 0);
  }
});
