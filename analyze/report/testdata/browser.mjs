// Opens a report in Chromium as a reader would and checks what the reader sees, how
// long it takes, and that hostile rows stay text. Arguments: the report, the number of
// its rows.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { accessible, open, pick, shot } from "./page.mjs";

const [file, rows] = [process.argv[2], Number(process.argv[3])];
await open({ width: 1280 }, async (page) => {
  await page.addInitScript(() => {
    window.longest = 0;
    window.unpacked = 0;
    const Stream = window.DecompressionStream;
    window.DecompressionStream = class extends Stream {
      constructor(...all) {
        super(...all);
        window.unpacked++;
      }
    };
    new PerformanceObserver((list) => list.getEntries().forEach((e) => (window.longest = Math.max(window.longest, e.duration)))).observe({ entryTypes: ["longtask"] });
  });
  const status = () => page.textContent("#status");
  const first = () => page.textContent("#lines tbody tr:first-child button");

  // The processor time of the page, which other processes do not change.
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("Performance.enable", { timeDomain: "threadTicks" });
  const began = Date.now();
  await page.goto(pathToFileURL(file).href);
  await page.waitForSelector("#lines tbody tr");
  const loaded = Date.now() - began;
  const { metrics } = await protocol.send("Performance.getMetrics");
  const worked = 1000 * metrics.find((m) => m.name === "TaskDuration").value;
  assert.equal(await status(), `Rows 1 to 25 of ${rows.toLocaleString("en")}`);
  assert.equal(await page.locator("#lines tbody tr").count(), 25);
  await shot(page, "report-light");

  // The figures: the table has five lines of models and datasets and one over all.
  assert.equal(await page.locator("#summary tbody tr").count(), 6);
  assert.match(await page.textContent("#summary tbody tr:last-child"), /all/);
  assert.match(await page.textContent("#lead"), /^By proof, .+ brings back the same meaning in 80 % of [\d,]+ answers, and .+ in 80 %\. Paired tests find no difference among the best 2 models\.$/);
  const part = page.locator("#parts tbody tr");
  assert.equal(await part.locator("a").getAttribute("href"), "./model-%3Cb%3E%23%3F/report.html");
  assert.match(await part.textContent(), /^model-<b>#\?[\d,]+0\.800/);
  assert.deepEqual(await page.locator("#cards .fact .of").allTextContents(), ["Accuracy", "Half are right at", "Most frequent mistake"]);
  assert.match(await page.textContent("#cards"), /symbol renamed9,999|symbol renamed10,000/);

  // What was lost: the shortest wrong row of each kind, with the difference marked.
  assert.deepEqual(await page.locator("#lost h3").allTextContents(), ["symbol renamed · 10,000 rows", "does not parse · 1 row"]);
  assert.equal(await page.locator("#lost article").first().locator("del, ins").count(), 2);

  // However many rows there are, the page has elements for those it shows, and
  // has unpacked what these need: nothing grows that could freeze it.
  const elements = () => page.evaluate(() => document.querySelectorAll("*").length - document.querySelectorAll('[type="text/plain"]').length);
  const unpacked = () => page.evaluate(() => window.unpacked);
  assert.ok((await elements()) < 2500, `${await elements()} elements`);
  assert.ok((await unpacked()) <= 4, `${await unpacked()} chunks unpacked`); // the index, the first rows, and those of the mistakes

  // A judge who always says yes: right of the equivalent, wrong of the others.
  assert.ok(await page.isVisible("#agreement-h"));
  assert.equal(await page.locator("#agreement svg.coverage polyline").count(), 4);
  assert.equal(await page.locator("#agreement > .scroll tbody tr").count(), 4);
  assert.ok(await page.isVisible("#judges-h"));
  assert.equal(await page.locator("#judges .matrix").count(), 4);
  const matrix = page.locator("#judges .matrix").first();
  assert.deepEqual(await matrix.locator("th[scope=col]").allTextContents(), ["says yes", "says no"]);
  assert.deepEqual(await matrix.locator("th[scope=row]").allTextContents(), ["equivalent", "not equivalent"]);
  assert.match(await matrix.locator("td.right").first().textContent(), / 100 %$/);
  assert.match(await matrix.locator("td.right").last().textContent(), /^0 0 %$/);
  assert.equal(await page.locator("#judges > .scroll tbody tr").count(), 4);

  // Provenance: the input with its manifest, and what it was made from.
  assert.deepEqual(await page.locator("#provenance tbody tr").evaluateAll((rows) => rows.map((r) => [...r.children].slice(0, 3).map((c) => c.textContent))),
    [["rows.jsonl", "input", "verify"], ["fs.jsonl", "earlier", ""]]);

  // Curves: a model can be hidden, another axis chosen, a value read.
  const shown = () => page.evaluate(() => new Set([...document.querySelectorAll("#curves details tbody tr td:first-child")].map((td) => td.textContent)).size);
  assert.equal(await shown(), 2);
  await page.click("#curves .keys button >> nth=0");
  assert.equal(await page.getAttribute("#curves .keys button >> nth=0", "aria-pressed"), "false");
  assert.equal(await shown(), 1);
  await page.keyboard.press("Enter"); // the key kept the focus
  assert.equal(await shown(), 2);
  await page.selectOption("#choose-x-axis", "depth");
  assert.match(await page.getAttribute("#curves .chart", "aria-label"), /against depth/);
  await page.locator("#curves .u-over").hover({ position: { x: 300, y: 100 } });
  assert.match(await page.textContent("#curves .tip"), /^depth .*\(0\.\d+ to /);
  await page.selectOption("#choose-y-axis", "compliance");
  assert.match(await page.textContent("#curves details caption"), /Values of the chart/);

  // The theme.
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.click("#theme");
  assert.notEqual(await ground(), light);
  await page.evaluate(() => scrollTo(0, 0));
  await shot(page, "report-dark");
  await page.click("#theme");
  assert.equal(await ground(), light);

  // Pages and filters.
  await page.click("#next");
  await page.waitForFunction(() => document.querySelector("#lines tbody tr button").textContent === "26");
  await page.click("#last");
  await page.waitForFunction((n) => document.querySelector("#lines tbody tr:last-child button").textContent === n, String(rows));
  const filtering = Date.now();
  await pick(page, "verdict", "not equivalent");
  await page.waitForFunction(() => [...document.querySelectorAll("#lines td[data-label=\"verdict\"]")].every((td) => td.textContent === "not equivalent"));
  const filtered = Date.now() - filtering;
  assert.ok((await elements()) < 2500, `${await elements()} elements`);
  assert.ok((await unpacked()) <= 8, `${await unpacked()} chunks unpacked`); // two pages more, of at most two chunks each
  assert.notEqual(await status(), `Rows 1 to 25 of ${rows.toLocaleString("en")}`);
  const handled = await page.evaluate(() => {
    const began = performance.now();
    document.querySelector('#filter-verdict [aria-pressed="true"]').click();
    return performance.now() - began;
  });

  // A search through all texts, and through those that are left.
  const searching = Date.now();
  await page.fill("#search", `not p${Math.floor((rows - 2) / 2)}.`);
  await page.waitForFunction(() => /^Rows 1 to [12] of /.test(document.getElementById("status").textContent));
  const searched = Date.now() - searching;
  await page.fill("#search", "");
  await pick(page, "verdict", "not equivalent");
  await page.waitForFunction(() => [...document.querySelectorAll('#lines td[data-label="verdict"]')].every((td) => td.textContent === "not equivalent") && document.querySelectorAll("#lines tbody tr").length === 25);

  // A row, by the keyboard alone: it opens, goes on and closes.
  await page.focus("#lines tbody tr:first-child button");
  await page.keyboard.press("Enter");
  await page.waitForSelector("dialog[open]");
  const title = await page.textContent("#row-h");
  assert.ok(title.startsWith(`Row ${await first()} `), title);
  assert.match(await page.textContent("dialog"), /Why they differ\{"KIND":"ASSIGNMENT"/);
  assert.match(await page.textContent("dialog"), /Repaired by one edit: symbol renamed\(p1 ∧ ¬p\d+\)/);
  await shot(page, "report-row");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction((t) => document.getElementById("row-h").textContent !== t, title);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("dialog[open]").count(), 0);

  // Hostile text is text: the model is called like a script, and one row holds
  // markup, controls and a megabyte.
  await pick(page, "verdict");
  await pick(page, "dataset", "hostile");
  await page.waitForFunction(() => document.querySelectorAll("#lines tbody tr").length === 1);
  await page.click("#lines tbody tr button");
  await page.waitForSelector("dialog[open]");
  const said = await page.textContent("dialog");
  for (const text of ["</script><script>alert(1)</script>", "<img src=x onerror=alert(2)>", "U+202E", "U+0000", "show all 1,000,000 characters"]) assert.ok(said.includes(text), text);
  assert.ok((await page.textContent("#curves .keys")).includes("<b onclick=alert(3)>"));
  assert.equal(await page.locator("dialog img, dialog script, .keys b").count(), 0);
  await page.getByRole("button", { name: "show all" }).click();
  assert.ok((await page.textContent("dialog")).length > 1_000_000);

  await accessible(page, "a hostile row");
  const longest = await page.evaluate(() => window.longest);
  console.log(JSON.stringify({ loaded, worked, filtered, searched, handled, longest }));
});
