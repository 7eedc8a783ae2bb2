import { z } from "zod/mini";
import { readBody } from "../request/body-limit.ts";
import type { AiEndpoint } from "../request/environment.ts";
import { AiFailure, type AiFailureKind } from "./failure.ts";
import type { AiCall, AiTurn } from "./turn.ts";
import { readUsage, sumOfUsages } from "./usage.ts";

const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 1_000;

/** Largest reply that is read, in bytes: a provider's real answers are far smaller. */
const REPLY_LIMIT_BYTES = 4 * 1024 * 1024;

export interface ProviderRequest<Answer> {
  endpoint: AiEndpoint;
  /** Below the base address, beginning with a slash. */
  path: string;
  body: FormData | object;
  /** What each reply says that it used is added to it, whatever else the reply holds. */
  call: AiCall;
  /** How long an attempt may take while another one can follow, in milliseconds. */
  attemptLimit: number;
  /**
   * Takes the answer out of the reply's JSON; null when the reply is not what the API promises.
   * @throws AiFailure for a reply of which nothing may be quoted
   */
  read: (reply: unknown, text: string, response: Response) => Answer | null;
}

const repliedSchema = z.object({ usage: z.optional(z.unknown()) });

type Attempt<Answer> =
  | { answer: Answer }
  | { kind: AiFailureKind; detail: string; retryAfter: number | null };

/**
 * Calls the provider. After a timeout, a broken connection, an unreadable reply, 408, 425, 429 or
 * 5xx it tries again, at most twice, if the turn's deadline and the provider's `Retry-After` allow
 * it. Any other refusal is final at once.
 * @throws AiFailure
 */
export async function callProvider<Answer>(
  request: ProviderRequest<Answer>,
  turn: AiTurn,
): Promise<Answer> {
  const { clock } = turn.ports;
  for (let attempt = 1; ; attempt += 1) {
    const last = attempt === ATTEMPTS;
    const left = Math.max(0, turn.deadline - clock.now());
    const outcome = await tryOnce(
      request,
      turn,
      last ? left : Math.min(request.attemptLimit, left),
    );
    if ("answer" in outcome) return outcome.answer;

    const pause = Math.max(FIRST_PAUSE_MS * 2 ** (attempt - 1), (outcome.retryAfter ?? 0) * 1000);
    const another = !last && mayPass(outcome.kind) && clock.now() + pause < turn.deadline;
    if (!another) throw new AiFailure(outcome.kind, outcome.detail, outcome.retryAfter);
    await clock.sleep(pause);
  }
}

async function tryOnce<Answer>(
  { endpoint, path, body, call, read }: ProviderRequest<Answer>,
  { ports }: AiTurn,
  limit: number,
): Promise<Attempt<Answer>> {
  const isForm = body instanceof FormData;
  const signal = ports.clock.timeout(limit);
  let response: Response;
  let text: string;
  try {
    response = await ports.fetch(endpoint.baseUrl + path, {
      method: "POST",
      headers: {
        Accept: "application/json",
        ...(endpoint.apiKey && { Authorization: `Bearer ${endpoint.apiKey}` }),
        ...(!isForm && { "Content-Type": "application/json" }),
      },
      body: isForm ? body : JSON.stringify(body),
      signal,
    });
    const reply = await readBody(response, REPLY_LIMIT_BYTES);
    if (reply === null) {
      return { kind: "broken", detail: "The reply is too large.", retryAfter: null };
    }
    text = withoutKey(new TextDecoder().decode(reply), endpoint.apiKey);
  } catch (error) {
    return signal.aborted
      ? { kind: "busy", detail: `No answer within ${Math.round(limit)} ms.`, retryAfter: null }
      : { kind: "broken", detail: describe(error), retryAfter: null };
  }

  if (!response.ok) {
    return {
      kind: kindOfRefusal(response.status, text),
      detail: `Status ${response.status}: ${text}`,
      retryAfter: readRetryAfter(response.headers.get("Retry-After"), ports.clock.now()),
    };
  }
  const json = parseJson(text);
  call.usage = sumOfUsages(call.usage, readUsage(repliedSchema.safeParse(json).data?.usage));
  try {
    const answer = read(json, text, response);
    return answer === null
      ? { kind: "broken", detail: `Unreadable reply: ${text}`, retryAfter: null }
      : { answer };
  } catch (error) {
    if (!(error instanceof AiFailure)) throw error;
    return { kind: error.kind, detail: error.message, retryAfter: null };
  }
}

/** Whether another attempt may succeed where one has failed. */
export function mayPass(kind: AiFailureKind): boolean {
  return kind === "broken" || kind === "busy";
}

/**
 * Removes the key from a reply: a provider may repeat the key that it refuses, and administrators
 * can read the reply.
 */
function withoutKey(text: string, apiKey: string | null): string {
  return apiKey ? text.replaceAll(apiKey, "…") : text;
}

function kindOfRefusal(status: number, text: string): AiFailureKind {
  if (status === 415) return "unsupported";
  if (status === 413) return "too_large";
  if (status === 400 && /audio.{0,40}too[ _]short/is.test(text)) return "too_short";
  if (status === 400 && /content[ _](policy|filter)/i.test(text)) return "declined";
  if ([408, 425, 429, 503].includes(status)) return "busy";
  return status >= 400 && status < 500 ? "refused" : "broken";
}

function parseJson(text: string): unknown {
  try {
    // Some servers begin their replies with the mark of UTF-8.
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return null;
  }
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
