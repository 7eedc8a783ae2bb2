import type { WebSocket } from "ws";
import { z } from "zod/mini";
import { type Frame, readFrame, type Version, writeFrame } from "./phoenix-frames.ts";
import type { Claims, RowChange } from "./row-changes.ts";

/** Clients send a heartbeat every 25 seconds; one that is silent for longer is gone (ms). */
const SILENCE = 60_000;
/** How many messages a client may send within `PACE_MS`: more than pages need by far. */
const PACE = 120;
const PACE_MS = 10_000;
/** A client that does not read what it is sent is let go at this many bytes. */
const UNREAD_LIMIT = 1024 * 1024;
const MOST_CHANNELS = 20;
const MOST_TABLES = 20;

/** Codes of WebSocket: the message cannot be accepted, and too much was asked. */
const POLICY_VIOLATION = 1008;

/** Verifies an access token. @returns its claims; null if it is no valid token of a person */
export type ReadToken = (token: string) => Promise<Claims | null>;

/** A table that a channel follows, with the number by which the client knows it. */
interface Followed {
  id: number;
  event: "*" | RowChange["type"];
  table: string;
}

interface Channel {
  joinRef: string | null;
  claims: Claims;
  follows: Followed[];
}

const followSchema = z.object({
  event: z.enum(["*", "INSERT", "UPDATE", "DELETE"]),
  schema: z.literal("public"),
  table: z.string().check(z.maxLength(63)),
  // Rows are chosen by the policies alone.
  filter: z.optional(z.undefined()),
});
const joinSchema = z.object({
  config: z.object({
    postgres_changes: z._default(z.array(followSchema).check(z.maxLength(MOST_TABLES)), []),
  }),
  access_token: z.optional(z.string()),
});
const tokenSchema = z.object({ access_token: z.string() });

/**
 * One client of Realtime: its channels, and what they follow. Of Realtime's features only row changes
 * are served; nobody is joined without the token of a person.
 */
export class RealtimeSocket {
  readonly #socket: WebSocket;
  readonly #version: Version;
  readonly #readToken: ReadToken;
  readonly #channels = new Map<string, Channel>();
  #silence: ReturnType<typeof setTimeout> | undefined;
  #sent = { since: 0, messages: 0 };
  /** Messages are answered one after the other: a token is verified before what follows it. */
  #last: Promise<void> = Promise.resolve();

  constructor(socket: WebSocket, version: Version, readToken: ReadToken) {
    this.#socket = socket;
    this.#version = version;
    this.#readToken = readToken;
    socket.on("error", () => socket.terminate());
    socket.on("close", () => clearTimeout(this.#silence));
    socket.on("message", (data, isBinary) => {
      this.#expectMore();
      if (isBinary || !this.#isInPace()) return socket.close(POLICY_VIOLATION);
      this.#last = this.#last
        .then(() => this.#answer(readFrame(String(data), this.#version)))
        .catch(() => socket.close(POLICY_VIOLATION));
    });
    this.#expectMore();
  }

  /** The claims of those who follow such a change now. */
  *followersOf(change: RowChange): Generator<Claims> {
    for (const [topic, { claims, follows }] of this.#channels) {
      if (!follows.some((each) => isMeant(each, change))) continue;
      if (isExpired(claims)) this.#end(topic);
      else yield claims;
    }
  }

  /** Reports a row to the channels of that person. */
  report(claims: Claims, change: RowChange, content: Record<string, unknown>): void {
    if (this.#socket.bufferedAmount > UNREAD_LIMIT) this.#socket.terminate();
    for (const [topic, channel] of this.#channels) {
      if (channel.claims.session_id !== claims.session_id) continue;
      const ids = channel.follows.filter((each) => isMeant(each, change)).map(({ id }) => id);
      if (ids.length === 0) continue;
      const { table, type, at } = change;
      const isDeleted = type === "DELETE";
      const data = {
        ...{ schema: "public", table, type, commit_timestamp: at, columns: [], errors: null },
        ...(isDeleted ? { old_record: content } : { record: content }),
      };
      this.#send({
        joinRef: null,
        ref: null,
        topic,
        event: "postgres_changes",
        payload: { ids, data },
      });
    }
  }

  close(code: number): void {
    this.#socket.close(code);
    this.#socket.terminate();
  }

  async #answer(frame: Frame): Promise<void> {
    switch (frame.event) {
      case "heartbeat":
        return this.#reply(frame, "ok", {});
      case "phx_join":
        return await this.#join(frame);
      case "access_token":
        return await this.#renew(frame);
      case "phx_leave":
        this.#channels.delete(frame.topic);
        return this.#reply(frame, "ok", {});
      default:
        return this.#reply(frame, "error", { reason: "Only row changes are served here" });
    }
  }

  async #join(frame: Frame): Promise<void> {
    const asked = joinSchema.safeParse(frame.payload);
    if (!asked.success) {
      return this.#reply(frame, "error", { reason: "The changes asked for are not served here" });
    }
    const { config, access_token } = asked.data;
    const claims = access_token === undefined ? null : await this.#readToken(access_token);
    if (claims === null) return this.#reply(frame, "error", { reason: "Invalid access token" });
    if (this.#channels.size >= MOST_CHANNELS && !this.#channels.has(frame.topic)) {
      return this.#reply(frame, "error", { reason: "Too many channels" });
    }
    const follows = config.postgres_changes.map((each, place) => ({ ...each, id: place + 1 }));
    this.#channels.set(frame.topic, { joinRef: frame.joinRef, claims, follows });
    this.#reply(frame, "ok", { postgres_changes: follows });
    if (follows.length === 0) return;
    const payload = {
      ...{ channel: frame.topic.replace(/^realtime:/, ""), extension: "postgres_changes" },
      ...{ status: "ok", message: "Subscribed to PostgreSQL" },
    };
    this.#send({ joinRef: null, ref: null, topic: frame.topic, event: "system", payload });
  }

  /** Goes on with a new token of the same person. */
  async #renew({ topic, payload }: Frame): Promise<void> {
    const channel = this.#channels.get(topic);
    const asked = tokenSchema.safeParse(payload);
    if (channel === undefined || !asked.success) return;
    const claims = await this.#readToken(asked.data.access_token);
    if (claims?.sub === channel.claims.sub && claims !== null) channel.claims = claims;
    else this.#end(topic);
  }

  /** The client then joins again, with the token that it has by then. */
  #end(topic: string): void {
    const joinRef = this.#channels.get(topic)?.joinRef ?? null;
    this.#channels.delete(topic);
    this.#send({ joinRef, ref: joinRef, topic, event: "phx_error", payload: {} });
  }

  #reply({ joinRef, ref, topic }: Frame, status: "ok" | "error", response: object): void {
    this.#send({ joinRef, ref, topic, event: "phx_reply", payload: { status, response } });
  }

  #send(frame: Frame): void {
    this.#socket.send(writeFrame(frame, this.#version));
  }

  #expectMore(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#socket.terminate(), SILENCE);
  }

  #isInPace(): boolean {
    const now = performance.now();
    if (now - this.#sent.since > PACE_MS) this.#sent = { since: now, messages: 0 };
    this.#sent.messages += 1;
    return this.#sent.messages <= PACE;
  }
}

function isMeant({ event, table }: Followed, change: RowChange): boolean {
  return table === change.table && (event === "*" || event === change.type);
}

function isExpired({ exp }: Claims): boolean {
  return typeof exp !== "number" || exp * 1000 <= Date.now();
}
