import { z } from "zod/mini";
import { parseJson } from "../contracts/parse-json.ts";
import type { AiEndpoint } from "../request/environment.ts";
import { readBody } from "../request/request-body.ts";
import { AiFailure, type AiFailureKind } from "./failure.ts";
import { addUsage, readUsage } from "./prices.ts";
import type { AiCall, AiTurn } from "./turn.ts";

const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 1_000;

/** Largest reply that is read, in bytes: a provider's real answers are far smaller. */
const REPLY_LIMIT_BYTES = 4 * 1024 * 1024;

export interface ProviderRequest<Answer> {
  endpoint: AiEndpoint;
  model: string;
  /** Below the base address, beginning with a slash. */
  path: string;
  body: FormData | object;
  /** How long an attempt may take while another one can follow, in milliseconds. */
  attemptLimit: number;
  /**
   * Takes the answer out of the reply's JSON; null when the reply is not what the API promises.
   * @throws AiFailure for a reply of which nothing may be quoted
   */
  read: (reply: unknown, text: string, response: Response) => Answer | null;
}

const repliedSchema = z.object({ usage: z.optional(z.unknown()) });

/**
 * Calls the provider, and adds the call with its figures to the turn. After a timeout, a broken
 * connection, an unreadable reply, 408, 425, 429 or 5xx it tries again, at most twice, if the turn's
 * deadline and the provider's `Retry-After` allow it. Any other refusal is final at once.
 * @throws AiFailure
 */
export async function callProvider<Answer>(
  request: ProviderRequest<Answer>,
  turn: AiTurn,
): Promise<Answer> {
  const { model, endpoint } = request;
  const call: AiCall = { model, baseUrl: endpoint.baseUrl, usage: null, elapsedMs: null };
  turn.calls.push(call);
  const { clock } = turn.ports;
  const startedAt = clock.now();
  try {
    for (let attempt = 1; ; attempt += 1) {
      const last = attempt === ATTEMPTS;
      const left = Math.max(0, turn.deadline - clock.now());
      const limit = last ? left : Math.min(request.attemptLimit, left);
      try {
        return await tryOnce(request, call, turn, limit);
      } catch (error) {
        if (!(error instanceof AiFailure) || last || !mayPass(error.kind)) throw error;
        const pause = Math.max(FIRST_PAUSE_MS * 2 ** (attempt - 1), (error.retryAfter ?? 0) * 1000);
        if (clock.now() + pause >= turn.deadline) throw error;
        await clock.sleep(pause);
      }
    }
  } finally {
    call.elapsedMs = clock.now() - startedAt;
  }
}

/** @param call gets what the reply says that it used, whatever else the reply holds */
async function tryOnce<Answer>(
  { endpoint: { baseUrl, apiKey }, path, body, read }: ProviderRequest<Answer>,
  call: AiCall,
  { ports }: AiTurn,
  limit: number,
): Promise<Answer> {
  const isForm = body instanceof FormData;
  const signal = ports.clock.timeout(limit);
  let response: Response;
  let bytes: Uint8Array | null;
  try {
    response = await ports.fetch(baseUrl + path, {
      method: "POST",
      headers: {
        Accept: "application/json",
        ...(apiKey && { Authorization: `Bearer ${apiKey}` }),
        ...(!isForm && { "Content-Type": "application/json" }),
      },
      body: isForm ? body : JSON.stringify(body),
      signal,
    });
    bytes = await readBody(response, REPLY_LIMIT_BYTES);
  } catch (error) {
    throw signal.aborted
      ? new AiFailure("busy", `No answer within ${Math.round(limit)} ms.`)
      : new AiFailure("broken", describe(error));
  }
  if (bytes === null) throw new AiFailure("broken", "The reply is too large.");
  const sent = new TextDecoder().decode(bytes);
  // A provider may repeat the key that it refuses, and administrators can read the reply.
  const text = apiKey ? sent.replaceAll(apiKey, "…") : sent;
  if (!response.ok) {
    const retryAfter = readRetryAfter(response.headers.get("Retry-After"), ports.clock.now());
    const kind = refusalKind(response.status, text);
    throw new AiFailure(kind, `Status ${response.status}: ${text}`, retryAfter);
  }
  // Some servers begin their replies with the mark of UTF-8.
  const json = parseJson(text.replace(/^\ufeff/, "")) ?? null;
  call.usage = addUsage(call.usage, readUsage(repliedSchema.safeParse(json).data?.usage));
  const answer = read(json, text, response);
  if (answer === null) throw new AiFailure("broken", `Unreadable reply: ${text}`);
  return answer;
}

/** Whether another attempt may succeed where one has failed. */
export function mayPass(kind: AiFailureKind): boolean {
  return kind === "broken" || kind === "busy";
}

function refusalKind(status: number, text: string): AiFailureKind {
  if (status === 415) return "unsupported";
  if (status === 413) return "too_large";
  if (status === 400 && /audio.{0,40}too[ _]short/is.test(text)) return "too_short";
  if (status === 400 && /content[ _](policy|filter)/i.test(text)) return "declined";
  if ([408, 425, 429, 503].includes(status)) return "busy";
  return status >= 400 && status < 500 ? "refused" : "broken";
}

// Node and Deno only say "fetch failed"; the error's cause says what failed.
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

/** Longest time that is waited because a provider says so, in seconds. */
const LONGEST_WAIT = 24 * 3600;

/** Reads a `Retry-After` header, in seconds or as a date. @returns whole seconds, or null. */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const stated = Number(header);
  const seconds = Number.isNaN(stated) ? (Date.parse(header) - now) / 1000 : stated;
  if (header.trim() === "" || Number.isNaN(seconds)) return null;
  return Math.min(Math.max(0, Math.ceil(seconds)), LONGEST_WAIT);
}
