import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  randomUUID,
} from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { rest, signIn } from "#tests/support/backend.ts";
import { browserOf } from "#tests/support/browser-like.ts";
import { linkIn, mailTo } from "#tests/support/mail.ts";
import { addPerson, DEMO, PASSWORD, runningBackend } from "#tests/support/running-backend.ts";
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
function own(kid: string = randomUUID()): SigningKey {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { kid, privateJwk: privateKey.export({ format: "jwk" }) };
}
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
  };
  // The second is signed by the right key: the server never writes such a header.
  return [mine, key].map((each) => signToken(each, claims, headers[name]));
};
const pem = () =>
  createPublicKey({ key: key.privateJwk, format: "jwk" }).export({ format: "pem", type: "spki" });

test.each<[string, () => string[]]>([
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
  [
    "with another header",
    () =>
      [{ typ: "at+jwt" }, { crit: ["exp"] }, { alg: "ES384" }, { kid: undefined }].map((header) =>
        signToken(key, claims, header),
      ),
  ],
  [
    "with other claims",
    () =>
      [
        { role: "service_role" },
        { sub: undefined },
        { exp: undefined },
        { exp: Math.floor(Date.now() / 1000) },
      ].map((change) => signToken(key, { ...claims, ...change })),
  ],
  [
    "by the deployment's secret",
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
  const tokens = forge();
  for (const token of tokens) {
    expect(await answersTo(backend, token), token.split(".")[0]).toEqual(refused);
  }
  const { error } = await clientOf(backend).auth.getUser(tokens[0]);
  expect(error?.message).toMatch(/^(Invalid JWT signature|JWT expired)$/);
});

/** Realtime lets such a token in, and its listener hears nothing: see its own tests. */
const ended = { ...refused, realtime: expect.any(Boolean) };
const another = "boilers-do-not-hum";

const auth = (method: string, path: string, body?: object, accessToken?: string) =>
  browserOf(backend).auth(method, path, body, accessToken);

async function person(sessions = 1) {
  const { id, email } = await addPerson(backend);
  const begun = [];
  for (let n = 0; n < sessions; n += 1) begun.push(await signIn(backend, email, PASSWORD));
  const [own, other = own] = begun;
  if (!own || !other) throw new Error("There is no session");
  return { id, email, own, other, accessToken: own.accessToken };
}

describe("an access token", () => {
  test.each(["global", "local"])("is refused everywhere after a %s sign-out", async (scope) => {
    const { accessToken } = await person();
    const counted = { rows: 200, rpc: 200, user: 200, factors: 404, realtime: true };
    expect(await answersTo(backend, accessToken)).toMatchObject(counted);
    expect((await auth("POST", `logout?scope=${scope}`, undefined, accessToken)).status).toBe(204);
    expect(await answersTo(backend, accessToken)).toEqual(ended);
  });

  test("of another device is refused after a sign-out of all others, and the own one stays valid", async () => {
    const { other, accessToken } = await person(2);
    await auth("POST", "logout?scope=others", undefined, accessToken);
    expect(await answersTo(backend, other.accessToken)).toEqual(ended);
    expect((await answersTo(backend, accessToken)).rows).toBe(200);
  });

  test("is refused if it names no session, and reads no rows if it names another person's session", async () => {
    const [{ id, accessToken }, stranger] = [await person(), await person()];
    const resigned = (changes: object) => signToken(key, { ...claimsOf(accessToken), ...changes });
    expect(await answersTo(backend, resigned({ session_id: undefined }))).toEqual(ended);
    const borrowed = resigned({ session_id: claimsOf(stranger.accessToken).session_id });
    const seen = await rest(backend, borrowed, "GET", `profiles?id=eq.${id}`);
    expect(seen.body).toEqual([]);
  });
});

describe("a password", () => {
  const change = (accessToken: string, body: object) => auth("PUT", "user", body, accessToken);

  test("is not changed without the current password, to one that is easy to guess, nor by a body of another shape", async () => {
    const { email, accessToken } = await person();
    const given = { current_password: PASSWORD };
    for (const [body, status, code] of [
      [{ password: another }, 400, "current_password_required"],
      [{ password: another, current_password: "wrong" }, 400, "current_password_mismatch"],
      [{ password: another, current_password: "" }, 400, "current_password_required"],
      [{ password: another, nonce: "123456" }, 400, "validation_failed"],
      [{ email: "mine@people.example", ...given }, 400, "validation_failed"],
      [[], 400, "validation_failed"],
      [{ password: "5char", ...given }, 422, "weak_password"],
      [{ password: "1q2w3e4r5t", ...given }, 422, "weak_password"],
      [{ password: "é1aB%".repeat(13), ...given }, 422, "weak_password"],
      [{ password: PASSWORD, ...given }, 422, "same_password"],
    ] as const) {
      const reply = await change(accessToken, body);
      expect([body, reply.status, reply.body.error_code]).toEqual([body, status, code]);
    }
    await signIn(backend, email, PASSWORD);
  });

  test("is changed with the current password, and all other sessions end", async () => {
    const { email, other, accessToken } = await person(2);
    const body = { password: another, current_password: PASSWORD };
    expect((await change(accessToken, body)).body).toMatchObject({ email });
    expect(await answersTo(backend, other.accessToken)).toEqual(ended);
    expect((await answersTo(backend, accessToken)).rows).toBe(200);
    await expect(signIn(backend, email, PASSWORD)).rejects.toThrow("invalid_credentials");
    await signIn(backend, email, another);
  });

  test("can be guessed only ten times in a row in requests to change it", async () => {
    const { accessToken } = await person();
    const guess = () => change(accessToken, { password: another, current_password: "wrong" });
    const replies = await Promise.all(Array.from({ length: 15 }, guess));
    const tally = replies.map(({ status }) => status).sort();
    expect(tally).toEqual([...Array(10).fill(400), ...Array(5).fill(429)]);
  });

  test("is changed once without the current password after a recovery link was opened", async () => {
    const { email } = await person();
    await auth("POST", "recover", { email });
    await expect.poll(() => linkIn(mailTo(backend, email).at(-1))).toBeDefined();
    const entered = await browserOf(backend).enterBy(linkIn(mailTo(backend, email).at(-1)) ?? "");
    const accessToken = String(entered.body.access_token);
    expect((await change(accessToken, { password: another })).status).toBe(200);
    const again = await change(accessToken, { password: "radiators-are-warm" });
    expect(again.body.error_code).toBe("current_password_required");
    await signIn(backend, email, another);
  });
});

test("simultaneous requests each run as their own person", async () => {
  const people = await Promise.all(
    ["super@demo.example", "admin@demo.example", "tech@demo.example"].map((email) =>
      signIn(backend, email, DEMO),
    ),
  );
  const asked = Array.from({ length: 120 }, async (_, turn) => {
    const as = turn % 4;
    const person = people[as];
    if (!person) return (await rest(backend, "anon", "GET", "profiles?select=id")).status;
    const { accessToken, userId: user_id } = person;
    // A failing statement must roll back only its own transaction.
    if (turn % 8 === 2)
      await rest(backend, accessToken, "POST", "agent_logs", { agent_type: "no" });
    const id = randomUUID();
    const row = { id, user_id, agent_type: "voice", input_type: "voice" };
    expect((await rest(backend, accessToken, "POST", "agent_logs", row)).status).toBe(201);
    const seen = await rest<unknown[]>(backend, accessToken, "GET", "profiles?select=id");
    const kept = await rest(backend, "service", "GET", `agent_logs?id=eq.${id}&select=user_id`);
    expect(kept.body).toEqual([{ user_id }]);
    return seen.body.length;
  });
  const answers = await Promise.all(asked);
  const all = await rest<unknown[]>(backend, "service", "GET", "profiles?select=id");
  answers.forEach((answer, turn) => {
    expect(answer, `request ${turn}`).toBe([all.body.length, 2, 1, 401][turn % 4]);
  });
});
