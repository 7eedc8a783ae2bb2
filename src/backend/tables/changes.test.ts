import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { startRealtimeServer } from "#tests/support/realtime-server.ts";
import { createMemoryLocks } from "#tests/support/sync/memory-locks.ts";
import { openBackend } from "../backend.ts";

let server: Awaited<ReturnType<typeof startRealtimeServer>>;

beforeEach(async () => {
  server = await startRealtimeServer();
  vi.stubGlobal("WebSocket", WebSocket);
  vi.stubGlobal("navigator", { locks: createMemoryLocks() });
});
afterEach(async () => {
  await server.stop();
});

/** The backend of a signed-in person. */
function openSignedIn(realtime: boolean, where: "tab" | "worker") {
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const access_token = `${part({ alg: "HS256" })}.${part({ sub: "me", exp: expires_at })}.signed`;
  const session = { access_token, refresh_token: "r", expires_at, user: { id: "me" } };
  const kept = new Map([["sb-127-auth-token", JSON.stringify(session)]]);
  const store = {
    getItem: async (key: string) => kept.get(key) ?? null,
    setItem: async () => {},
    replaceItem: async () => {},
    removeItem: async () => {},
  };
  const config = { supabaseUrl: server.url, supabaseKey: "public", demo: false, realtime };
  const { changes } = openBackend(config, store, where);
  return { access_token, changes };
}

it("follow reports changes that come together once, as the person, until stopped", async () => {
  const { access_token, changes } = openSignedIn(true, "tab");
  const changed = vi.fn();
  const other = vi.fn();
  const leave = changes.follow(["profiles", "user_roles"], changed);
  const leaveOther = changes.follow(["companies"], other);
  await vi.waitFor(() =>
    expect(server.followers()).toEqual([
      expect.objectContaining({ tables: ["profiles", "user_roles"], accessToken: access_token }),
      expect.objectContaining({ tables: ["companies"], accessToken: access_token }),
    ]),
  );
  server.change("profiles");
  server.change("user_roles");
  server.change("ai_prompt_settings");
  await vi.waitFor(() => expect(changed).toHaveBeenCalled());
  expect(changed).toHaveBeenCalledOnce();
  expect(other).not.toHaveBeenCalled();

  leave();
  await vi.waitFor(() => expect(server.followers()).toHaveLength(1));
  server.change("profiles");
  server.change("companies");
  await vi.waitFor(() => expect(other).toHaveBeenCalledOnce());
  expect(changed).toHaveBeenCalledOnce();
  leaveOther();
});

it.each([
  [false, "tab"],
  [true, "worker"],
] as const)(
  "follow opens no channel without Realtime or in a worker (Realtime: %s, place: %s)",
  (realtime, where) => {
    const opened = vi.fn();
    vi.stubGlobal("WebSocket", opened);
    openSignedIn(realtime, where).changes.follow(["profiles"], () => {})();
    expect(opened).not.toHaveBeenCalled();
  },
);
