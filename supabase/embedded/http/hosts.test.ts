// @module-tag rest

import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { openRaw } from "#tests/support/raw-request.ts";
import { runningBackend } from "#tests/support/running-backend.ts";
import { crossOrigin, isExpected } from "./origins.ts";

const here = { host: "127.0.0.1", publicUrl: undefined };
const everywhere = { host: "0.0.0.0", publicUrl: "https://field.example.com" };
test.each([
  ["127.0.0.1", here, true],
  ["localhost", here, true],
  ["[::1]", here, true],
  ["field.example.com", here, false],
  ["127.0.0.1.example.com", here, false],
  [null, here, false],
  ["field.example.com", everywhere, true],
  ["other.example.com", everywhere, false],
  ["192.168.1.5", everywhere, true],
  ["[fe80::1]", everywhere, true],
  ["192.168.1.5", { host: "192.168.1.5", publicUrl: undefined }, true],
  ["[2001:db8::5]", { host: "2001:db8::5", publicUrl: undefined }, true],
])("the host name %j on a backend for %j is accepted: %j", (hostname, meantFor, expected) => {
  expect(isExpected(hostname, meantFor)).toBe(expected);
});

const friend = "https://app.example";
const stranger = "https://else.example";
const backend = runningBackend(() => ({
  env: { ALLOWED_ORIGINS: `https://one.example, ${friend}/` },
}));

describe("a backend on this machine", () => {
  test.each([
    ...["/", "/assets/missing.js", "/config.json", "/healthz", "/auth/v1/admin/users"],
    ...["/rest/v1/companies", "/storage/v1/bucket", "/functions/v1/ask-query", "/nowhere/at/all"],
  ])("refuses %s for other host names that point to it", async (path) => {
    const named = `rebound.example:${new URL(backend.url).port}`;
    for (const [host, method] of [
      ["rebound.example", "GET"],
      [named, "GET"],
      ["localhost.rebound.example", "GET"],
      ["rebound.example", "POST"],
      ["rebound.example", "OPTIONS"],
      ["rebound.example", "DELETE"],
    ] as const) {
      const reply = await ask(`${path} HTTP/1.1`, `Host: ${host}`, method);
      for (const told of [
        /^HTTP\/1\.1 421 Misdirected Request\r\n/,
        /This server does not answer for that host name\./,
        /^x-content-type-options: nosniff\r$/im,
        /^cache-control: no-store\r$/im,
      ]) {
        expect(reply, `${method} ${host}`).toMatch(told);
      }
      expect(reply, host).not.toContain("demo.example");
    }
  });

  test.each([
    ["/config.json", "Host: a b"],
    ["/config.json", "Host: rebound.example@"],
    ["http://rebound.example/config.json", "Host: 127.0.0.1"],
    ["http://127.0.0.1/config.json", "Host: rebound.example"],
    ["/config.json", "Host: 127.0.0.1, rebound.example"],
  ])("refuses %s with %s, which is unreadable or contradicts itself", async (target, header) => {
    const reply = await ask(`${target} HTTP/1.1`, header);
    expect(reply).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(reply).not.toContain("supabaseKey");
  });

  test("answers under every name of this machine itself", async () => {
    for (const host of ["127.0.0.1", "localhost", "LOCALHOST:4173", "[::1]", "127.1.2.3"]) {
      const reply = await ask("/config.json HTTP/1.1", `Host: ${host}`);
      expect(reply, host).toMatch(/^HTTP\/1\.1 200 /);
      expect(reply, host).toContain(`"supabaseUrl":"http://${host.toLowerCase()}"`);
    }
    expect(await ask("/healthz HTTP/1.0", "X: y")).toMatch(/^HTTP\/1\.\d 200 /);
  });

  /**
   * Sends a request exactly as written, which `fetch` would correct. The connection stays open until
   * the answer: the server stops its work for a client that closes its side.
   */
  async function ask(target: string, header: string, method = "GET"): Promise<string> {
    const client = await openRaw(backend.url);
    client.write(`${method} ${target}\r\n${header}\r\nConnection: close\r\n\r\n`);
    await client.ended;
    return client.received();
  }
});

const granted = (reply: Response): Record<string, string> =>
  Object.fromEntries([...reply.headers].filter(([name]) => name.startsWith("access-control-")));

const preflight = (origin: string): RequestInit => ({
  method: "OPTIONS",
  headers: {
    origin,
    "access-control-request-method": "PATCH",
    "access-control-request-headers": "apikey,authorization,x-client-info",
  },
});

test.each([
  ...["/config.json", "/healthz", "/auth/v1/settings", "/auth/v1/admin/users"],
  ...["/rest/v1/companies", "/storage/v1/bucket", "/functions/v1/ask-query"],
  "/functions/v1/nowhere",
])("%s can be read by the pages of an allowed origin too, and by no others", async (path) => {
  const ask = (init: RequestInit) => fetch(backend.url + path, init);
  for (const method of ["GET", "POST", "PATCH", "DELETE"]) {
    for (const [origin, grants] of [
      [friend, READ_BY_FRIEND],
      [stranger, {}],
    ] as const) {
      const reply = await ask({ method, headers: { origin } });
      expect(granted(reply)).toEqual(grants);
      expect(reply.headers.get("vary")).toMatch(/\bOrigin\b/);
    }
  }
  const answer = await ask(preflight(friend));
  expect(answer.status).toBe(204);
  expect(granted(answer)).toEqual({
    "access-control-allow-origin": friend,
    "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
    "access-control-allow-headers": "apikey,authorization,x-client-info",
    "access-control-max-age": "86400",
  });
  for (const origin of [stranger, `${friend}.else.example`, "null"]) {
    expect(granted(await ask(preflight(origin)))).toEqual({});
  }
});
const READ_BY_FRIEND = {
  "access-control-allow-origin": friend,
  "access-control-expose-headers": expect.stringContaining("Retry-After"),
};

test.each([
  ["without allowed origins, only the app's pages", [], undefined],
  ["with all origins allowed, every page", ["*"], "*"],
])("%s can read answers", async (_, allowed, origin) => {
  const app = new Hono().use(crossOrigin(allowed));
  app.get("/", (c) => c.text("", 200, { "access-control-allow-origin": "set by a part of it" }));
  for (const init of [{ headers: { origin: stranger } }, preflight(stranger)]) {
    const reply = await app.request("/", init);
    expect(granted(reply)["access-control-allow-origin"]).toBe(origin);
  }
});
