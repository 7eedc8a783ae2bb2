import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { readSettings } from "./settings.ts";
import { isWeakPassword, isWeakSecret } from "./weak-secrets.ts";

const read = (env: Record<string, string>) => readSettings(env, "/srv/field-agents");

/** What is said of wrong settings, a sentence a line. */
function faultsOf(env: Record<string, string>): string {
  try {
    read(env);
    return "none";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const bucket = {
  STORAGE_S3_ENDPOINT: "https://s3.example.com",
  STORAGE_S3_BUCKET: "field-agents",
  STORAGE_S3_ACCESS_KEY_ID: "id",
  STORAGE_S3_SECRET_ACCESS_KEY: "secret",
};
const secrets = {
  JWT_SECRET: randomBytes(48).toString("base64url"),
  PUBLISHABLE_KEY: `sb_publishable_${randomBytes(20).toString("hex")}`,
  SECRET_KEY: `sb_secret_${randomBytes(20).toString("hex")}`,
};
const WELL_KNOWN = "super-secret-jwt-token-with-at-least-32-characters-long";
const onNetwork = { DEMO: "0", PUBLIC_URL: "https://field.example.com" };
const boss = { ...onNetwork, SUPER_ADMIN_EMAIL: "boss@company.example" };

test("files are in the data directory, in a folder, or in a bucket", () => {
  expect(read({}).storage).toBeUndefined();
  expect(read({ STORAGE_DIR: "files" }).storage).toEqual({ directory: "/srv/field-agents/files" });
  expect(read(bucket).storage).toEqual({
    s3: {
      ...{ endpoint: "https://s3.example.com", bucket: "field-agents", region: "us-east-1" },
      ...{ accessKeyId: "id", secretAccessKey: "secret", prefix: "" },
    },
  });
  expect(read({ ...bucket, STORAGE_S3_PREFIX: "a/b", STORAGE_S3_REGION: "eu" }).storage).toEqual({
    s3: expect.objectContaining({ prefix: "a/b/", region: "eu" }),
  });
});

test("secrets are taken together", () => {
  const { JWT_SECRET: jwtSecret, PUBLISHABLE_KEY: publishableKey, SECRET_KEY: secretKey } = secrets;
  expect(read(secrets).secrets).toEqual({ jwtSecret, publishableKey, secretKey });
  expect(read({}).secrets).toBeUndefined();
  const { SECRET_KEY, ...two } = secrets;
  expect(faultsOf(two)).toBe("JWT_SECRET, PUBLISHABLE_KEY and SECRET_KEY go together.");
});

test("a bucket that is half described is refused with what is missing", () => {
  const { STORAGE_S3_BUCKET, STORAGE_S3_SECRET_ACCESS_KEY, ...half } = bucket;
  expect(faultsOf(half)).toBe(
    "STORAGE_S3_BUCKET is missing: the object store needs it.\nSTORAGE_S3_SECRET_ACCESS_KEY is missing: the object store needs it.",
  );
});

test.each<[Record<string, string>, RegExp]>([
  [{ PORT: "http" }, /^PORT must be a whole number from 0 to 65535, not "http"\.$/],
  [{ PORT: "70000" }, /^PORT must be/],
  [{ DEMO: "maybe" }, /^DEMO must be 1 or 0, not "maybe"\.$/],
  [{ PUBLIC_URL: "app.example.com" }, /^PUBLIC_URL must be an address/],
  [{ DATABASE_URL: "mysql://root:hidden@db/work" }, /^DATABASE_URL must be an address(?!.*hidden)/],
  [{ CLIENT_ADDRESS_HEADER: "X Real IP" }, /^CLIENT_ADDRESS_HEADER must be the name of a header/],
  [{ JWT_EXPIRY_SECONDS: "1" }, /^JWT_EXPIRY_SECONDS must be a whole number from 5 to 604800/],
  [{ AI_PACE_PER_DAY: "lots" }, /^AI_PACE_PER_DAY must be a whole number/],
  [{ AI_CHATMODEL: "one" }, /^AI_CHATMODEL is no setting\. Known are AI_/],
  [{ AI_TRANSCRIBE: "me" }, /^AI_TRANSCRIBE must be embedded, provider or none, not "me"\.$/],
  [boss, /^SUPER_ADMIN_EMAIL and SUPER_ADMIN_PASSWORD go/],
  [
    { ...boss, SUPER_ADMIN_PASSWORD: "short" },
    /^SUPER_ADMIN_PASSWORD is not taken\. At least 10 characters, and none of the commonest passwords\.$/,
  ],
  [
    { ...boss, SUPER_ADMIN_PASSWORD: "Field-Demo-Field-Demo" },
    /^SUPER_ADMIN_PASSWORD is the demo's, which is public/,
  ],
  [{ STORAGE_S3_REGION: "eu" }, /STORAGE_S3_ENDPOINT is missing/],
  [
    { ...bucket, STORAGE_DIR: "files" },
    /^STORAGE_DIR and STORAGE_S3_… exclude each other: files are kept in one place\.$/,
  ],
  [{ ...bucket, STORAGE_S3_ENDPOINT: "s3.example.com/bucket" }, /^STORAGE_S3_ENDPOINT must be /],
  [{ ...bucket, STORAGE_S3_BUCKET: "two words" }, /^STORAGE_S3_BUCKET must be /],
  [{ ...bucket, STORAGE_S3_PREFIX: "a&b" }, /^STORAGE_S3_PREFIX must be /],
  [
    { ...secrets, PUBLISHABLE_KEY: secrets.SECRET_KEY },
    /^PUBLISHABLE_KEY must be a key that begins with sb_publishable_(?!.*sb_secret_)/,
  ],
  [{ ...secrets, JWT_SECRET: "short" }, /^JWT_SECRET must be at least 32 characters\.$/],
  [{ ...secrets, ...onNetwork, JWT_SECRET: WELL_KNOWN }, /^JWT_SECRET is well known/],
  [{ ...secrets, JWT_SECRET: WELL_KNOWN }, /^none$/],
])("of the settings %o is said what is wrong", (env, sentence) => {
  expect(faultsOf(env)).toMatch(sentence);
});

test.each([
  ["nine-long", true],
  ["password-password", true],
  ["PassW0rd-26!", true],
  ["Field-Demo-Field-Demo", true],
  ["ababababababab", true],
  ["boss@company.example", true],
  ["boss-boss-boss", true],
  ["qwertyuiop-qwerty", true],
  ["heat pumps hum at night", false],
  ["c0rrect-horse-battery", false],
  ["Jx7!mQz29-pV", false],
])("that %s is a weak password is %s", (password, isWeak) => {
  expect(isWeakPassword({ email: "boss@company.example", password })).toBe(isWeak);
});

test.each([
  ["only-thirty-one-characters-long", true],
  [WELL_KNOWN, true],
  ["your-super-secret-and-long-postgres-password", true],
  ["a1".repeat(20), true],
])("that %s is a weak secret is %s", (secret, isWeak) => {
  expect(isWeakSecret(secret)).toBe(isWeak);
});

test("generated secrets are not weak", () => {
  for (let i = 0; i < 1000; i++) {
    expect(isWeakSecret(randomBytes(48).toString("base64url"))).toBe(false);
  }
});
