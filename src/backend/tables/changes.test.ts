import { beforeEach, expect, it, vi } from "vitest";
import { createMemoryLocks } from "#tests/support/sync/memory-locks.ts";
import { openBackend } from "../backend.ts";

/** The tables that a page follows, and its token, as it sent them when it joined. */
interface Follower {
  tables: string[];
  accessToken: string;
  send: (event: string, payload: object) => void;
}

let followers: Map<string, Follower>;
let opened: URL[];

beforeEach(() => {
  followers = new Map();
  opened = [];
  vi.stubGlobal("WebSocket", RealtimeSocket);
  vi.stubGlobal("navigator", { locks: createMemoryLocks() });
});

/**
 * A connection to a model of Supabase Realtime that sends only row changes, in Phoenix's wire
 * format, version 2.0.0.
 */
class RealtimeSocket {
  readyState = 0;
  onopen = () => {};
  onclose = (_: object) => {};
  onmessage = (_: object) => {};

  constructor(address: string) {
    opened.push(new URL(address));
    setTimeout(() => {
      this.readyState = 1;
      this.onopen();
    });
  }

  send(text: string): void {
    const [joinRef, ref, topic, event, payload] = JSON.parse(text);
    const say = (...message: unknown[]) => this.onmessage({ data: JSON.stringify(message) });
    const reply = (response: object) =>
      say(joinRef, ref, topic, "phx_reply", { status: "ok", response });
    if (event === "phx_leave") followers.delete(topic);
    const asked: { table: string }[] = payload.config?.postgres_changes ?? [];
    reply({ postgres_changes: asked.map((each, id) => ({ ...each, id: id + 1 })) });
    if (event !== "phx_join") return;
    followers.set(topic, {
      tables: asked.map(({ table }) => table),
      accessToken: payload.access_token,
      send: (name, content) => say(null, null, topic, name, content),
    });
  }

  close(): void {
    this.readyState = 3;
    this.onclose({});
  }
}

/** Reports a change of a table to every page that follows it. */
function change(table: string): void {
  const commit_timestamp = new Date().toISOString();
  const data = { schema: "public", table, type: "UPDATE", columns: [], record: {} };
  for (const { tables, send } of followers.values()) {
    const id = tables.indexOf(table) + 1;
    if (id > 0) send("postgres_changes", { ids: [id], data: { ...data, commit_timestamp } });
  }
}

/** The backend of a signed-in person. */
function openSignedIn(realtime: boolean, where: "tab" | "worker") {
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const access_token = `${part({ alg: "HS256" })}.${part({ sub: "me", exp: expires_at })}.signed`;
  const session = { access_token, refresh_token: "r", expires_at, user: { id: "me" } };
  const store = {
    getItem: async () => JSON.stringify(session),
    setItem: async () => {},
    replaceItem: async () => {},
    removeItem: async () => {},
  };
  const address = { supabaseUrl: "http://backend.test", supabaseKey: "public" };
  const { changes } = openBackend({ ...address, demo: false, realtime }, store, where);
  return { access_token, changes };
}

it("follow reports changes that come together once, as the person, until stopped", async () => {
  const { access_token, changes } = openSignedIn(true, "tab");
  const changed = vi.fn();
  const other = vi.fn();
  const leave = changes.follow(["profiles", "user_roles"], changed);
  const leaveOther = changes.follow(["companies"], other);
  await vi.waitFor(() =>
    expect([...followers.values()]).toMatchObject([
      { tables: ["profiles", "user_roles"], accessToken: access_token },
      { tables: ["companies"], accessToken: access_token },
    ]),
  );
  expect(opened.map(({ pathname }) => pathname)).toEqual(["/realtime/v1/websocket"]);
  expect(opened[0]?.searchParams.get("apikey")).toBe("public");
  change("profiles");
  change("user_roles");
  change("ai_prompt_settings");
  await vi.waitFor(() => expect(changed).toHaveBeenCalled());
  expect(changed).toHaveBeenCalledOnce();
  expect(other).not.toHaveBeenCalled();

  leave();
  await vi.waitFor(() => expect(followers.size).toBe(1));
  change("profiles");
  change("companies");
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
    openSignedIn(realtime, where).changes.follow(["profiles"], () => {})();
    expect(opened).toEqual([]);
  },
);
