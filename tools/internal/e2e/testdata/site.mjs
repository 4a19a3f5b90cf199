// Reads the site of make site as a reader would: searches a term, opens a result, and
// follows every link of every page. Argument: the folder of the site.
import assert from "node:assert/strict";
import { createReadStream, existsSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import { open, shot } from "../../../../analyze/report/testdata/page.mjs";

const site = resolve(process.argv[2]);
const types = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".json": "application/json", ".png": "image/png", ".svg": "image/svg+xml" };
const file = (url) => join(site, decodeURIComponent(new URL(url).pathname));
const server = createServer((request, response) => {
  const name = file("http://localhost" + request.url);
  response.writeHead(existsSync(name) ? 200 : 404, { "Content-Type": types[extname(name)] ?? "text/plain" });
  existsSync(name) ? createReadStream(name).pipe(response) : response.end();
});
// A link to a folder leads to its page.
const document = (href) => href.split("#")[0].replace(/\/?$/, (end) => (existsSync(file(href) + "/index.html") ? "/index.html" : end));
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const origin = `http://127.0.0.1:${server.address().port}`;

await open({ origin }, async (page) => {
  await page.goto(origin + "/index.html");
  assert.match(await page.textContent("h1"), /^truthloop/);
  await shot(page, "site");

  // The key opens the search as soon as the scripts of the page are ready.
  for (let tries = 0; !(await page.isVisible(".md-search__input")); tries++) {
    assert.ok(tries < 60, "the search does not open");
    await page.keyboard.press("/");
    await page.waitForTimeout(500);
  }
  await page.fill(".md-search__input", "witness");
  await page.waitForSelector(".md-search-result__link");
  const results = await page.locator(".md-search-result__link").evaluateAll((all) => all.map((a) => a.href));
  assert.ok(results.some((url) => url.includes("reference/verdicts.html") && url.endsWith("#witnesses")), results.join("\n"));
  await page.click(".md-search-result__link >> nth=0");
  await page.waitForURL((url) => url.pathname !== "/index.html");
  assert.match(await page.textContent("article"), /witness/i);

  // Every page is opened, and every link leads to a file, and to an anchor if it names one.
  const anchors = new Map();
  const links = new Map();
  const queue = [origin + "/index.html"];
  for (const url of queue) {
    await page.goto(url);
    anchors.set(url, new Set(await page.evaluate(() => [...document.querySelectorAll("[id]")].map((e) => e.id))));
    for (const href of await page.evaluate(() => [...document.querySelectorAll("a[href]")].map((a) => a.href))) {
      if (!href.startsWith(origin)) continue;
      const target = document(href);
      assert.ok(existsSync(file(target)), `${url}: found the link ${href}, expected a file of the site`);
      links.set(href, url);
      if (extname(target) === ".html" && !queue.includes(target)) queue.push(target);
    }
  }
  for (const [href, from] of links) {
    const [target, anchor] = [document(href), href.split("#")[1]];
    if (anchor && anchors.has(target)) {
      assert.ok(anchors.get(target).has(decodeURIComponent(anchor)), `${from}: found the link ${href}, expected an anchor of the page`);
    }
  }
  for (const name of readdirSync(site, { recursive: true })) {
    if (name.endsWith(".html") && name !== "404.html") assert.ok(anchors.has(`${origin}/${name}`), `no link leads to ${name}`);
  }
  console.log(`${queue.length} pages, ${links.size} links`);
});
server.close();
