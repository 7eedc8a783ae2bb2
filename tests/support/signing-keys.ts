import { createHmac, createPrivateKey, type JsonWebKey, sign } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { freshDataDir, type Place } from "./backend.ts";

export interface SigningKey {
  kid: string;
  privateJwk: JsonWebKey;
}

/** Runs a statement as the owner of a backend's database; a backend on PGlite must be stopped. */
export async function asOwner<Row = Record<string, unknown>>(
  { dataDir, databaseUrl }: Place,
  statement: string,
): Promise<Row[]> {
  if (databaseUrl === undefined) {
    await using database = await PGlite.create(join(dataDir, "database"));
    return (await database.query<Row>(statement)).rows;
  }
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

export async function currentKey(place: Place): Promise<SigningKey> {
  const [row] = await asOwner<{ id: string; private_jwk: JsonWebKey }>(
    place,
    "select id, private_jwk from auth.signing_keys where status = 'current'",
  );
  if (row === undefined) throw new Error("There is no current key");
  return { kid: row.id, privateJwk: row.private_jwk };
}

/** The key of every backend on a fresh directory with the demo: they are copies of one. */
export async function demoKey(): Promise<SigningKey> {
  const dataDir = await freshDataDir("demo");
  return await currentKey({ dataDir }).finally(() => rm(dataDir, { recursive: true }));
}

/** A token as the backend signs it. @param header takes the place of its header's fields */
export function signToken({ kid, privateJwk }: SigningKey, claims: object, header = {}): string {
  const encoded = [{ alg: "ES256", kid, typ: "JWT", ...header }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString("base64url"),
  );
  const signed = encoded.join(".");
  const key = createPrivateKey({ key: privateJwk, format: "jwk" });
  const signature = sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" });
  return `${signed}.${signature.toString("base64url")}`;
}

/** A token that is signed by a secret and not by a key. */
export function signBySecret(secret: string | Buffer, claims: object, header = {}): string {
  const signed = [{ alg: "HS256", typ: "JWT", ...header }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

export function claimsOf(token: string): Record<string, unknown> {
  return partOf(token, 1);
}

export function headerOf(token: string): Record<string, unknown> {
  return partOf(token, 0);
}

function partOf(token: string, part: 0 | 1): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split(".")[part] ?? "", "base64url").toString());
}
