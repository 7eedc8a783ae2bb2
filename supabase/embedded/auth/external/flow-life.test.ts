// @module-tag rest

import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeEach, expect, it } from "vitest";
import { MINUTE, startFactorBench } from "#tests/support/factor-bench.ts";
import { startRealOidcProvider } from "#tests/support/real-oidc-provider.ts";

const provider = await startRealOidcProvider();
const bench = await startFactorBench({
  oidcProviders: [
    {
      ...{ id: "company", name: "Company", issuer: provider.issuer, audiences: [] },
      ...{ clientId: provider.clientId, clientSecret: provider.clientSecret },
      emailDomains: undefined,
    },
  ],
});
const { backend, about, send } = bench;
provider.serve(backend.url);

beforeEach(async () => {
  await bench.beginAnew();
  provider.person = { sub: about().id, email: about().email, email_verified: true };
});
afterAll(async () => {
  await backend.stop();
  await provider.stop();
});

/** Begins a sign-in and goes through the provider's pages. @returns how to come back from there */
async function atProvider() {
  const verifier = randomBytes(32).toString("base64url");
  const code_challenge = createHash("sha256").update(verifier).digest("base64url");
  const query = { provider: "company", code_challenge, code_challenge_method: "s256" };
  const cookies = new Map<string, string>();
  const open = async (address: string): Promise<string> => {
    const cookie = [...cookies].map((each) => each.join("=")).join("; ");
    const reply = await backend.fetch(address, { headers: { cookie }, redirect: "manual" });
    for (const given of reply.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(given) ?? [];
      cookies.set(name, value);
    }
    return new URL(reply.headers.get("location") ?? "", address).href;
  };
  let at = `${backend.url}/auth/v1/authorize?${new URLSearchParams(query)}`;
  while (!at.startsWith(`${backend.url}/auth/v1/callback`)) at = await open(at);
  return async () => {
    const end = new URL(await open(at));
    const { hash, searchParams } = end;
    const error = new URLSearchParams(hash.slice(1)).get("error_code");
    return { auth_code: searchParams.get("code"), code_verifier: verifier, error };
  };
}

const exchange = async ({ error, ...body }: { error: string | null }) =>
  error ?? (await send("POST", "token?grant_type=pkce", body, null)).status;

it("lets somebody come back for ten minutes", async () => {
  const [soon, late] = [await atProvider(), await atProvider()];
  bench.pass(9 * MINUTE);
  expect(await exchange(await soon())).toBe(200);
  bench.pass(2 * MINUTE);
  expect(await exchange(await late())).toBe("bad_oauth_state");
});

it("lets a code be exchanged for five minutes", async () => {
  const soon = await (await atProvider())();
  const late = await (await atProvider())();
  bench.pass(4 * MINUTE);
  expect(await exchange(soon)).toBe(200);
  bench.pass(2 * MINUTE);
  expect(await exchange(late)).toBe(404);
});
