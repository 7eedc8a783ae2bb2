// @module-tag rest
// @module-tag long

import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  randomUUID,
} from "node:crypto";
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Backend, freshDataDir, signIn, startBackend } from "#tests/support/backend.ts";
import type { Place } from "#tests/support/backup-commands.ts";
import {
  claimsOf,
  currentKey,
  type SigningKey,
  signBySecret,
  signToken,
} from "#tests/support/signing-keys.ts";
import { accepted, answersTo, clientOf, refused } from "#tests/support/token-answers.ts";

describe("a forged token", () => {
  let where: Place;
  let key: SigningKey;
  let backend: Backend;
  let claims: Record<string, unknown>;
  beforeAll(async () => {
    where = { dataDir: await freshDataDir("demo") };
    key = await currentKey(where);
    backend = await startBackend({ ...where, env: { DEMO: "1" } });
    claims = claimsOf((await signIn(backend, "admin@demo.example", "field-demo")).accessToken);
  });
  afterAll(async () => {
    await backend?.stop();
    await rm(where.dataDir, { recursive: true });
  });

  const publicJwk = ({ privateJwk }: SigningKey): JsonWebKey =>
    createPublicKey({ key: privateJwk, format: "jwk" }).export({ format: "jwk" });
  const own = (kid: string = randomUUID()): SigningKey => ({
    kid,
    privateJwk: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
      format: "jwk",
    }),
  });
  const unsigned = (alg: string) =>
    `${[{ alg, typ: "JWT", kid: key.kid }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".")}.`;

  test("is like a real one, which is accepted", async () => {
    expect(await answersTo(backend, signToken(key, claims))).toEqual(accepted);
  });

  const withOwnKey = (name: string) => () => {
    const mine = own(key.kid);
    const jwk = publicJwk(mine);
    const headers: Record<string, object> = {
      jwk: { jwk: { ...jwk, kid: mine.kid } },
      jku: { jku: "http://127.0.0.1:9/keys.json" },
      x5c: { x5c: ["MIIB"] },
      x5u: { x5u: "http://127.0.0.1:9/cert.pem" },
    };
    return [
      signToken(mine, claims, headers[name]),
      // By the right key: such a header is not ours, whoever has signed it.
      signToken(key, claims, headers[name]),
    ];
  };
  const pem = () =>
    createPublicKey({ key: key.privateJwk, format: "jwk" }).export({ format: "pem", type: "spki" });

  test.each<[string, () => string[] | Promise<string[]>]>([
    ["without a signature", () => [unsigned("none"), unsigned("NONE"), unsigned("ES256")]],
    [
      "by HMAC with the public key",
      () => [
        signBySecret(pem(), claims),
        signBySecret(pem(), claims, { kid: key.kid }),
        signBySecret(JSON.stringify(publicJwk(key)), claims, { kid: key.kid }),
        signBySecret(Buffer.from(String(publicJwk(key).x), "base64url"), claims, { kid: key.kid }),
      ],
    ],
    [
      "of an unknown key",
      () => [signToken(own(), claims), signToken({ ...key, kid: randomUUID() }, claims)],
    ],
    ["of another key under a known id", () => [signToken(own(key.kid), claims)]],
    ["that brings its key (jwk)", withOwnKey("jwk")],
    ["that says where its key is (jku)", withOwnKey("jku")],
    ["that brings a certificate (x5c)", withOwnKey("x5c")],
    ["that says where its certificate is (x5u)", withOwnKey("x5u")],
    [
      "with another header",
      () => [
        signToken(key, claims, { typ: "at+jwt" }),
        signToken(key, claims, { crit: ["exp"] }),
        signToken(key, claims, { alg: "ES384" }),
        signToken(key, claims, { kid: undefined }),
      ],
    ],
    [
      "with other claims",
      () => [
        signToken(key, { ...claims, role: "service_role" }),
        signToken(key, { ...claims, sub: undefined }),
        signToken(key, { ...claims, exp: undefined }),
        signToken(key, { ...claims, exp: Math.floor(Date.now() / 1000) }),
      ],
    ],
    [
      "by the deployment's secret, where nobody has signed in before there were keys",
      () => [
        signBySecret(backend.jwtSecret, claims),
        signBySecret(
          createHmac("sha256", backend.jwtSecret).update("internal tokens").digest("base64url"),
          claims,
        ),
      ],
    ],
    ["that is none", () => ["x", "x.y.z", "..", "eyJhbGciOiJub25lIn0..", "null.null.null"]],
  ])("%s is refused", async (_, forge) => {
    for (const token of await forge()) {
      expect([headerless(token), await answersTo(backend, token)]).toEqual([
        headerless(token),
        refused,
      ]);
    }
    const [token = ""] = await forge();
    const { error } = await clientOf(backend).auth.getUser(token);
    expect(error?.message).toMatch(/^(Invalid JWT signature|JWT expired)$/);
  });

  /** For a failure's message. */
  const headerless = (token: string) => token.split(".")[0];
});
