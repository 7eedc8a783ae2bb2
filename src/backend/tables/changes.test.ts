import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
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

/** The tables that a page follows, and its token, as it sent them when it joined. */
interface Follower {
  tables: string[];
  accessToken: string;
  send: (event: string, payload: object) => void;
}

/**
 * A model of Supabase Realtime that sends only row changes, in Phoenix's wire format, version
 * 2.0.0.
 */
async function startRealtimeServer() {
  const followers = new Map<string, Follower>();
  const http = createServer((_, response) => response.writeHead(404).end());
  const sockets = new WebSocketServer({ server: http });
  sockets.on("connection", (socket, request) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://realtime.test");
    if (pathname !== "/realtime/v1/websocket" || searchParams.get("apikey") !== "public") {
      return socket.close();
    }
    socket.on("message", (data) => {
      const [joinRef, ref, topic, event, payload] = JSON.parse(String(data));
      const say = (name: string, content: object) =>
        socket.send(JSON.stringify([joinRef, ref, topic, name, content]));
      if (event === "phx_join") {
        const asked: { table: string }[] = payload.config.postgres_changes;
        followers.set(topic, {
          tables: asked.map(({ table }) => table),
          accessToken: payload.access_token,
          send: (name, content) => socket.send(JSON.stringify([null, null, topic, name, content])),
        });
        const postgres_changes = asked.map((each, id) => ({ ...each, id: id + 1 }));
        return say("phx_reply", { status: "ok", response: { postgres_changes } });
      }
      if (event === "phx_leave") followers.delete(topic);
      say("phx_reply", { status: "ok", response: {} });
    });
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    followers: () => [...followers.values()],
    /** Reports a change of a table to every page that follows it. */
    change(table: string): void {
      const data = { schema: "public", table, type: "UPDATE", columns: [], record: {} };
      const commit_timestamp = new Date().toISOString();
      for (const { tables, send } of followers.values()) {
        const id = tables.indexOf(table) + 1;
        if (id > 0) send("postgres_changes", { ids: [id], data: { ...data, commit_timestamp } });
      }
    },
    async stop(): Promise<void> {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      http.close();
      await once(http, "close");
    },
  };
}
