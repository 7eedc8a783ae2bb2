import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { z } from "zod/mini";
import type { AccessTokens } from "../auth/signing/access-tokens.ts";
import type { ListeningDatabase } from "../database/database.ts";
import { isExpectedHost, type MeantFor } from "../http/expected-host.ts";
import { refuseSocket } from "../http/listen.ts";
import type { Secrets } from "../setup/secrets.ts";
import { type ReadToken, RealtimeSocket } from "./realtime-socket.ts";
import { type Claims, ROW_CHANGES, type RowChange, readChange, rowsSeenBy } from "./row-changes.ts";

/** Largest message of a client, in bytes. */
const LARGEST_MESSAGE = 64 * 1024;
const MOST_SOCKETS = 500;
/** How many people's view of a change is asked for at once: one statement must stay short. */
const TOGETHER = 50;
/** Rows that wait longer than this many are not reported: pages ask again every half minute anyway. */
const MOST_WAITING = 1000;
/** WebSocket's code for a server that is being restarted. */
const SERVICE_RESTART = 1012;

const claimsSchema = z.looseObject({
  sub: z.uuid(),
  session_id: z.uuid(),
  role: z.literal("authenticated"),
  exp: z.number(),
});

/** Reports row changes to browsers, as Supabase Realtime does. */
export interface Realtime {
  /** Takes over a connection that asks for `/realtime/v1/websocket`, or refuses it. */
  connect(incoming: IncomingMessage, socket: Duplex, head: Buffer): void;
  stop(): void;
}

/** Listens to the database; the tables report their changes. */
export async function openRealtime(
  database: ListeningDatabase,
  secrets: Secrets,
  tokens: AccessTokens,
  meantFor: MeantFor,
): Promise<Realtime> {
  const server = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE });
  const sockets = new Set<RealtimeSocket>();
  const waiting: RowChange[] = [];
  let isReporting = false;

  const readToken: ReadToken = async (token) => {
    const found = await tokens.verify(token);
    return found.kind === "valid" ? (claimsSchema.safeParse(found.claims).data ?? null) : null;
  };

  async function reportAll(): Promise<void> {
    if (isReporting) return;
    isReporting = true;
    for (let change = waiting.shift(); change !== undefined; change = waiting.shift()) {
      try {
        await report(change);
      } catch (error) {
        console.error("A change could not be reported:", error);
      }
    }
    isReporting = false;
  }

  async function report(change: RowChange): Promise<void> {
    const bySession = new Map<unknown, Claims>();
    for (const socket of sockets) {
      for (const claims of socket.followersOf(change)) bySession.set(claims.session_id, claims);
    }
    const followers = [...bySession.values()];
    for (let place = 0; place < followers.length; place += TOGETHER) {
      const viewers = followers.slice(place, place + TOGETHER);
      const { kysely } = database.connection;
      for (const { viewer, content } of await rowsSeenBy(kysely, viewers, change)) {
        const claims = viewers[viewer];
        if (claims === undefined) continue;
        for (const socket of sockets) socket.report(claims, change, content);
      }
    }
  }

  await database.listen(ROW_CHANGES, (notification) => {
    if (sockets.size === 0) return;
    add(waiting, readChange(notification));
    void reportAll();
  });

  // The clients connect again, with the tokens that they have by then.
  tokens.onRevoked(() => {
    for (const socket of sockets) socket.close(SERVICE_RESTART);
  });

  function welcome(socket: WebSocket, version: "1.0.0" | "2.0.0"): void {
    const welcomed = new RealtimeSocket(socket, version, readToken);
    sockets.add(welcomed);
    socket.on("close", () => sockets.delete(welcomed));
  }

  return {
    connect(incoming, socket, head) {
      const { pathname, searchParams } = new URL(incoming.url ?? "/", "http://realtime");
      const key = searchParams.get("apikey");
      if (pathname !== "/realtime/v1/websocket") return refuseSocket(socket, "404 Not Found");
      if (!isExpectedHost(incoming.headers.host, meantFor)) {
        return refuseSocket(socket, "421 Misdirected Request");
      }
      if (key !== secrets.publishableKey && key !== secrets.secretKey) {
        return refuseSocket(socket, "401 Unauthorized");
      }
      if (sockets.size >= MOST_SOCKETS) return refuseSocket(socket, "503 Service Unavailable");
      const version = searchParams.get("vsn") === "2.0.0" ? "2.0.0" : "1.0.0";
      server.handleUpgrade(incoming, socket, head, (opened) => welcome(opened, version));
    },
    stop() {
      for (const socket of sockets) socket.close(SERVICE_RESTART);
      server.close();
    },
  };
}

/** Rows that were changed alike while others were reported are asked for together. */
function add(waiting: RowChange[], change: RowChange): void {
  const last = waiting.at(-1);
  if (last?.table === change.table && last.type === change.type && last.rows.length < TOGETHER) {
    last.rows.push(...change.rows);
  } else if (waiting.length < MOST_WAITING) {
    waiting.push(change);
  }
}
