// @module-tag rest

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { stackForTests } from "../support/e2e/pages.ts";
import { PASSWORD } from "../support/e2e/stack.ts";
import { recordOffline, untilInstalled } from "../support/e2e/voice-pages.ts";

/** The folder from which the tests' backends serve the app, too. */
const appDir = process.env.APP_DIR ?? fileURLToPath(new URL("../../dist", import.meta.url));

/** Text of the built app, by path. */
let files: Map<string, string>;
beforeAll(async () => {
  files = new Map();
  for (const entry of await readdir(appDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(html|js|css|json|webmanifest|svg|txt)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(path.slice(appDir.length), await readFile(path, "utf8"));
  }
});

describe("the built app", () => {
  it("has no inline script or handler in its pages, which its security policy would block", () => {
    const pages = [...files].filter(([path]) => path.endsWith(".html"));
    expect(pages).not.toEqual([]);
    for (const [path, page] of pages) {
      for (const [script, attributes, text] of page.matchAll(
        /<script\b([^>]*)>([\s\S]*?)<\/script>/g,
      )) {
        expect(attributes, `${path}: ${script}`).toMatch(/\ssrc="\/[^/]/);
        expect(text, `${path}: ${script}`).toBe("");
      }
      expect(page, path).not.toMatch(/\son[a-z]+\s*=|javascript:|<base\b|<style\b/i);
    }
  });

  it("has one script besides the entry that changes when a page changes", () => {
    const [, entry = ""] =
      /src="(\/assets\/index-[^"]+)"/.exec(files.get("/index.html") ?? "") ?? [];
    const name = entry.slice(entry.lastIndexOf("/") + 1);
    expect(name).not.toBe("");
    // The entry names the pages' files. A script that imports it changes whenever a page does.
    const importers = [...files]
      .filter(([path, text]) => path.endsWith(".js") && text.includes(name))
      .map(([path]) => path.replace(/-[\w-]{8}\.js$/, ""));
    expect(new Set(importers)).toEqual(new Set(["/assets/load-ahead", "/service-worker.js"]));
  });

  it("has the worker's code apart from the list of the app's files, which each release changes", () => {
    const worker = files.get("/service-worker.js") ?? "";
    expect(worker).toMatch(
      /^self\.filesOfApp=\[\{.*\}\];importScripts\("\/assets\/worker-[\w-]{8}\.js"\);\n$/,
    );
    const [code = ""] = /\/assets\/worker-[^"]+/.exec(worker) ?? [];
    expect(files.get(code)).toContain("self.filesOfApp");
  });

  it("has the parts of the speech models once, and stores none of them with the app", async () => {
    const all = await readdir(appDir, { recursive: true });
    // The runtime of the models comes with them, and not as a file of the code that runs it.
    expect(all.filter((path) => path.endsWith(".wasm"))).toEqual([]);
    const parts = all.filter((path) => /^models\/[0-9a-f]{16}\.bin$/.test(path));
    expect(parts.length).toBeGreaterThan(30);
    expect(all.filter((path) => path.startsWith("models/"))).toHaveLength(parts.length);
    expect(files.get("/service-worker.js")).not.toMatch(/models\/[0-9a-f]/);
    expect(files.get("/licences/speech.txt")).toContain("Useful Sensors, Inc.");
  });

  it.each([
    ["the password of the demo", new RegExp(PASSWORD)],
    ["a secret key of a project", /\bsb_secret_[A-Za-z0-9_-]{8,}/],
    ["a signed token", /\beyJ[A-Za-z0-9_-]{15,}\.eyJ[A-Za-z0-9_-]{15,}/],
    ["an OpenAI key", /\bsk-(proj-)?[A-Za-z0-9]{20,}/],
    ["a private key", /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
    [
      "the name of a secret",
      /SUPABASE_SERVICE_ROLE_KEY|OPENAI_API_KEY|SUPER_ADMIN_PASSWORD|DATABASE_URL/,
    ],
  ])("holds not %s", (_, pattern) => {
    const found = [...files].filter(([, text]) => pattern.test(text));
    expect(found.map(([path]) => path)).toEqual([]);
  });
});

const stack = stackForTests();

/** Opens a tab on a new device and makes its first visit to the sign-in page. */
async function firstVisit(profile: string): Promise<Page> {
  const browser = await stack.browser(profile);
  const page = await browser.newPage();
  await page.goto(`${stack.network.url}/auth`);
  await untilInstalled(page);
  return page;
}

it("can be installed, and every picture of the manifest has the size that the manifest says", async () => {
  const page = await firstVisit("installable");
  const session = await page.context().newCDPSession(page);
  expect(await session.send("Page.getInstallabilityErrors")).toEqual({ installabilityErrors: [] });
  const { url, errors, data } = await session.send("Page.getAppManifest");
  expect(url).toBe(`${stack.network.url}/manifest.webmanifest`);
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? "");
  expect(manifest.shortcuts.map((shortcut: { url: string }) => shortcut.url)).toEqual([
    "/voice-agent",
    "/snap-agent",
    "/label-agent",
    "/ask-agent",
  ]);
  const pictures: { src: string; sizes: string; type: string }[] = [
    ...manifest.icons,
    ...manifest.screenshots,
    ...manifest.shortcuts.flatMap((shortcut: { icons: object[] }) => shortcut.icons),
  ];
  const real = await page.evaluate(
    (sources) =>
      Promise.all(
        sources.map(async (src) => {
          const response = await fetch(src);
          const type = response.headers.get("content-type")?.split(";")[0];
          const image = new Image();
          image.src = src;
          await image.decode();
          const isVector = type === "image/svg+xml";
          const sizes = isVector ? "any" : `${image.naturalWidth}x${image.naturalHeight}`;
          return { src, sizes, type };
        }),
      ),
    pictures.map(({ src }) => src),
  );
  expect(real).toEqual(pictures.map(({ src, sizes, type }) => ({ src, sizes, type })));
});

it("asks the browser to wake the worker while something waits", async () => {
  const page = await (await stack.browser("woken")).newPage();
  await recordOffline(stack, page, () =>
    page.waitForFunction(async () => {
      const registration: ServiceWorkerRegistration & {
        sync?: { getTags(): Promise<string[]> };
      } = await navigator.serviceWorker.ready;
      return (await registration.sync?.getTags())?.includes("drain");
    }),
  );
});

it("reports to the console what its security policy blocks, where the tours look for it", async () => {
  const browser = await stack.browser("probe");
  const page = await browser.newPage();
  await page.goto(stack.network.url);
  await page.evaluate(() => {
    const style = document.createElement("style");
    style.textContent = "p { color: red }";
    document.head.append(style);
    document.body.setAttribute("style", "color: red");
  });
  await expect.poll(() => browser.consoleTrouble.length).toBe(2);
  for (const line of browser.consoleTrouble) {
    expect(line).toMatch(/violates the following Content Security Policy directive 'style-src/);
  }
});

it("leaves requests for the backend's addresses and files to the network", async () => {
  const page = await firstVisit("denied");
  const paths = [
    "/auth/v1/health",
    "/rest/v1/",
    "/storage/v1/bucket",
    "/functions/v1/voice-transcribe",
    "/config.json",
    "/healthz",
    "/robots.txt",
    "/manuals/missing.pdf",
  ];
  for (const path of paths) {
    const response = await page.goto(`${stack.network.url}${path}`);
    expect([path, response?.fromServiceWorker()]).toEqual([path, false]);
    expect([path, response?.headers()["content-type"]]).not.toEqual([path, "text/html"]);
  }
  const shell = await page.goto(`${stack.network.url}/auth?next=report.pdf`);
  expect(shell?.fromServiceWorker()).toBe(true);
});
