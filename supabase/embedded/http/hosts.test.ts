// @module-tag rest

import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Backend, startBackend } from "#tests/support/backend.ts";
import { isExpected } from "./expected-host.ts";

describe("the host name", () => {
  const here = { host: "127.0.0.1", publicUrl: undefined };
  const everywhere = { host: "0.0.0.0", publicUrl: "https://field.example.com" };
  test.each([
    ["127.0.0.1", here, true],
    ["localhost", here, true],
    ["[::1]", here, true],
    ["field.example.com", here, false],
    ["localhost.example.com", here, false],
    ["127.0.0.1.example.com", here, false],
    ["192.168.1.5", here, false],
    [null, here, false],
    ["field.example.com", everywhere, true],
    ["other.example.com", everywhere, false],
    ["192.168.1.5", everywhere, true],
    ["[fe80::1]", everywhere, true],
    ["localhost", everywhere, true],
    ["192.168.1.5", { host: "192.168.1.5", publicUrl: undefined }, true],
    ["192.168.1.6", { host: "192.168.1.5", publicUrl: undefined }, false],
    ["[2001:db8::5]", { host: "2001:db8::5", publicUrl: undefined }, true],
    ["van.local", { host: "van.local", publicUrl: undefined }, true],
  ])("%j on a backend for %j is accepted: %j", (hostname, meantFor, expected) => {
    expect(isExpected(hostname, meantFor)).toBe(expected);
  });
});

describe("a backend on this machine", () => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await startBackend();
  });
  afterAll(async () => void (await backend?.stop()));

  const paths = [
    "/",
    "/index.html",
    "/assets/missing.js",
    "/config.json",
    "/healthz",
    "/livez",
    "/auth/v1/settings",
    "/auth/v1/admin/users",
    "/rest/v1/companies",
    "/storage/v1/bucket",
    "/functions/v1/ask-query",
    "/nowhere/at/all",
  ];

  test.each(paths)("refuses %s for other host names that point to it", async (path) => {
    const port = new URL(backend.url).port;
    for (const host of [
      "rebound.example",
      `rebound.example:${port}`,
      "localhost.rebound.example",
    ]) {
      const reply = await ask(`${path} HTTP/1.1`, `Host: ${host}`);
      expect(reply, host).toMatch(/^HTTP\/1\.1 421 Misdirected Request\r\n/);
      expect(reply, host).toContain("This server does not answer for that host name.");
      expect(reply, host).toMatch(/^x-content-type-options: nosniff\r$/im);
      expect(reply, host).toMatch(/^cache-control: no-store\r$/im);
      expect(reply, host).not.toContain("demo.example");
    }
    for (const method of ["POST", "OPTIONS", "DELETE"]) {
      expect(await ask(`${path} HTTP/1.1`, "Host: rebound.example", method)).toContain(" 421 ");
    }
  });

  test("refuses a host name that is unreadable or contradicted by a second one", async () => {
    for (const [target, header] of [
      ["/config.json", "Host: a b"],
      ["/config.json", "Host: rebound.example@"],
      ["http://rebound.example/config.json", "Host: 127.0.0.1"],
      ["http://127.0.0.1/config.json", "Host: rebound.example"],
      ["/config.json", "Host: 127.0.0.1, rebound.example"],
    ]) {
      const reply = await ask(`${target} HTTP/1.1`, header ?? "");
      expect(reply, `${target} ${header}`).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect(reply).not.toContain("supabaseKey");
    }
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
   * Sends a request exactly as written, which `fetch` would correct, and returns the answer. The
   * connection stays open until the answer: the server treats a client that closes its side as
   * gone, since one that has closed both sides looks the same, and stops its work.
   */
  async function ask(target: string, header: string, method = "GET"): Promise<string> {
    const socket = connect(Number(new URL(backend.url).port), "127.0.0.1");
    socket.write(`${method} ${target}\r\n${header}\r\nConnection: close\r\n\r\n`);
    let answer = "";
    socket.setEncoding("utf8").on("data", (text: string) => {
      answer += text;
    });
    await once(socket, "close");
    return answer;
  }
});
