import { UNIQUE_VIOLATION } from "@contracts/database-code.ts";
import type { NewEarlyAccessRequest } from "@contracts/new-early-access-request.ts";
import { z } from "zod/mini";
import { type Outcome, refusedOutcome, type Server, unreachable } from "../outcome.ts";

/** The `Outcome` of a request that needs no sign-in. */
export type RequestOutcome = Exclude<Outcome<null>, { kind: "sign-in" }>;

const refusalSchema = z.object({ code: z.string(), message: z.string() });

/**
 * Adds a request for early access as a visitor, with only the public key. It does not use
 * supabase-js, so that visitors need not load it. A request that was sent before stays unchanged,
 * which is a success.
 */
export async function addEarlyAccessRequest(
  { url, publicKey, fetch }: Server,
  request: NewEarlyAccessRequest,
  signal: AbortSignal,
): Promise<RequestOutcome> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${url}/rest/v1/contact_form_submissions`, {
      method: "POST",
      headers: {
        apikey: publicKey,
        "Content-Type": "application/json",
        // A visitor may write a row but read none, not even their own.
        Prefer: "return=minimal",
      },
      body: JSON.stringify(request),
      signal,
    });
    text = await response.text();
  } catch {
    return unreachable();
  }
  // Only 201: a network's login page answers 200.
  if (response.status === 201) return { kind: "ok", value: null };
  const refusal = refusalSchema.safeParse(parseJson(text));
  if (response.ok || !refusal.success) return unreachable(`Unexpected reply (${response.status})`);
  const { code, message } = refusal.data;
  if (code === UNIQUE_VIOLATION) return { kind: "ok", value: null };
  const retryAfter = response.headers.get("Retry-After");
  const outcome = refusedOutcome(response.status, code, message, retryAfter);
  // No person is signed in here: the backend rejected the deployment's public key.
  return outcome.kind === "sign-in"
    ? { kind: "later", cause: "busy", code, message, retryAfterMs: null }
    : outcome;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
