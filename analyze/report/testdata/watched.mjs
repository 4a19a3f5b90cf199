// Reads a page of report --watch. Argument: the report.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { accessible, open } from "./page.mjs";

await open({ width: 390 }, async (page) => {
  await page.clock.install();
  await page.goto(pathToFileURL(process.argv[2]).href + "#rows?page=2");
  await page.waitForSelector("html[data-ready]");
  assert.match(await page.textContent("header .controls"), /^The run goes on\. This page is of 2026-01-02 03:04:05 UTC\./);
  await accessible(page, "a page of a run");
  const again = () => page.evaluate(() => (window.again ??= "first"));
  await again();
  await page.clock.fastForward(25_000);
  assert.equal(await page.evaluate(() => window.again), "first", "the page loaded itself again");
  await page.check("#reload");
  assert.match(new URL(page.url()).hash, /reload=1/);
  const loaded = page.waitForEvent("load");
  await page.clock.fastForward(11_000);
  await loaded;
  await page.waitForSelector("html[data-ready]");
  assert.equal(await page.evaluate(() => window.again), undefined);
  assert.ok(await page.isChecked("#reload"));
  assert.equal(await page.textContent("#status"), "Rows 26 to 30 of 30");
});
