// The direction of texts in a report of one row. Argument: the report.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { open } from "./page.mjs";

await open({ width: 1280 }, async (page) => {
  await page.goto(pathToFileURL(process.argv[2]).href);
  await page.waitForSelector("#lines tbody tr");
  const direction = (selector) => page.evaluate((s) => getComputedStyle(document.querySelector(s)).direction, selector);
  assert.equal(await direction("#lines td.of-nl .cell"), "rtl");
  assert.equal(await direction("#lines td.of-fs .cell"), "ltr");
  await page.click("#lines tbody tr:first-child button");
  await page.waitForSelector("dialog[open] pre");
  assert.equal(await direction('dialog pre[aria-label="Description"]'), "rtl");
  assert.equal(await direction('dialog pre[aria-label="Formula"]'), "ltr");
});
