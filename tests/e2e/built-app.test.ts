// @module-tag rest

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { PASSWORD } from "../support/e2e/stack.ts";

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

  it("loads nothing from other hosts", () => {
    const page = files.get("/index.html") ?? "";
    expect(page.match(/(src|href)="(?!\/)[^"]*"/g)).toBeNull();
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

  it("evaluates no text as code, which its security policy would block", () => {
    // The document readers only test whether eval is allowed, and work without it.
    const found = [...files].filter(
      ([path, text]) =>
        path.endsWith(".js") && !path.includes("/on-demand/") && /\beval\(/.test(text),
    );
    expect(found.map(([path]) => path)).toEqual([]);
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
