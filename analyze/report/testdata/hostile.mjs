// Opens every row of a report of hostile texts. Arguments: the report, the texts as JSON.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { accessible, open } from "./page.mjs";

const texts = JSON.parse(readFileSync(process.argv[3], "utf8")), rows = 4 * texts.length;
for (const width of [1400, 390]) await open({ width }, async (page) => {
  // No element but the page's own, no character that hides or reorders, in no attribute.
  const clean = async (where) => {
    const found = await page.evaluate(() => {
      const bad = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u, all = [];
      for (const n of document.querySelectorAll("body *:not(body > script)")) {
        if (/^(img|script|iframe|object|embed|link|meta|base|form|style)$/i.test(n.tagName)) all.push(n.outerHTML.slice(0, 100));
        for (const a of n.attributes) if (/^on/i.test(a.name) || bad.test(a.value) || /javascript:/i.test(a.value) && a.name === "href") all.push(`${n.tagName} ${a.name}`);
        for (const c of n.childNodes) if (c.nodeType === 3 && bad.test(c.data)) all.push(`${n.tagName}: ${c.data.slice(0, 80)}`);
      }
      if (document.documentElement.scrollWidth > innerWidth) all.push("scrolls sideways", ...[...document.querySelectorAll("body *")].filter((n) => n.getBoundingClientRect().right > innerWidth + 1 && !n.closest(".scroll")).slice(0, 3).map((n) => n.outerHTML.slice(0, 100)));
      return all;
    });
    assert.deepEqual(found, [], where);
  };
  await page.goto(pathToFileURL(process.argv[2]).href);
  await page.waitForSelector("html[data-ready]");
  await clean("the page");
  await accessible(page, "a hostile page");
  await page.selectOption("#view", "formula");
  await page.waitForFunction(() => document.getElementById("status").textContent.startsWith("Formulas"));
  await clean("the formulas");
  await page.selectOption("#view", "");
  await page.waitForFunction(() => document.getElementById("status").textContent.startsWith("Rows"));
  await page.click("#lines tbody tr:first-child button");
  for (let k = 1; k <= rows; k++) {
    await page.waitForFunction((k) => document.querySelector("dialog[open] #row-h")?.textContent.startsWith(`Row ${k} `), k);
    await page.evaluate(() => document.querySelectorAll("dialog details").forEach((d) => (d.open = true)));
    await clean(`row ${k}`);
    if (k % 4 === 1) {
      await page.click('dialog button:text-is("Copy as JSON")');
      await page.waitForFunction(() => document.querySelector("dialog [role=status]").textContent === "Copied.");
      const row = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())), text = texts[(k - 1) / 4];
      for (const f of ["id", "model", "fs", "nl", "verdict_reason", "params"]) assert.equal(row[f], text, f);
      assert.equal(row.conversations[0].messages[0].content, text);
      // A shell reads the command as three words and the names, or there is none.
      const copies = page.locator('dialog button:text-is("Copy verify command")');
      if (await copies.count()) {
        await copies.click();
        await page.waitForFunction(() => navigator.clipboard.readText().then((s) => s.startsWith("verify explain ")));
        const command = await page.evaluate(() => navigator.clipboard.readText());
        const words = execFileSync("sh", ["-c", `verify() { for w; do printf '%s\\0' "$w"; done; }; ${command}`], { encoding: "utf8" }).split("\0").slice(0, -1);
        assert.deepEqual(words, ["explain", ...(text.startsWith("-") ? ["--"] : []), text, text], command);
      }
    }
    if (k < rows) await page.click('dialog button:text-is("Next")');
  }
});
