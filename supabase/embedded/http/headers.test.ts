// @module-tag rest

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hostFiles } from "#supabase/hosting/host-files.ts";
import { type Backend, signIn, startBackend } from "#tests/support/backend.ts";
import { WASM_SCRIPTS } from "./headers.ts";

const MANUALS = "/storage/v1/object/knowledge-base";
const navigation = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

let appDir: string;
let backend: Backend;
let admin: { apikey: string; authorization: string };
let manual: string;
beforeAll(async () => {
  appDir = await mkdtemp(join(tmpdir(), "field-agents-app-"));
  await mkdir(join(appDir, WASM_SCRIPTS), { recursive: true });
  await mkdir(join(appDir, "models"));
  await writeFile(join(appDir, "index.html"), "<!doctype html><title>Field Agents</title>");
  await writeFile(join(appDir, "assets/main-1a2b3c.js"), "export {};");
  await writeFile(join(appDir, "assets/on-demand/pdf-1a2b3c.js"), "export {};");
  await writeFile(join(appDir, WASM_SCRIPTS, "speech-1a2b3c.js"), "export {};");
  await writeFile(join(appDir, "models/1a2b3c.bin"), new Uint8Array(4000));
  backend = await startBackend({ env: { APP_DIR: appDir } });
  const { accessToken } = await signIn(backend, "admin@demo.example", "field-demo");
  admin = { apikey: backend.publishableKey, authorization: `Bearer ${accessToken}` };
  const listed = await fetch(`${backend.url}/rest/v1/knowledge_base?select=file_path&limit=1`, {
    headers: admin,
  });
  manual = (await listed.json())[0].file_path;
});
afterAll(async () => {
  await backend?.stop();
  await rm(appDir, { recursive: true, force: true });
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

function pick(headers: Headers, names: object): Record<string, string | null> {
  return Object.fromEntries(Object.keys(names).map((name) => [name, headers.get(name)]));
}

test.each([
  ["a page", "GET", "/", 200],
  ["the address of a page", "GET", "/auth", 200],
  ["a file", "GET", "/assets/main-1a2b3c.js", 200],
  ["a script that is loaded on demand", "GET", "/assets/on-demand/pdf-1a2b3c.js", 200],
  ["a part of a model", "GET", "/models/1a2b3c.bin", 200],
  ["a file that is missing", "GET", "/assets/gone.js", 404],
  ["a folder whose name begins like another", "GET", `${WASM_SCRIPTS.slice(0, -1)}-2/a`, 404],
  ["what is no page", "POST", "/auth", 404],
])("the answer for %s has the app's security headers", async (_, method, path, status) => {
  const reply = await fetch(backend.url + path, { method, headers: navigation });
  expect(reply.status).toBe(status);
  expect(pick(reply.headers, ofTheApp)).toEqual(ofTheApp);
});

/** The app's headers for a worker that runs WebAssembly. */
const ofWasm = {
  ...ofTheApp,
  "content-security-policy": ofTheApp["content-security-policy"].replace(
    "script-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
  ),
};

test("the scripts that understand speech may run WebAssembly, and nothing else more", async () => {
  const reply = await fetch(`${backend.url}${WASM_SCRIPTS}speech-1a2b3c.js`);
  expect(reply.status).toBe(200);
  expect(pick(reply.headers, ofWasm)).toEqual(ofWasm);
});

test("a page that the browser has cached already is answered with the same headers", async () => {
  const first = await fetch(backend.url, { headers: navigation });
  const etag = first.headers.get("etag") ?? "";
  const again = await fetch(backend.url, { headers: { ...navigation, "if-none-match": etag } });
  expect(again.status).toBe(304);
  expect(pick(again.headers, ofTheApp)).toEqual(ofTheApp);
});

describe("an answer of the backend cannot run scripts and is not cached:", () => {
  const token = "/auth/v1/token?grant_type=password";
  const cases: [what: string, status: number, path: string, init?: () => RequestInit][] = [
    ["health", 200, "/healthz"],
    ["the deployment", 200, "/config.json"],
    ["sign-in settings", 200, "/auth/v1/settings", () => ({ headers: admin })],
    ["a wrong password", 400, token, () => json({ email: "a@b.example", password: "nothing" })],
    ["an unknown address of auth", 404, "/auth/v1/nowhere", () => ({ headers: admin })],
    ["rows", 200, "/rest/v1/companies", () => ({ headers: admin })],
    ["no key", 401, "/rest/v1/companies"],
    ["an unknown table", 404, "/rest/v1/nowhere", () => ({ headers: admin })],
    ["refused rows", 403, "/rest/v1/agent_requests", () => ({ headers: admin })],
    ["a body that is no JSON", 400, "/rest/v1/agent_logs", () => json("{")],
    ["a preflight", 204, "/rest/v1/companies", () => ({ method: "OPTIONS", headers: preflight })],
    ["a stored file that is missing", 400, `${MANUALS}/nowhere.pdf`, () => ({ headers: admin })],
    ["an unknown function", 404, "/functions/v1/nowhere", () => json({})],
    ["a function without a session", 401, "/functions/v1/ask-query", () => json({}, {})],
    ["a method that is not served", 405, "/functions/v1/ask-query", () => ({ headers: admin })],
    ["a field that is missing", 400, "/functions/v1/ask-query", () => json({})],
    [
      "a body that is too large",
      413,
      `${MANUALS}/large.pdf`,
      () => ({
        ...json("x".repeat(10_600_000)),
        headers: { ...admin, "content-type": "text/plain" },
      }),
    ],
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

describe("behind TLS", () => {
  let behind: Backend;
  beforeAll(async () => {
    behind = await startBackend({
      env: {
        APP_DIR: appDir,
        DEMO: "0",
        PUBLIC_URL: "https://field.example.com",
      },
    });
  });
  afterAll(async () => void (await behind?.stop()));

  test("the app and the backend tell browsers to use only TLS", async () => {
    for (const path of ["/", "/healthz", "/rest/v1/companies"]) {
      const { headers } = await fetch(behind.url + path, { headers: navigation });
      expect(headers.get("strict-transport-security"), path).toBe("max-age=31536000");
    }
  });

  test("the files for static hosts set exactly the headers of this server", async () => {
    const served = new Map((await fetch(behind.url, { headers: navigation })).headers);
    const files = await hostFiles({ https: true, backendUrl: "https://field.example.com" });
    const vercel = JSON.parse(files["vercel.json"] ?? "");
    const [everyPath, ...folders] = vercel.headers;
    const expected = Object.fromEntries(
      [...served].filter(
        ([name]) =>
          !/^(cache-control|content-(type|length)|date|etag|vary|connection|keep-alive|x-request-id)$/.test(
            name,
          ),
      ),
    );
    expect(everyPath.source).toBe("/(.*)");
    expect(
      Object.fromEntries(
        everyPath.headers.map((each: { key: string; value: string }) => [each.key, each.value]),
      ),
    ).toEqual(expected);
    expect(expected["content-security-policy"]).toContain(
      "connect-src 'self' https://field.example.com wss://field.example.com;",
    );
    const asset = await fetch(`${behind.url}/assets/main-1a2b3c.js`);
    const part = await fetch(`${behind.url}/models/1a2b3c.bin`);
    const script = await fetch(`${behind.url}${WASM_SCRIPTS}speech-1a2b3c.js`);
    const header = (key: string, { headers }: Response) => [{ key, value: headers.get(key) }];
    expect(folders).toEqual([
      { source: "/assets/(.*)", headers: header("cache-control", asset) },
      { source: "/models/(.*)", headers: header("cache-control", part) },
      { source: `${WASM_SCRIPTS}(.*)`, headers: header("content-security-policy", script) },
    ]);
    const policy = script.headers.get("content-security-policy");
    expect(policy).toContain("'wasm-unsafe-eval'");
    // A rule for all files, and one for each folder.
    const rules = files._headers?.split("\n\n") ?? [];
    const locations = files["nginx.conf"]?.split("}\n") ?? [];
    expect(rules.map((rule) => rule.split("\n")[0])).toEqual([
      "/*",
      "/assets/*",
      "/models/*",
      `${WASM_SCRIPTS}*`,
    ]);
    for (const [name, value] of Object.entries(expected)) {
      const isPolicy = name === "content-security-policy";
      expect(`${rules[0]}\n`).toContain(`  ${name}: ${value}\n`);
      for (const location of locations.slice(0, 3)) {
        expect(location).toContain(`add_header ${name} "${value}" always;`);
      }
      expect(locations[3]).toContain(`add_header ${name} "${isPolicy ? policy : value}" always;`);
    }
    // Cloudflare would join the two policies, and obey both.
    expect(rules[3]).toBe(
      `${WASM_SCRIPTS}*\n  ! content-security-policy\n  content-security-policy: ${policy}\n`,
    );
    // Without "always": a browser must not keep for a year that a file is missing.
    const caching = `add_header cache-control "${asset.headers.get("cache-control")}";`;
    expect(locations.map((location) => location.includes(caching))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });
});
