import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocketServer } from "ws";
import { z } from "zod/mini";
import type { AccessTokens } from "../auth/signing/access-tokens.ts";
import type { Database } from "../database/database.ts";
import { refuseSocket } from "../http/listen.ts";
import { clientNetwork, readClientAddress } from "../http/network-address.ts";
import { socketAddress } from "../http/node-exchange.ts";
import { isExpectedHost, type MeantFor } from "../http/origins.ts";
import type { Secrets } from "../setup/secrets.ts";
import type { Settings } from "../setup/settings.ts";
import { LIMITS, Pace } from "./limits.ts";
import { type ReadToken, RealtimeSocket, type RefuseJoin } from "./realtime-socket.ts";
import {
  ChangeTurns,
  ROW_CHANGES,
  type RowChange,
  readChange,
  seenRows,
  type Viewers,
} from "./row-changes.ts";

/** WebSocket's code for a server that is being restarted. */
const SERVICE_RESTART = 1012;
/** WebSocket's code for a server that has no room. */
const TRY_AGAIN_LATER = 1013;

const claimsSchema = z.looseObject({
  sub: z.uuid(),
  session_id: z.uuid(),
  role: z.literal("authenticated"),
  exp: z.number(),
  iat: z.optional(z.unknown()),
  amr: z.optional(z.array(z.looseObject({ timestamp: z.optional(z.unknown()) }))),
});

/** The error of Supabase for a change whose large values were left out. */
const TOO_LARGE = ["Error 413: Payload Too Large"];

export type Realtime = Awaited<ReturnType<typeof openRealtime>>;

/**
 * Reports row changes to browsers, as Supabase Realtime does. Listens to the database; the tables report their
 * changes.
 */
export async function openRealtime(
  database: Database,
  secrets: Secrets,
  tokens: AccessTokens,
  settings: MeantFor & Pick<Settings, "clientAddressHeader">,
) {
  const server = new WebSocketServer({ noServer: true, maxPayload: LIMITS.message });
  const sockets = new Set<RealtimeSocket>();
  const openings = new Pace(LIMITS.openings);
  const waiting = new ChangeTurns();
  let isReporting = false;

  const readToken: ReadToken = async (token) => {
    const found = await tokens.verify(token);
    const claims = found.kind === "valid" ? claimsSchema.safeParse(found.claims).data : undefined;
    if (claims === undefined) return null;
    // What differs between two tokens of a person, and nothing that a policy asks for.
    const { session_id: session, exp, iat: _, amr, ...shared } = claims;
    const methods = amr?.map(({ timestamp: _, ...method }) => method);
    const person = claims.sub;
    return { person, session, exp, claims: JSON.stringify({ ...shared, amr: methods }) };
  };

  const refuseJoin: RefuseJoin = (person, joining) => {
    const counts = [...sockets].map((socket) =>
      socket === joining ? 0 : socket.channelCount(person),
    );
    const others = counts.filter((count) => count > 0);
    if (others.length >= LIMITS.socketsOfPerson) return "Too many connections";
    const channels = others.reduce((sum, count) => sum + count, joining.channelCount(person));
    return channels >= LIMITS.channelsOfPerson ? "Too many channels" : null;
  };

  async function reportAll(): Promise<void> {
    if (isReporting) return;
    isReporting = true;
    for (let change = waiting.next(); change !== undefined; change = waiting.next()) {
      const begun = performance.now();
      try {
        await report(change);
      } catch (error) {
        console.error("A change could not be reported:", error);
      }
      // However many changes there are, others have the database for half of the time.
      await sleep(Math.min(performance.now() - begun, LIMITS.rest));
    }
    isReporting = false;
  }

  async function report(change: RowChange): Promise<void> {
    const viewers: Viewers = new Map();
    for (const socket of sockets) socket.addViewers(viewers, change);
    const all = [...viewers];
    const { table, type, at } = change;
    for (let place = 0; place < all.length; place += LIMITS.together) {
      const part = new Map(all.slice(place, place + LIMITS.together));
      for (const row of await seenRows(database.connection.kysely, part, change)) {
        const { content, isWhole, sessions } = row;
        const data = JSON.stringify({
          ...{ schema: "public", table, type, commit_timestamp: at, columns: [] },
          errors: isWhole ? null : TOO_LARGE,
          ...(type === "DELETE" ? { old_record: content } : { record: content }),
        });
        const viewing = new Set(sessions);
        for (const socket of sockets) socket.report(change, viewing, data);
      }
    }
  }

  await database.listen(ROW_CHANGES, (notification) => {
    if (sockets.size === 0) return;
    waiting.add(readChange(notification));
    void reportAll();
  });

  // The clients connect again, with the tokens that they have by then.
  tokens.onRevoked(() => {
    for (const socket of sockets) socket.close(SERVICE_RESTART);
  });

  /** Whether there is room for one more of that network, perhaps in place of one that nobody joined on. */
  function hasRoom(network: string): boolean {
    const near = [...sockets].filter((socket) => socket.network === network);
    const isFull = near.length >= LIMITS.socketsOfNetwork;
    if (!isFull && sockets.size < LIMITS.sockets) return true;
    const unused = (isFull ? near : [...sockets]).find((socket) => socket.channelCount() === 0);
    if (unused === undefined) return false;
    unused.refuse(TRY_AGAIN_LATER);
    return sockets.delete(unused);
  }

  return {
    /** Takes over a connection that asks for `/realtime/v1/websocket`, or refuses it. */
    connect(incoming: IncomingMessage, socket: Duplex, head: Buffer) {
      const { pathname, searchParams } = new URL(incoming.url ?? "/", "http://realtime");
      const key = searchParams.get("apikey");
      if (pathname !== "/realtime/v1/websocket") return refuseSocket(socket, "404 Not Found");
      if (!isExpectedHost(incoming.headers.host, settings)) {
        return refuseSocket(socket, "421 Misdirected Request");
      }
      if (key !== secrets.publishableKey && key !== secrets.secretKey) {
        return refuseSocket(socket, "401 Unauthorized");
      }
      // The version of the protocol that the app's client speaks.
      if (searchParams.get("vsn") !== "2.0.0") return refuseSocket(socket, "400 Bad Request");
      const { clientAddressHeader: header } = settings;
      const value = header && incoming.headers[header.toLowerCase()];
      const network = clientNetwork(
        readClientAddress(value && String(value), socketAddress(incoming)),
      );
      if (!openings.keeps(network)) return refuseSocket(socket, "429 Too Many Requests");
      if (!hasRoom(network)) return refuseSocket(socket, "503 Service Unavailable");
      server.handleUpgrade(incoming, socket, head, (opened) => {
        const welcomed = new RealtimeSocket(opened, network, readToken, refuseJoin);
        sockets.add(welcomed);
        opened.on("close", () => sockets.delete(welcomed));
      });
    },
    stop(): void {
      for (const socket of sockets) socket.close(SERVICE_RESTART);
      server.close();
    },
  };
}
