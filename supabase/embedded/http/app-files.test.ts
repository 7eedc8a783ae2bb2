// @module-tag rest

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Backend, startBackend } from "#tests/support/backend.ts";

const page = "<!doctype html><title>Field Agents</title>";
const script = `console.log(${JSON.stringify("x".repeat(4000))});`;

let appDir: string;
let backend: Backend;
beforeAll(async () => {
  appDir = await mkdtemp(join(tmpdir(), "field-agents-app-"));
  await mkdir(join(appDir, "assets"));
  await writeFile(join(appDir, "index.html"), page);
  await writeFile(join(appDir, "sw.js"), "self.skipWaiting;");
  await writeFile(join(appDir, "manifest.webmanifest"), "{}");
  await writeFile(join(appDir, "assets/main-1a2b3c.js"), script);
  await writeFile(join(appDir, "assets/icon.svg"), "<svg/>");
  await mkdir(join(appDir, "models"));
  await writeFile(join(appDir, "models/1a2b3c.bin"), new Uint8Array(4000));
  await writeFile(join(appDir, "..", `${appDir.split("/").at(-1)}-secret.txt`), "secret");
  backend = await startBackend({ env: { APP_DIR: appDir } });
});
afterAll(async () => {
  await backend.stop();
  await rm(appDir, { recursive: true, force: true });
  await rm(`${appDir}-secret.txt`, { force: true });
});

const navigation = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

test.each([
  ["/", "text/html; charset=utf-8", "no-cache"],
  ["/index.html", "text/html; charset=utf-8", "no-cache"],
  ["/sw.js", "text/javascript; charset=utf-8", "no-cache"],
  ["/manifest.webmanifest", "application/manifest+json", "no-cache"],
  [
    "/assets/main-1a2b3c.js",
    "text/javascript; charset=utf-8",
    "public, max-age=31536000, immutable",
  ],
  ["/assets/icon.svg", "image/svg+xml; charset=utf-8", "public, max-age=31536000, immutable"],
  ["/models/1a2b3c.bin", "application/octet-stream", "public, max-age=31536000, immutable"],
])("%s is served as %s, with cache-control %s", async (path, type, caching) => {
  const reply = await fetch(backend.url + path);
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-type")?.toLowerCase()).toBe(type);
  expect(reply.headers.get("cache-control")).toBe(caching);
});

test.each(["/auth", "/voice-agent", "/history?agent=voice", "/no/such/page"])(
  "a page's address, %s, is answered with the app",
  async (path) => {
    const reply = await fetch(backend.url + path, { headers: navigation });
    expect(reply.status).toBe(200);
    expect(await reply.text()).toBe(page);
    expect(reply.headers.get("cache-control")).toBe("no-cache");
  },
);

test.each([
  "/assets/gone-9f8e7d.js",
  "/missing.png",
  "/robots.txt",
  "/assets/gone",
  "/models/gone",
])("a missing file, %s, is answered with 404, even if a browser navigates to it", async (path) => {
  const reply = await fetch(backend.url + path, { headers: navigation });
  expect(reply.status).toBe(404);
  expect(await reply.text()).not.toContain("<title>");
});

test("a request that is no navigation is not answered with the page", async () => {
  expect((await fetch(`${backend.url}/voice-agent`, { headers: { accept: "*/*" } })).status).toBe(
    404,
  );
  const posted = await fetch(`${backend.url}/voice-agent`, { method: "POST", headers: navigation });
  expect(posted.status).toBe(404);
});

test("files outside of the app's folder are not served", async () => {
  const secret = `${appDir.split("/").at(-1)}-secret.txt`;
  for (const path of [
    `/../${secret}`,
    `/%2e%2e/${secret}`,
    `/..%2f${secret}`,
    `/assets/../../${secret}`,
  ]) {
    // fetch would normalise the path before sending it.
    const { status, body } = await new Promise<{ status: number; body: string }>(
      (resolve, reject) => {
        const url = new URL(backend.url);
        get({ host: url.hostname, port: url.port, path }, (reply) => {
          let body = "";
          reply.on("data", (chunk) => {
            body += chunk;
          });
          reply.on("end", () => resolve({ status: reply.statusCode ?? 0, body }));
        }).on("error", reject);
      },
    );
    expect(status, path).toBe(404);
    expect(body).not.toContain("secret");
  }
});

test("text is compressed, and not sent again if the browser has it already", async () => {
  const address = `${backend.url}/assets/main-1a2b3c.js`;
  for (const encoding of ["gzip", "br"]) {
    const reply = await fetch(address, { headers: { "accept-encoding": encoding } });
    expect(reply.headers.get("content-encoding")).toBe(encoding);
    expect(await reply.text()).toBe(script);
  }
  const first = await fetch(`${backend.url}/`, { headers: navigation });
  const again = await fetch(`${backend.url}/`, {
    headers: { ...navigation, "if-none-match": first.headers.get("etag") ?? "" },
  });
  expect(again.status).toBe(304);
});

test("a part of a model, which is compressed already, is sent as it is", async () => {
  const reply = await fetch(`${backend.url}/models/1a2b3c.bin`, {
    headers: { "accept-encoding": "gzip, br" },
  });
  expect(reply.headers.get("content-encoding")).toBeNull();
  expect((await reply.arrayBuffer()).byteLength).toBe(4000);
});

test("if the app is not built, its pages say so and the backend still serves", async () => {
  await rm(join(appDir, "index.html"));
  const reply = await fetch(`${backend.url}/`, { headers: navigation });
  expect(reply.status).toBe(503);
  expect(await reply.text()).toContain("npm run build");
  expect((await fetch(`${backend.url}/healthz`)).status).toBe(200);
  await writeFile(join(appDir, "index.html"), page);
});
