import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  randomUUID,
} from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { signIn } from "#tests/support/backend.ts";
import { DEMO, runningBackend } from "#tests/support/running-backend.ts";
import {
  claimsOf,
  demoKey,
  type SigningKey,
  signBySecret,
  signToken,
} from "#tests/support/signing-keys.ts";
import { accepted, answersTo, clientOf, refused } from "#tests/support/token-answers.ts";

const backend = runningBackend();
let key: SigningKey;
let claims: Record<string, unknown>;
beforeAll(async () => {
  key = await demoKey();
  claims = claimsOf((await signIn(backend, "admin@demo.example", DEMO)).accessToken);
});

const publicJwk = ({ privateJwk }: SigningKey): JsonWebKey =>
  createPublicKey({ key: privateJwk, format: "jwk" }).export({ format: "jwk" });
const own = (kid: string = randomUUID()): SigningKey => ({
  kid,
  privateJwk: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
    format: "jwk",
  }),
});
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
const unsigned = (alg: string) => `${encode({ alg, typ: "JWT", kid: key.kid })}.${encode(claims)}.`;
/** A real token, of which a part was changed afterwards. */
const altered = (part: 1 | 2, change: (text: string) => string) =>
  signToken(key, claims)
    .split(".")
    .map((text, index) => (index === part ? change(text) : text))
    .join(".");

test("a token like those that are forged is accepted, and a client can verify it", async () => {
  const token = signToken(key, claims);
  expect(await answersTo(backend, token)).toEqual(accepted);
  const { data } = await clientOf(backend).auth.getClaims(token);
  expect(data?.header).toMatchObject({ alg: "ES256", typ: "JWT" });
  expect(data?.claims).toMatchObject({
    ...{ email: "admin@demo.example", role: "authenticated", aud: "authenticated", aal: "aal1" },
    amr: [{ method: "password", timestamp: expect.any(Number) }],
    session_id: expect.any(String),
  });
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
    // Signed by the right key: the server never writes such a header.
    signToken(key, claims, headers[name]),
  ];
};
const pem = () =>
  createPublicKey({ key: key.privateJwk, format: "jwk" }).export({ format: "pem", type: "spki" });

test.each<[string, () => string[] | Promise<string[]>]>([
  [
    "that was changed after it was signed",
    () => [
      altered(1, () => encode({ ...claims, aal: "aal2" })),
      altered(2, (signature) => signature.split("").reverse().join("")),
    ],
  ],
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
])("a forged token %s is refused", async (_, forge) => {
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
