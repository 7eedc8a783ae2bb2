import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createMemoryLocks } from "#tests/support/sync/memory-locks.ts";
import { openBackend } from "../backend.ts";

const PERSON = "00000000-0000-4000-8000-000000000001";
const KEY = "sb-backend-auth-token";

const values = new Map<string, string>();
let looks = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.stubGlobal("navigator", { locks: createMemoryLocks() });
  vi.stubGlobal("WebSocket", class {});
  looks = 0;
  signIn();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function signIn(): void {
  const session = {
    ...{ access_token: "access", refresh_token: "refresh", token_type: "bearer" },
    ...{ expires_in: 3600, expires_at: Math.floor(Date.now() / 1000) + 3600 },
    user: { id: PERSON, email: "tech@example.test" },
  };
  values.set(KEY, JSON.stringify(session));
}

const open = () =>
  openBackend(
    { supabaseUrl: "http://backend.test", supabaseKey: "public", demo: false },
    {
      getItem: async (key) => {
        if (key === KEY) looks += 1;
        return values.get(key) ?? null;
      },
      setItem: async (key, value) => void values.set(key, value),
      replaceItem: async (key, value) => void values.set(key, value),
      removeItem: async (key) => void values.delete(key),
    },
    "worker",
    async () => Response.json([{ role: "field_tech" }]),
  );

it("calls in a row look at the device's session once", async () => {
  const { tables } = open();
  await tables.readRole(PERSON);
  const before = looks;
  for (let call = 0; call < 5; call += 1) await tables.readRole(PERSON);
  expect(looks).toBe(before);
});

it.each([
  ["a second later, a sign-out in another tab is seen", 1000],
  ["a clock that is set back does not keep a session for longer", -60_000],
])("%s", async (_, passed) => {
  const { tables } = open();
  await tables.readRole(PERSON);
  values.delete(KEY);
  vi.setSystemTime(Date.now() + passed);
  expect(await tables.readRole(PERSON)).toEqual({ kind: "sign-in" });
});

it("a sign-out in this tab is seen at once", async () => {
  const { auth, tables } = open();
  await tables.readRole(PERSON);
  auth.forget(values);
  expect(await tables.readRole(PERSON)).toEqual({ kind: "sign-in" });
});
