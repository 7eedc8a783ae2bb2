import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";

/** The tables that a page follows, and its token, as it sent them when it joined. */
export interface Follower {
  tables: string[];
  accessToken: string;
}

/**
 * A model of Supabase Realtime that sends only row changes, in Phoenix's wire format, version
 * 2.0.0.
 */
export async function startRealtimeServer() {
  const followers = new Map<
    string,
    Follower & { send: (event: string, payload: object) => void }
  >();
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
    followers: (): Follower[] => [...followers.values()],
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
