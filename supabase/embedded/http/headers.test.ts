// @module-tag rest

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rest, signIn, startBackend } from "#tests/support/backend.ts";
import { headOf, openRaw } from "#tests/support/raw-request.ts";
import { DEMO, headersOf, runningBackend } from "#tests/support/running-backend.ts";
import { WASM_SCRIPTS } from "./headers.ts";

const MANUALS = "/storage/v1/object/knowledge-base";
const navigation = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const forever = "public, max-age=31536000, immutable";
const page = "<!doctype html><title>Field Agents</title>";
const script = `console.log(${JSON.stringify("x".repeat(4000))});`;
const SPEECH = `${WASM_SCRIPTS}speech-1a2b3c.js`;
const FILES: Record<string, string | Uint8Array> = {
  "index.html": page,
  "sw.js": "self.skipWaiting;",
  "manifest.webmanifest": "{}",
  "assets/main-1a2b3c.js": script,
  "assets/icon.svg": "<svg/>",
  "assets/on-demand/pdf-1a2b3c.js": "export {};",
  [SPEECH]: "export {};",
  "models/1a2b3c.bin": new Uint8Array(4000),
  "../secret.txt": "secret",
};

let folder: string;
let appDir: string;
afterAll(() => rm(folder, { recursive: true, force: true }));
const backend = runningBackend(async () => {
  folder = await mkdtemp(join(tmpdir(), "field-agents-app-"));
  appDir = join(folder, "app");
  for (const [path, content] of Object.entries(FILES)) {
    const file = join(appDir, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  return { env: { APP_DIR: appDir } };
});
let admin: { apikey: string; authorization?: string };
let manual: string;
beforeAll(async () => {
  const { accessToken } = await signIn(backend, "admin@demo.example", DEMO);
  admin = headersOf(backend, accessToken);
  const path = "knowledge_base?select=file_path&limit=1";
  const { body } = await rest<{ file_path: string }[]>(backend, accessToken, "GET", path);
  manual = body[0]?.file_path ?? "";
});
/** The headers of every answer of the server, of whatever kind. */
const everywhere = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy":
    "microphone=(self), camera=(self), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=(), accelerometer=(), gyroscope=(), magnetometer=(), display-capture=()",
  // No setting says that there is TLS in front.
  "strict-transport-security": null,
  "x-powered-by": null,
};

const ofTheApp = {
  ...everywhere,
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy": [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "object-src 'none'",
  ].join("; "),
};

const ofTheBackend = {
  ...everywhere,
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
};

const pick = (headers: Headers, names: object): Record<string, string | null> =>
  Object.fromEntries(Object.keys(names).map((name) => [name, headers.get(name)]));

/** The app's headers for a worker that runs WebAssembly. */
const ofWasm = {
  ...ofTheApp,
  "content-security-policy": ofTheApp["content-security-policy"].replace(
    "script-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
  ),
};

test("a page that the browser has cached already is answered with the same headers", async () => {
  const first = await fetch(backend.url, { headers: navigation });
  const etag = first.headers.get("etag") ?? "";
  const again = await fetch(backend.url, { headers: { ...navigation, "if-none-match": etag } });
  expect(again.status).toBe(304);
  expect(pick(again.headers, ofTheApp)).toEqual(ofTheApp);
});

describe("an answer of the backend cannot run scripts and is not cached:", () => {
  const asAdmin = () => ({ headers: admin });
  const cases: [what: string, status: number, path: string, init?: () => RequestInit][] = [
    ["health", 200, "/healthz"],
    ["the deployment", 200, "/config.json"],
    ["an unknown address of auth", 404, "/auth/v1/nowhere", asAdmin],
    ["rows", 200, "/rest/v1/companies", asAdmin],
    ["no key", 401, "/rest/v1/companies"],
    ["refused rows", 403, "/rest/v1/agent_requests", asAdmin],
    ["a body that is no JSON", 400, "/rest/v1/agent_logs", () => json("{")],
    ["a preflight", 204, "/rest/v1/companies", () => ({ method: "OPTIONS", headers: preflight })],
    ["a stored file that is missing", 400, `${MANUALS}/nowhere.pdf`, asAdmin],
    ["a function without a session", 401, "/functions/v1/ask-query", () => json({}, {})],
    ["a field that is missing", 400, "/functions/v1/ask-query", () => json({})],
    ["a body that is too large", 413, `${MANUALS}/large.pdf`, () => json("x".repeat(10_600_000))],
  ];
  const preflight = { origin: "https://else.example", "access-control-request-method": "POST" };

  function json(body: unknown, headers: Record<string, string> = admin): RequestInit {
    return {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    };
  }

  test.each(cases)("%s (%i)", async (_, status, path, init) => {
    const reply = await fetch(backend.url + path, init?.());
    await reply.body?.cancel();
    expect(reply.status).toBe(status);
    expect(pick(reply.headers, ofTheBackend)).toEqual(ofTheBackend);
  });

  test.each([
    [200, {}],
    [206, { range: "bytes=0-9" }],
    [416, { range: "bytes=99999999-" }],
  ])(
    "an uploaded file, which the browser saves and does not show (%i)",
    async (status, headers) => {
      const address = `${backend.url}${MANUALS}/${encodeURI(manual)}`;
      const reply = await fetch(address, { headers: { ...admin, ...headers } });
      await reply.body?.cancel();
      expect(reply.status).toBe(status);
      expect(reply.headers.get("content-disposition")).toBe("attachment");
      expect(pick(reply.headers, ofTheBackend)).toEqual(ofTheBackend);
    },
  );
});

test("behind TLS, the app and the backend tell browsers to use only TLS", async () => {
  const env = { APP_DIR: appDir, DEMO: "0", PUBLIC_URL: "https://field.example.com" };
  const behind = await startBackend({ env });
  for (const path of ["/", "/healthz", "/rest/v1/companies"]) {
    const { headers } = await fetch(behind.url + path, { headers: navigation });
    expect(headers.get("strict-transport-security"), path).toBe("max-age=31536000");
  }
  await behind.stop();
});

test.each([
  ["a page", "/", "text/html; charset=utf-8", "no-cache"],
  ["a page's address", "/history?agent=voice", "text/html; charset=utf-8", "no-cache"],
  ["the service worker", "/sw.js", "text/javascript; charset=utf-8", "no-cache"],
  ["the manifest", "/manifest.webmanifest", "application/manifest+json", "no-cache"],
  ["a script", "/assets/main-1a2b3c.js", "text/javascript; charset=utf-8", forever],
  ["a part of a model", "/models/1a2b3c.bin", "application/octet-stream", forever],
])(
  "%s, %s, is served as %s, with cache-control %s, and as safe as all",
  async (_, path, type, caching) => {
    const reply = await fetch(backend.url + path, { headers: navigation });
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-type")?.toLowerCase()).toBe(type);
    expect(reply.headers.get("cache-control")).toBe(caching);
    expect(pick(reply.headers, ofTheApp)).toEqual(ofTheApp);
    expect((await reply.text()) === page).toBe(type.startsWith("text/html"));
  },
);

test.each([
  ["a file that is missing, even if a browser navigates to it", "/assets/gone-9f8e7d.js", {}],
  ["what a folder of the app lacks", "/assets/gone", {}],
  ["what the models lack", "/models/gone", {}],
  ["a folder whose name begins like another", `${WASM_SCRIPTS.slice(0, -1)}-2/a`, {}],
  ["what is no navigation", "/voice-agent", { headers: { accept: "*/*" } }],
  ["what is no reading", "/voice-agent", { method: "POST" }],
])("%s, %s, is answered with 404, and as safe as all", async (_, path, init) => {
  const reply = await fetch(backend.url + path, { headers: navigation, ...init });
  expect(reply.status).toBe(404);
  expect(pick(reply.headers, ofTheApp)).toEqual(ofTheApp);
  expect(await reply.text()).not.toContain("<title>");
});

test("the scripts that understand speech may run WebAssembly, and nothing else more", async () => {
  const { status, headers } = await fetch(backend.url + SPEECH);
  expect(status).toBe(200);
  expect(pick(headers, ofWasm)).toEqual(ofWasm);
});

test("files outside of the app's folder are not served", async () => {
  for (const path of [
    "/../secret.txt",
    "/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/assets/../../secret.txt",
  ]) {
    // fetch would normalise the path before sending it.
    const client = await openRaw(backend.url);
    client.write(headOf("GET", path, { connection: "close" }));
    await client.ended;
    expect(client.received(), path).toMatch(/^HTTP\/1\.1 404 /);
    expect(client.received().split("\r\n\r\n")[1]).not.toContain("secret");
  }
});

test("text is compressed, and a part of a model, which is compressed already, is sent as it is", async () => {
  for (const [path, accepted, sent, content] of [
    ["assets/main-1a2b3c.js", "gzip", "gzip", script],
    ["assets/main-1a2b3c.js", "gzip, br", "gzip", script],
    ["models/1a2b3c.bin", "gzip, br", null, "\0".repeat(4000)],
  ]) {
    const headers = { "accept-encoding": accepted ?? "" };
    const reply = await fetch(`${backend.url}/${path}`, { headers });
    expect(reply.headers.get("content-encoding")).toBe(sent);
    expect(await reply.text()).toBe(content);
  }
});
