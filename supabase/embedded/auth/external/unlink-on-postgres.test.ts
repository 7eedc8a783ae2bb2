// @module-tag rest

import { afterAll, beforeAll, expect, test } from "vitest";
import { type Backend, startBackend } from "#tests/support/backend.ts";
import { browserOf } from "#tests/support/browser-like.ts";
import { type LocalIssuer, startLocalIssuer } from "#tests/support/local-issuer.ts";
import { type PostgresServer, startPostgres } from "#tests/support/postgres.ts";

const rounds = 10;

let issuer: LocalIssuer;
let server: PostgresServer;
let backend: Backend;
beforeAll(async () => {
  issuer = await startLocalIssuer();
  server = await startPostgres();
  const provider = { id: "local", name: "Local", issuer: issuer.url, client_id: "app" };
  backend = await startBackend({
    databaseUrl: await server.createDatabase(),
    env: { OIDC_PROVIDERS: JSON.stringify([provider]) },
  });
});
afterAll(async () => {
  await backend.stop();
  await server.stop();
  await issuer.stop();
});

test("one of two ways in remains when both are removed at the same time", async () => {
  for (let round = 0; round < rounds; round++) {
    const email = `both-${round}@people.example`;
    await fetch(`${backend.url}/auth/v1/admin/users`, {
      method: "POST",
      headers: { apikey: backend.secretKey, "content-type": "application/json" },
      body: JSON.stringify({ email, password: "heat-pumps-hum", email_confirm: true }),
    });
    const person = browserOf(backend);
    const id_token = await issuer.token({ sub: email, email, email_verified: true });
    const body = { provider: "local", id_token };
    const session = (await person.auth("POST", "token?grant_type=id_token", body)).body;
    const { identities } = session.user as { identities: { identity_id: string }[] };
    expect(identities).toHaveLength(2);
    const replies = await Promise.all(
      identities.map(({ identity_id }) =>
        person.auth("DELETE", `user/identities/${identity_id}`, undefined, session.access_token),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
  }
});
