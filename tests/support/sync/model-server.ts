import { createHash } from "node:crypto";
import { v4 as uuidv4 } from "uuid";
import type { Clock } from "#platform/ports.ts";
import { seededRandom } from "#tests/bench/seeded-random.ts";
import { pause } from "./manual-clock.ts";
import { ModelFormerPeople } from "./model-former-people.ts";
import { createModelLedger, type Ledger, type LedgerRequest } from "./model-ledger.ts";
import { type ModelRating, ModelRatings } from "./model-ratings.ts";
import {
  audioOf,
  crashed,
  inFlight,
  type RequestKind,
  refusal,
  rejectedByAbort,
  replyOf,
  store,
} from "./model-replies.ts";
import { type Bearer, ModelSessions } from "./model-sessions.ts";

/** What the network or the server does with one request. */
export type Fate =
  | "answer"
  /** The request never arrives. */
  | "drop-request"
  /** The server processes it, and the reply is lost on the way back. */
  | "drop-reply"
  /** A network's login page answers with 200 instead of the server. */
  | "portal"
  /** Nothing answers until the caller aborts; `deaf` does not react to that either. */
  | "hang"
  | "deaf"
  | { status: number; code: string; message?: string; retryAfter?: number };

export interface ModelRequest {
  kind: RequestKind;
  /** The idempotency key of a function call, the id of a log row, of a message or of a rating. */
  key: string | null;
  /** The person whose token it had, accepted or not; null without a known token. */
  bearerId: string | null;
}

/** What happens to the server while it works on a claimed function call. */
export type Trouble =
  /** The AI provider takes half a minute. */
  | "slow-provider"
  /** It crashes before it has called the provider. */
  | "dies-after-claim"
  /** It crashes after the provider has answered and before it has stored the answer. */
  | "dies-after-provider";

/** Requests that the server refuses without an active profile, which is deleted with the account. */
const OF_PROFILE = new Set<RequestKind>(["log", "message", "rating", "change", "former-people"]);

const STRANGER = "01900000-0000-7000-8000-00000000000f";
const SLOW_PROVIDER_MS = 30_000;

/**
 * A Supabase backend reduced to what sync needs: a ledger, tables whose primary keys are unique and
 * whose rows belong to their person, and sessions. It never reads the client's database, so it is
 * an independent witness.
 */
export class ModelServer {
  /** The two people who sign in on the device. */
  readonly people: readonly [string, string];
  readonly personId: string;
  readonly sessions = new ModelSessions();
  readonly logs = new Map<string, Record<string, unknown>>();
  /** Rows of the conversation tables by id, in the order they were stored. */
  readonly messages = new Map<string, Record<string, unknown>>();
  /** Changes of entries by id. */
  readonly changes = new Map<string, Record<string, unknown>>();
  #moment = 0;
  /** The calls of the AI provider, in order. */
  readonly asked: LedgerRequest[] = [];
  /** Those of them whose answers were lost when the server crashed. */
  readonly lostAnswers: LedgerRequest[] = [];
  /** Every call whose reply was stored, with its row of the detailed log. */
  readonly done: LedgerRequest[] = [];
  readonly requests: ModelRequest[] = [];
  readonly formerPeople: ModelFormerPeople;
  readonly ratings = new ModelRatings();
  ledger: Ledger;
  inFlight = 0;
  mostInFlight = 0;
  /** Decides what happens to a request; by default it is answered. */
  fate: (request: ModelRequest) => Fate | Promise<Fate> = () => "answer";

  /** Whether the recording with this key contains no recognisable speech. */
  isSilent: (key: string) => boolean = () => false;

  /** Sees every request with its body as text. */
  observe: (request: ModelRequest, body: string) => void = () => {};

  readonly #clock: Clock;

  /** @param seed of the ids of the accounts */
  constructor(clock: Clock, seed: number) {
    const random = seededRandom(seed);
    const newId = () => uuidv4({ random: Uint8Array.from({ length: 16 }, () => random() * 256) });
    this.people = [newId(), newId()];
    this.personId = this.people[0];
    this.formerPeople = new ModelFormerPeople(newId);
    this.#clock = clock;
    this.ledger = createModelLedger(clock);
  }

  readonly fetch: typeof fetch = (input, init) =>
    this.serve(new Request(input, init), null, (ms) => pause(this.#clock, ms));

  /** SHA-256 of the payload of each finished function call, by key. */
  get receivedHashes(): Map<string, string> {
    return new Map(this.done.map(({ key, hash }) => [key, hash]));
  }

  /** The keys with which the AI provider was called, in order. */
  get providerCalls(): string[] {
    return this.asked.map(({ key }) => key);
  }

  /** @param wait waits that many milliseconds */
  async serve(
    request: Request,
    trouble: Trouble | null,
    wait: (ms: number) => Promise<void>,
  ): Promise<Response> {
    const body = new Uint8Array(await request.clone().arrayBuffer());
    const text = new TextDecoder().decode(body);
    const kind = kindOf(new URL(request.url));
    const isWrite = kind === "log" || kind === "message" || kind === "change";
    const id = kind === "rating" ? JSON.parse(text).rating.item_id : isWrite && JSON.parse(text).id;
    const key = request.headers.get("Idempotency-Key") ?? (id || null);
    const bearerId = this.#bearerOf(request)?.personId ?? null;
    this.requests.push({ kind, key, bearerId });
    this.observe({ kind, key, bearerId }, text);
    this.inFlight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, kind === "function" ? this.inFlight : 0);
    try {
      const fate = await this.fate({ kind, key, bearerId });
      if (fate === "drop-request") throw new TypeError("network error");
      if (fate === "portal") return new Response("<html>Welcome to the hotel</html>");
      if (fate === "deaf") return await new Promise<Response>(() => {});
      if (fate === "hang") return await rejectedByAbort(request.signal);
      if (typeof fate === "object") return refusal(fate, kind);
      const reply = await this.#answer(kind, request, text, async () => {
        const functionName = new URL(request.url).pathname.split("/").at(-1) ?? "";
        const payload = functionName === "voice-transcribe" ? await audioOf(request) : body;
        if (payload === null) return refusal({ status: 400, code: "malformed" });
        const hash = createHash("sha256").update(payload).digest("hex");
        const call = { personId: String(bearerId), key: String(key), functionName, hash };
        return this.#work(call, text, trouble, wait);
      });
      if (fate === "drop-reply") throw new TypeError("network error");
      return reply;
    } finally {
      this.inFlight -= 1;
    }
  }

  async #answer(
    kind: RequestKind,
    request: Request,
    text: string,
    work: () => Promise<Response>,
  ): Promise<Response> {
    if (kind === "health") return Response.json({ name: "GoTrue", version: "model" });
    if (kind === "token") return this.sessions.refresh(JSON.parse(text).refresh_token);
    const bearer = this.#bearerOf(request);
    const isFunction = kind === "function";
    if (bearer === null || !(isFunction ? bearer.isAccepted : bearer.isFresh)) {
      return refusal({ status: 401, code: isFunction ? "unauthorized" : "PGRST301" }, kind);
    }
    const { personId } = bearer;
    if (OF_PROFILE.has(kind) && this.formerPeople.isGone(personId)) {
      return refusal({ status: 403, code: "42501" }, kind);
    }
    if (isFunction) return work();
    if (kind === "former-people") {
      return Response.json(this.formerPeople.among(personId, JSON.parse(text).asked));
    }
    // Sync asks for it only after a refusal. It is hidden, as from a person who is suspended or gone.
    if (kind === "profile") return Response.json([]);
    if (kind === "rating") {
      const { rating } = JSON.parse(text) as { rating: ModelRating };
      return Response.json([this.ratings.rate(personId, rating, this.formerPeople)]);
    }
    if (kind === "history" || kind === "messages" || kind === "changes") {
      const id = new URL(request.url).searchParams.get("item_id")?.replace("eq.", "");
      const rows = [...this.#rowsOf(kind).values()];
      return Response.json(
        rows.filter((row) => row.user_id === personId && (!id || row.id === id)),
      );
    }
    const row = JSON.parse(text) as { id: string; user_id: string };
    if (row.user_id !== personId) return refusal({ status: 403, code: "42501" }, kind);
    this.#moment += 1;
    return store(this.#rowsOf(kind), row, this.#moment);
  }

  #rowsOf(kind: RequestKind): Map<string, Record<string, unknown>> {
    if (kind === "change" || kind === "changes") return this.changes;
    return kind === "message" || kind === "messages" ? this.messages : this.logs;
  }

  /**
   * Simulates that an administrator deletes an account: its sessions end, its conversations are
   * deleted, and its history rows stay without a person.
   */
  deleteAccount(personId: string): void {
    this.sessions.endOf(personId);
    this.formerPeople.delete(personId);
    this.ratings.forget(personId);
    for (const [id, { user_id }] of this.messages) {
      if (user_id === personId) this.messages.delete(id);
    }
    for (const row of [...this.logs.values(), ...this.changes.values()]) {
      if (row.user_id === personId) Object.assign(row, { user_id: null, former_user_id: personId });
    }
  }

  /** Creates an account with the address of a deleted one. @returns the new account's id */
  createAccountAnew(deletedId: string): string {
    return this.formerPeople.createAnew(deletedId);
  }

  /** A stranger on another device uses a key for their own payload. */
  claimAsStranger(key: string): void {
    const call = { personId: STRANGER, key, functionName: "snap-process", hash: "a stranger's" };
    const claim = this.ledger.claim(call);
    if (claim.outcome === "claimed") this.ledger.finish(call, claim.token, {});
  }

  /** Does a function's work once, however often it is called; see `claimed-work.ts`. */
  async #work(
    call: LedgerRequest,
    text: string,
    trouble: Trouble | null,
    wait: (ms: number) => Promise<void>,
  ): Promise<Response> {
    const { key, functionName } = call;
    const claim = this.ledger.claim(call);
    if (claim.outcome === "finished") return Response.json(claim.reply);
    if (claim.outcome === "other_body") return refusal({ status: 422, code: "key_reused" });
    if (claim.outcome === "in_flight") return inFlight(claim.retryAfter);
    if (trouble === "dies-after-claim") return crashed();

    this.asked.push(call);
    if (trouble === "slow-provider") await wait(SLOW_PROVIDER_MS);
    if (trouble === "dies-after-provider") {
      this.lostAnswers.push(call);
      return crashed();
    }
    const reply = replyOf(functionName, key, text, this.isSilent(key));
    if (!this.ledger.finish(call, claim.token, reply)) return inFlight(1);
    this.done.push(call);
    return Response.json(reply);
  }

  #bearerOf(request: Request): Bearer | null {
    const accessToken = request.headers.get("Authorization")?.replace("Bearer ", "");
    return this.sessions.bearer(accessToken ?? "");
  }
}

const KINDS: Record<string, RequestKind> = {
  "/auth/v1/health": "health",
  "/auth/v1/token": "token",
  "/rest/v1/rpc/former_people": "former-people",
  "/rest/v1/rpc/rate_answer": "rating",
  "/rest/v1/profiles": "profile",
};

function kindOf({ pathname, searchParams }: URL): RequestKind {
  if (pathname.startsWith("/functions/v1/")) return "function";
  const writes = searchParams.has("on_conflict");
  const isOfConversation = pathname.endsWith("_agent_conversations");
  const ofOthers = pathname.endsWith("/entry_changes")
    ? (["change", "changes"] as const)
    : (["log", "history"] as const);
  const ofRows = isOfConversation ? (["message", "messages"] as const) : ofOthers;
  return KINDS[pathname] ?? ofRows[writes ? 0 : 1];
}
