import { createHash, randomUUID } from "node:crypto";

/** What the network or the server does to one request. */
export type Fate =
  | "answer"
  /** The request never arrives. */
  | "drop-request"
  /** The server does it, and the reply is lost on the way back. */
  | "drop-reply"
  /** A network's login page answers 200 in its place. */
  | "portal"
  /** Nothing answers until the caller gives up; not even that when `deaf`. */
  | "hang"
  | "deaf"
  | { status: number; code: string; message?: string; retryAfter?: number };

export type RequestKind =
  | "health"
  | "token"
  | "function"
  | "log"
  | "history"
  | "message"
  | "messages";

export interface ModelRequest {
  kind: RequestKind;
  /** The idempotency key of a function call, the id of a log row or of a message. */
  key: string | null;
}

interface LedgerEntry {
  hash: string;
  reply: object;
}

/**
 * A Supabase backend reduced to what sync relies on: a ledger, a log table whose primary key is
 * unique, and sessions. It never sees the client's database, so it can bear witness against it.
 */
export class ModelServer {
  readonly personId: string = randomUUID();
  /** Rows of agent_logs by id. */
  readonly logs = new Map<string, Record<string, unknown>>();
  /** Rows of the conversation tables by id, in the order they were stored. */
  readonly messages = new Map<string, Record<string, unknown>>();
  /** Keys the AI provider was called for, in order. */
  readonly providerCalls: string[] = [];
  readonly requests: ModelRequest[] = [];
  /** Sizes of the bodies that arrived whole, by key. */
  readonly receivedHashes = new Map<string, string>();
  readonly ledger = new Map<string, LedgerEntry>();
  accessToken = "access-1";
  refreshToken: string | null = "refresh-1";
  refreshes = 0;
  inFlight = 0;
  mostInFlight = 0;
  /** Decides what happens to a request; the default answers everything. */
  fate: (request: ModelRequest) => Fate | Promise<Fate> = () => "answer";

  /** Sees every request with its body as text. */
  observe: (request: ModelRequest, body: string) => void = () => {};

  /** The session that a signed-in client has stored, as supabase-js writes it. */
  session(expiresInSeconds = 3600): string {
    const expiresAt = Math.floor(Date.now() / 1000) + expiresInSeconds;
    return JSON.stringify({
      access_token: this.accessToken,
      refresh_token: this.refreshToken,
      token_type: "bearer",
      expires_in: expiresInSeconds,
      expires_at: expiresAt,
      user: { id: this.personId, email: "tech@example.test" },
    });
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const body = new Uint8Array(await request.clone().arrayBuffer());
    const kind = kindOf(url);
    const key =
      request.headers.get("Idempotency-Key") ??
      (kind === "log" || kind === "message"
        ? String((JSON.parse(new TextDecoder().decode(body)) as { id: string }).id)
        : null);
    this.requests.push({ kind, key });
    this.observe({ kind, key }, new TextDecoder().decode(body));
    this.inFlight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, kind === "function" ? this.inFlight : 0);
    try {
      const fate = await this.fate({ kind, key });
      if (fate === "drop-request") throw new TypeError("network error");
      if (fate === "portal") return new Response("<html>Welcome to the hotel</html>");
      if (fate === "deaf") return await new Promise<Response>(() => {});
      if (fate === "hang") return await rejectedByAbort(init?.signal ?? request.signal);
      if (typeof fate === "object") return refusal(fate);
      const reply = await this.#answer(kind, key, request, body);
      if (fate === "drop-reply") throw new TypeError("network error");
      return reply;
    } finally {
      this.inFlight -= 1;
    }
  };

  async #answer(
    kind: RequestKind,
    key: string | null,
    request: Request,
    body: Uint8Array,
  ): Promise<Response> {
    if (kind === "health") return Response.json({ name: "GoTrue", version: "model" });
    if (kind === "token") return this.#refresh(body);
    if (request.headers.get("Authorization") !== `Bearer ${this.accessToken}`) {
      return refusal(
        { status: 401, code: kind === "function" ? "unauthorized" : "PGRST301" },
        kind,
      );
    }
    if (kind === "history") return Response.json([...this.logs.values()]);
    if (kind === "messages") return this.#readMessages(new URL(request.url));
    if (kind === "function") return this.#call(String(key), request, body);
    const row = JSON.parse(new TextDecoder().decode(body)) as { id: string };
    return store(kind === "message" ? this.messages : this.logs, row);
  }

  #readMessages(url: URL): Response {
    const id = url.searchParams.get("id")?.replace("eq.", "");
    return Response.json([...this.messages.values()].filter((row) => !id || row.id === id));
  }

  async #call(key: string, request: Request, body: Uint8Array): Promise<Response> {
    const name = new URL(request.url).pathname.split("/").at(-1) ?? "";
    const payload = name === "voice-transcribe" ? await audioOf(request) : body;
    if (payload === null) return refusal({ status: 400, code: "malformed" });
    const hash = createHash("sha256").update(payload).digest("hex");
    const known = this.ledger.get(key);
    if (known !== undefined && known.hash !== hash)
      return refusal({ status: 422, code: "key_reused" });
    if (known === undefined) {
      this.providerCalls.push(key);
      this.receivedHashes.set(key, hash);
      this.ledger.set(key, { hash, reply: replyOf(name, key, body) });
    }
    return Response.json(this.ledger.get(key)?.reply);
  }

  #refresh(body: Uint8Array): Response {
    this.refreshes += 1;
    const sent = JSON.parse(new TextDecoder().decode(body)) as { refresh_token: string };
    if (this.refreshToken === null || sent.refresh_token !== this.refreshToken) {
      return Response.json(
        { code: 400, error_code: "refresh_token_not_found", msg: "Invalid Refresh Token" },
        { status: 400 },
      );
    }
    this.accessToken = `access-${this.refreshes + 1}`;
    this.refreshToken = `refresh-${this.refreshes + 1}`;
    return Response.json(JSON.parse(this.session()));
  }
}

function kindOf(url: URL): RequestKind {
  if (url.pathname === "/auth/v1/health") return "health";
  if (url.pathname === "/auth/v1/token") return "token";
  if (url.pathname.startsWith("/functions/v1/")) return "function";
  const writes = url.searchParams.has("on_conflict");
  if (url.pathname.endsWith("_agent_conversations")) return writes ? "message" : "messages";
  return writes ? "log" : "history";
}

async function audioOf(request: Request): Promise<Uint8Array | null> {
  const audio = (await request.formData()).get("audio");
  return audio instanceof Blob ? new Uint8Array(await audio.arrayBuffer()) : null;
}

function replyOf(name: string, key: string, body: Uint8Array): object {
  if (name === "voice-transcribe") {
    return {
      success: true,
      transcription: `Transcription of ${key}`,
      summary: `Summary of ${key}`,
    };
  }
  if (name === "snap-process") return { analysis: `Analysis of ${key}` };
  const { question } = JSON.parse(new TextDecoder().decode(body)) as { question: string };
  return { answer: `Answer to ${question}`, sources: [], basis: "model" };
}

function store(rows: Map<string, Record<string, unknown>>, row: { id: string }): Response {
  if (rows.has(row.id)) return Response.json([], { status: 201 });
  const stored = { ...row, created_at: new Date().toISOString() };
  rows.set(row.id, stored);
  return Response.json([stored], { status: 201 });
}

function refusal(
  fate: { status: number; code: string; message?: string; retryAfter?: number },
  kind: RequestKind = "function",
): Response {
  const message = fate.message ?? fate.code;
  const headers = fate.retryAfter === undefined ? {} : { "Retry-After": String(fate.retryAfter) };
  const body =
    kind === "function" ? { error: { code: fate.code, message } } : { code: fate.code, message };
  return Response.json(body, { status: fate.status, headers });
}

function rejectedByAbort(signal: AbortSignal): Promise<Response> {
  return new Promise((_, reject) => {
    const abort = () => reject(new DOMException("Aborted", "AbortError"));
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort);
  });
}
