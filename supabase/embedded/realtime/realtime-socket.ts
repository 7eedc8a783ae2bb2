import type { WebSocket } from "ws";
import { z } from "zod/mini";
import { LIMITS, Pace } from "./limits.ts";
import type { RowChange, Viewers } from "./row-changes.ts";

/** WebSocket's code for a message that cannot be accepted, too many of them, or none that was needed. */
const POLICY_VIOLATION = 1008;

const name = z.string().check(z.maxLength(255));
const ref = z.nullish(z.union([name, z.pipe(z.number(), z.transform(String))]));
/**
 * A message of Phoenix's channel protocol, version 2.0.0: the number that the client gave to its join of the
 * topic, the number that the answer repeats, the topic, the event and the payload.
 */
const frameSchema = z.tuple([ref, ref, name, name, z.unknown()]);
type Frame = z.output<typeof frameSchema>;

/** The claims of an access token. */
interface Access {
  person: string;
  session: string;
  /** When it ends, in seconds since 1970. */
  exp: number;
  /** The claims that it shares with other tokens of the same rights, as JSON. */
  claims: string;
}

/** Verifies an access token. @returns null if it is no valid token of a person */
export type ReadToken = (token: string) => Promise<Access | null>;

/** Why a person may not join once more; null if they may. */
export type RefuseJoin = (person: string, socket: RealtimeSocket) => string | null;

/** A table that a channel follows, with the number by which the client knows it. */
interface Followed {
  id: number;
  event: "*" | RowChange["type"];
  table: string;
}

interface Channel {
  joinRef: Frame[0];
  access: Access;
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
    postgres_changes: z._default(
      z.array(followSchema).check(z.maxLength(LIMITS.tablesOfChannel)),
      [],
    ),
  }),
  access_token: z.optional(z.string()),
});
const tokenSchema = z.object({ access_token: z.string() });

/**
 * One client of Realtime: its channels, and what they follow. Of Realtime's features only row changes
 * are served; nobody is joined without the token of a person.
 */
export class RealtimeSocket {
  /** The network of its client. */
  readonly network: string;
  readonly #socket: WebSocket;
  readonly #readToken: ReadToken;
  readonly #refuseJoin: RefuseJoin;
  readonly #channels = new Map<string, Channel>();
  readonly #pace = new Pace(LIMITS.messages);
  #silence: ReturnType<typeof setTimeout> | undefined;
  #unused: ReturnType<typeof setTimeout> | undefined;
  #refusedJoins = 0;
  /** Messages are answered one after the other: a token is verified before what follows it. */
  #last: Promise<void> = Promise.resolve();

  constructor(socket: WebSocket, network: string, readToken: ReadToken, refuseJoin: RefuseJoin) {
    this.network = network;
    this.#socket = socket;
    this.#readToken = readToken;
    this.#refuseJoin = refuseJoin;
    socket.on("error", () => socket.terminate());
    socket.on("close", () => {
      clearTimeout(this.#silence);
      clearTimeout(this.#unused);
      this.#channels.clear();
    });
    socket.on("message", (data, isBinary) => {
      this.#expectMore();
      if (isBinary || !this.#pace.keeps()) return this.refuse(POLICY_VIOLATION);
      this.#last = this.#last
        .then(() => this.#answer(frameSchema.parse(JSON.parse(String(data)))))
        .catch(() => this.refuse(POLICY_VIOLATION));
    });
    this.#expectMore();
    this.#expectJoin(LIMITS.untilJoined);
  }

  /** How many channels that person has joined on it; anybody has, without a name. */
  channelCount(person?: string): number {
    if (person === undefined) return this.#channels.size;
    return [...this.#channels.values()].filter(({ access }) => access.person === person).length;
  }

  /** Adds those who follow such a change now. */
  addViewers(viewers: Viewers, change: RowChange): void {
    for (const [topic, { access, follows }] of this.#channels) {
      if (!follows.some((each) => isMeant(each, change))) continue;
      if (access.exp * 1000 <= Date.now()) {
        this.#end(topic);
        continue;
      }
      const sessions = viewers.get(access.claims) ?? new Set();
      viewers.set(access.claims, sessions.add(access.session));
    }
  }

  /** Reports a row to the channels of these sessions. @param data the row as JSON */
  report(change: RowChange, sessions: ReadonlySet<string>, data: string): void {
    for (const [topic, { access, follows }] of this.#channels) {
      if (!sessions.has(access.session)) continue;
      const ids = follows.filter((each) => isMeant(each, change)).map(({ id }) => id);
      if (ids.length === 0) continue;
      if (this.#socket.bufferedAmount > LIMITS.unread) this.#socket.terminate();
      else {
        const frame = JSON.stringify([null, null, topic, "postgres_changes", { ids }]);
        // The row was written once for all who get it. The payload comes last, and so do its braces.
        this.#socket.send(`${frame.slice(0, -2)},"data":${data}}]`);
      }
    }
  }

  close(code: number): void {
    this.#socket.close(code);
    this.#socket.terminate();
  }

  /** Closes it too, but gives the client a moment to learn why. */
  refuse(code: number): void {
    this.#socket.close(code);
    setTimeout(() => this.#socket.terminate(), LIMITS.farewell);
  }

  async #answer(frame: Frame): Promise<void> {
    const [, , topic, event] = frame;
    switch (event) {
      case "heartbeat":
        return this.#reply(frame, "ok", {});
      case "phx_join":
        return await this.#join(frame);
      case "access_token":
        return await this.#renew(frame);
      case "phx_leave":
        this.#leave(topic);
        return this.#reply(frame, "ok", {});
      default:
        return this.#reply(frame, "error", { reason: "Only row changes are served here" });
    }
  }

  async #join(frame: Frame): Promise<void> {
    const [joinRef, , topic, , payload] = frame;
    const asked = joinSchema.safeParse(payload);
    if (!asked.success) {
      return this.#reply(frame, "error", { reason: "The changes asked for are not served here" });
    }
    const { config, access_token } = asked.data;
    const access = access_token === undefined ? null : await this.#readToken(access_token);
    if (access === null) {
      this.#reply(frame, "error", { reason: "Invalid access token" });
      this.#refusedJoins += 1;
      if (this.#refusedJoins >= LIMITS.refusedJoins) this.refuse(POLICY_VIOLATION);
      return;
    }
    const reason = this.#channels.has(topic) ? null : this.#refuseJoin(access.person, this);
    if (reason !== null) return this.#reply(frame, "error", { reason });
    clearTimeout(this.#unused);
    this.#refusedJoins = 0;
    const follows = config.postgres_changes.map((each, place) => ({ ...each, id: place + 1 }));
    this.#channels.set(topic, { joinRef, access, follows });
    this.#reply(frame, "ok", { postgres_changes: follows });
    if (follows.length === 0) return;
    const subscribed = {
      ...{ channel: topic.replace(/^realtime:/, ""), extension: "postgres_changes" },
      ...{ status: "ok", message: "Subscribed to PostgreSQL" },
    };
    this.#send([null, null, topic, "system", subscribed]);
  }

  /** Goes on with a new token of the same person. */
  async #renew([, , topic, , payload]: Frame): Promise<void> {
    const channel = this.#channels.get(topic);
    const asked = tokenSchema.safeParse(payload);
    if (channel === undefined || !asked.success) return;
    const access = await this.#readToken(asked.data.access_token);
    if (access?.person === channel.access.person) channel.access = access;
    else this.#end(topic);
  }

  /** The client then joins again, with the token that it has by then. */
  #end(topic: string): void {
    const joinRef = this.#channels.get(topic)?.joinRef;
    this.#leave(topic);
    this.#send([joinRef, joinRef, topic, "phx_error", {}]);
  }

  #reply([joinRef, ref, topic]: Frame, status: "ok" | "error", response: object): void {
    this.#send([joinRef, ref, topic, "phx_reply", { status, response }]);
  }

  #send(frame: Frame): void {
    this.#socket.send(JSON.stringify(frame));
  }

  #leave(topic: string): void {
    if (this.#channels.delete(topic) && this.#channels.size === 0) {
      this.#expectJoin(LIMITS.withoutChannel);
    }
  }

  #expectJoin(within: number): void {
    clearTimeout(this.#unused);
    this.#unused = setTimeout(() => this.refuse(POLICY_VIOLATION), within);
  }

  #expectMore(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#socket.terminate(), LIMITS.silence);
  }
}

function isMeant({ event, table }: Followed, change: RowChange): boolean {
  return table === change.table && (event === "*" || event === change.type);
}
