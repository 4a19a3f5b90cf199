// Takes the pictures of the report for the documentation: the whole first part of the
// page, and a row whose mistake the README shows. Argument: the report.
import { pathToFileURL } from "node:url";
import { open, shot } from "../../../../analyze/report/testdata/page.mjs";

const report = pathToFileURL(process.argv[2]).href;
await open({ width: 1280, height: 1250 }, async (page) => {
  await page.goto(report);
  await page.waitForSelector("#lines tbody tr");
  await shot(page, "report");
});
await open({ width: 1280, height: 700 }, async (page) => {
  await page.goto(report);
  await page.locator("#lost article", { hasText: "negation dropped" }).getByRole("button").click();
  await page.waitForSelector("dialog[open]");
  await shot(page, "row");
});
