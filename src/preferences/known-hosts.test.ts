import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { blockLocalStorage, stubLocalStorage } from "#tests/support/local-storage.ts";

let stored: Map<string, string>;

beforeEach(() => {
  stored = stubLocalStorage();
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

/** The store of a newly started app. */
const start = () => import("./known-hosts.ts");

it("no host is known at first, and remembered hosts are known at the next start", async () => {
  const first = await start();
  expect(first.useKnownHosts.getState()).toEqual([]);
  first.rememberHost("parts.example");
  first.rememberHost("parts.example");
  first.rememberHost("maker.example:8443");
  vi.resetModules();
  const second = await start();
  expect(second.useKnownHosts.getState()).toEqual(["parts.example", "maker.example:8443"]);
});

it("remembering a host keeps hosts that another tab has added meanwhile", async () => {
  const { rememberHost, useKnownHosts } = await start();
  stored.set("knownHosts", '["else.example"]');
  rememberHost("parts.example");
  expect(useKnownHosts.getState()).toEqual(["else.example", "parts.example"]);
});

it.each(["{", "7", '{"a":1}', "[7]"])(
  "no host is known when the stored value is %s",
  async (kept) => {
    stored.set("knownHosts", kept);
    expect((await start()).useKnownHosts.getState()).toEqual([]);
  },
);

it("a host is remembered until the tab is closed when the browser blocks storage", async () => {
  blockLocalStorage();
  const { rememberHost, useKnownHosts } = await start();
  rememberHost("parts.example");
  expect(useKnownHosts.getState()).toEqual(["parts.example"]);
});

it("only the 200 newest hosts are remembered", async () => {
  const { rememberHost, useKnownHosts } = await start();
  for (let i = 0; i < 205; i++) rememberHost(`${i}.example`);
  expect(useKnownHosts.getState()).toHaveLength(200);
  expect(useKnownHosts.getState()[0]).toBe("5.example");
});
