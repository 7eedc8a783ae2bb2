import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { readSettings } from "./settings.ts";

const read = (env: Record<string, string>) => readSettings(env, "/srv/field-agents");

/** What is told about wrong settings, a sentence a line. */
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

test("a bucket that is half described is told with what is missing", () => {
  const { STORAGE_S3_BUCKET, STORAGE_S3_SECRET_ACCESS_KEY, ...half } = bucket;
  expect(faultsOf(half)).toBe(
    "STORAGE_S3_BUCKET is missing: the object store needs it.\nSTORAGE_S3_SECRET_ACCESS_KEY is missing: the object store needs it.",
  );
  expect(faultsOf({ STORAGE_S3_REGION: "eu" })).toContain("STORAGE_S3_ENDPOINT is missing");
});

test("files are kept in one place", () => {
  expect(faultsOf({ ...bucket, STORAGE_DIR: "files" })).toBe(
    "STORAGE_DIR and STORAGE_S3_… exclude each other: files are kept in one place.",
  );
});

test.each([
  ["STORAGE_S3_ENDPOINT", "s3.example.com/bucket"],
  ["STORAGE_S3_BUCKET", "two words"],
  ["STORAGE_S3_PREFIX", "a&b"],
])("%s is refused that no address can hold", (name, value) => {
  expect(faultsOf({ ...bucket, [name]: value })).toMatch(new RegExp(`^${name} must be `));
});

test("secrets are taken together", () => {
  expect(read(secrets).secrets).toEqual({
    jwtSecret: secrets.JWT_SECRET,
    publishableKey: secrets.PUBLISHABLE_KEY,
    secretKey: secrets.SECRET_KEY,
  });
  expect(read({}).secrets).toBeUndefined();
  const { SECRET_KEY, ...two } = secrets;
  expect(faultsOf(two)).toBe("JWT_SECRET, PUBLISHABLE_KEY and SECRET_KEY go together.");
});

test("a key in the place of another one is refused, without being shown", () => {
  const told = faultsOf({ ...secrets, PUBLISHABLE_KEY: secrets.SECRET_KEY });
  expect(told).toMatch(/^PUBLISHABLE_KEY must be a key that begins with sb_publishable_/);
  expect(told).not.toContain(secrets.SECRET_KEY);
  expect(faultsOf({ ...secrets, JWT_SECRET: "short" })).toBe(
    "JWT_SECRET must be at least 32 characters.",
  );
});

test("a well-known signing secret is not served to a network", () => {
  const known = {
    ...secrets,
    JWT_SECRET: "super-secret-jwt-token-with-at-least-32-characters-long",
  };
  expect(faultsOf(known)).toBe("none");
  expect(faultsOf({ ...known, DEMO: "0", PUBLIC_URL: "https://field.example.com" })).toContain(
    "JWT_SECRET is well known",
  );
});
