import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";
import { expect } from "vitest";
import type { OidcProvider } from "#supabase/embedded/setup/oidc-providers.ts";
import { PASSWORD, startInProcessBackend } from "./in-process-backend.ts";

/** How long a code is valid, in milliseconds. */
export const STEP = 30_000;
export const MINUTE = 60_000;

/** A backend whose second factors use a clock that the test moves; sessions use the real clock. */
export async function startFactorBench(options: { oidcProviders?: readonly OidcProvider[] } = {}) {
  /** Milliseconds since 1970. */
  let clock = Date.UTC(2026, 0, 1);
  const backend = await startInProcessBackend({ ...options, now: () => clock });
  /** The person that a test is about, new and without a factor. */
  let about = await newPerson();

  async function newPerson(): Promise<{ email: string; id: string; person: SupabaseClient }> {
    const { email, id } = await backend.createPerson("Fay");
    // Otherwise the first entry by a provider ends the password, with which most tests go on.
    await backend.sql("insert into private.proven_addresses (user_id, email) values ($1, $2)", [
      id,
      email,
    ]);
    return { email, id, person: await signedIn(email) };
  }

  /** A client in which nobody is signed in. */
  function client(): SupabaseClient {
    return createClient(backend.url, backend.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: { fetch: (input, init) => backend.fetch(String(input), init) },
      // Only needed so that Node 20, which has no WebSocket, can construct the client.
      realtime: { transport: class {} as never },
    });
  }

  async function signedIn(
    email: string = about.email,
    password = PASSWORD,
  ): Promise<SupabaseClient> {
    const person = client();
    const { error } = await person.auth.signInWithPassword({ email, password });
    if (error) throw error;
    return person;
  }

  async function enrolled(client = about.person, friendlyName = "Phone") {
    const { data, error } = await client.auth.mfa.enroll({
      factorType: "totp",
      friendlyName,
      issuer: "Field Agents",
    });
    if (error) throw error;
    return { id: data.id, secret: data.totp.secret, uri: data.totp.uri, qr: data.totp.qr_code };
  }

  /** The code that a factor's app shows now, or `steps` steps later. */
  function codeOf({ secret }: { secret: string }, steps = 0): string {
    return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock + steps * STEP });
  }

  function wrongCodeOf(factor: { secret: string }): string {
    return String((Number(codeOf(factor, 5)) + 1) % 1_000_000).padStart(6, "0");
  }

  /** Sends a factor's code. @returns "in", or the error code */
  async function give(factor: { id: string }, code: string, client = about.person) {
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
    return error === null ? "in" : error.code;
  }

  /** Enrols a factor and verifies it with its first code. */
  async function verified(client = about.person, name = "Phone") {
    const factor = await enrolled(client, name);
    expect(await give(factor, codeOf(factor), client)).toBe("in");
    clock += STEP;
    return factor;
  }

  /** Sends a request that supabase-js would not send. */
  async function send(
    method: string,
    path: string,
    body?: unknown,
    client: SupabaseClient | null = about.person,
  ) {
    const token = (await client?.auth.getSession())?.data.session?.access_token;
    const reply = await backend.fetch(`${backend.url}/auth/v1/${path}`, {
      method,
      headers: {
        apikey: backend.publishableKey,
        "content-type": "application/json",
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, body: text ? JSON.parse(text) : null };
  }

  /** What an ID token says of the person whom a test is about. */
  const mine = () => ({ sub: `sub of ${about.id}`, email: about.email, email_verified: true });

  /** Signs in by an ID token. @returns the client, and "in" or the error code */
  async function enter(token: string, more: { provider?: string; nonce?: string } = {}) {
    const person = client();
    const { provider = "local", ...rest } = more;
    const { error, data } = await person.auth.signInWithIdToken({ provider, token, ...rest });
    return { person, answer: error === null ? "in" : (error.code ?? error.message), data };
  }

  async function providersOf(userId: string): Promise<unknown[]> {
    const rows = await backend.sql(
      "select provider from auth.identities where user_id = $1 order by created_at, id",
      [userId],
    );
    return rows.map(({ provider }) => provider);
  }

  return {
    backend,
    about: () => about,
    now: () => clock,
    pass(milliseconds: number): void {
      clock += milliseconds;
    },
    /** Moves the clock a day forward and takes a new person. */
    async beginAnew(): Promise<void> {
      clock += 24 * 60 * MINUTE;
      about = await newPerson();
    },
    ...{ mine, enter, providersOf },
    signedIn,
    enrolled,
    codeOf,
    wrongCodeOf,
    give,
    verified,
    send,
  };
}
