// Opens pages in Chromium, and notes what must not happen: errors and warnings of the
// console, dialogs, requests of the network. The directory of playwright-core and
// axe-core is in TRUTHLOOP_BROWSER, that of screenshots, if they are wanted, in
// TRUTHLOOP_SCREENSHOTS.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const require = createRequire(join(process.env.TRUTHLOOP_BROWSER, "package.json"));
const { chromium } = require("playwright-core");
const axe = join(process.env.TRUTHLOOP_BROWSER, "node_modules/axe-core/axe.min.js");

// open opens a browser with an empty page and closes it after use. Requests to the origin
// are allowed.
export async function open({ width = 1400, height = 900, scheme = "light", origin = "file:" }, use) {
  const profile = mkdtempSync(join(tmpdir(), "truthloop-browser-"));
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.TRUTHLOOP_CHROMIUM,
    headless: true,
    colorScheme: scheme,
    viewport: { width, height },
    permissions: ["clipboard-read", "clipboard-write"],
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  const wrong = [];
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    page.on("console", (m) => ["error", "warning"].includes(m.type()) && wrong.push(`console: ${m.text()}`));
    page.on("pageerror", (e) => wrong.push(`error: ${e.stack}`));
    page.on("dialog", (d) => { wrong.push(`dialog: ${d.message()}`); d.dismiss(); });
    page.on("request", (r) => !/^(file|data|blob):/.test(r.url()) && !r.url().startsWith(origin) && wrong.push(`request: ${r.url()}`));
    await use(page);
    assert.deepEqual(wrong, []);
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

// accessible fails if axe-core finds a violation of WCAG 2.2, level A or AA.
export async function accessible(page, where) {
  if (!(await page.evaluate("!!window.axe"))) await page.evaluate(readFileSync(axe, "utf8"));
  const violations = await page.evaluate(async () => {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
    const found = await window.axe.run(document, { runOnly: { type: "tag", values: tags }, resultTypes: ["violations"] });
    return found.violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => `${n.html.slice(0, 150)} (${n.failureSummary.slice(0, 300)})`).join("; ")}`);
  });
  assert.deepEqual(violations, [], where);
}

// shot writes a screenshot, if they are wanted.
export async function shot(page, name) {
  if (process.env.TRUTHLOOP_SCREENSHOTS) await page.screenshot({ path: join(process.env.TRUTHLOOP_SCREENSHOTS, name + ".png") });
}

// pick chooses a value of a filter by the begin of its chip; without a value, any.
export async function pick(page, filter, value) {
  const chips = page.locator(`#filter-${filter} .chip`);
  await (value ? chips.filter({ hasText: new RegExp("^" + value) }) : chips.and(page.locator('[aria-pressed="true"]'))).click();
}
