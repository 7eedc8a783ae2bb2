import { generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { App, type Connection, getStorageSchemaSql } from "@supabase/lite";
import { createPgliteConnection } from "@supabase/lite/pglite";
import { openAccounts } from "#supabase/embedded/auth/accounts.ts";
import { openAuth } from "#supabase/embedded/auth/auth-api.ts";
import { passwordHashes } from "#supabase/embedded/auth/password-hashes.ts";
import { internalSecret, openAccessTokens } from "#supabase/embedded/auth/signing/access-tokens.ts";
import { createCallerReader, exchangeToken } from "#supabase/embedded/http/request-caller.ts";
import type { OidcProvider } from "#supabase/embedded/setup/oidc-providers.ts";
import { PASSWORD_MINIMUM } from "#supabase/functions/_shared/contracts/password.ts";
import { templateDataDir } from "./template.ts";

const embedded = new URL("../../supabase/embedded/", import.meta.url);
const migrations = new URL("../../supabase/migrations/", import.meta.url);

const URL_OF_BACKEND = "http://backend.test";
const PUBLISHABLE_KEY = "sb_publishable_for_tests";
const SECRET_KEY = "sb_secret_for_tests";
const JWT_SECRET = "a secret of the tests, long enough to sign with";

/** The password of every person whom `createPerson` creates. */
export const PASSWORD = "made-for-tests";

const DATABASE_FILE = "database.tar";

type Row = Record<string, unknown>;

/** The real schema, auth and REST in this process, on a database in memory. */
export type InProcessBackend = Awaited<ReturnType<typeof startInProcessBackend>>;

/** @param options `now` is the clock of second factors, in milliseconds since 1970. */
export async function startInProcessBackend(
  options: { now?: () => number; oidcProviders?: readonly OidcProvider[] } = {},
) {
  const loadDataDir = new Blob([await readFile(await migratedDatabase())]);
  const connection = await createPgliteConnection({
    url: "memory://",
    pgliteOptions: { loadDataDir },
  });
  // Marks row-level security as set up, so that the library does not grant everything on every
  // table.
  Object.assign(connection, { rlsState: "active" });
  const app = appOn(connection);

  // PGlite has one session, and the library gives it to all requests at the same time: without a
  // queue, statements of one request would run inside the transaction, and with the role, of
  // another.
  let line: Promise<unknown> = Promise.resolve();
  function inLine<T>(work: () => Promise<T>): Promise<T> {
    const mine = line.then(work);
    line = mine.catch(() => undefined);
    return mine;
  }

  const hashes = passwordHashes();
  const accounts = openAccounts({ connection }, hashes, PASSWORD_MINIMUM);
  const key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const kid = randomUUID();
  const current = {
    ...{ id: kid, algorithm: "ES256" as const, status: "current" as const, acceptedUntil: null },
    privateJwk: key.export({ format: "jwk" }),
  };
  const tokens = await openAccessTokens({ read: async () => [current] }, JWT_SECRET);
  const callerOf = createCallerReader(
    { publishableKey: PUBLISHABLE_KEY, secretKey: SECRET_KEY },
    tokens,
  );

  /** The token with some claims changed, signed as the backend signs its own. */
  function resigned(accessToken: string, changes: object): string {
    const [header = "", payload = ""] = accessToken.split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    const changed = JSON.stringify({ ...claims, ...changes });
    const signed = `${header}.${Buffer.from(changed).toString("base64url")}`;
    const signature = sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" });
    return `${signed}.${signature.toString("base64url")}`;
  }

  const auth = openAuth(async (request) => await app.fetch(request), {
    ...accounts,
    secretKey: SECRET_KEY,
    mail: { send: async () => {} },
    jwtSecret: JWT_SECRET,
    tokens,
    publishableKey: PUBLISHABLE_KEY,
    jwtExpirySeconds: 3600,
    siteUrl: URL_OF_BACKEND,
    oidcProviders: options.oidcProviders ?? [],
    returnOrigins: ["https://other.example"],
    now: options.now ?? Date.now,
  });

  async function backendFetch(url: string, init?: RequestInit): Promise<Response> {
    if (!url.startsWith(`${URL_OF_BACKEND}/`)) return await fetch(url, init);
    init?.signal?.throwIfAborted();
    const sent = new Request(url, init);
    const request = exchangeToken(sent, await callerOf(sent, "127.0.0.1"));
    if (request instanceof Response) return request;
    return await inLine(async () => {
      if (url.startsWith(`${URL_OF_BACKEND}/auth/v1/`)) return await auth(request, "127.0.0.1");
      return await app.fetch(request);
    });
  }

  return {
    /** Nothing listens at this address: only `fetch` answers it. */
    url: URL_OF_BACKEND,
    publishableKey: PUBLISHABLE_KEY,
    /** The key with access to every row. */
    secretKey: SECRET_KEY,
    /** Like the global `fetch`, but answers requests to the backend's url itself. */
    fetch: backendFetch,
    /** Runs a statement as the database's owner, to whom no policy applies. */
    sql: (statement: string, parameters: unknown[] = []): Promise<Row[]> =>
      inLine(async () => (await connection.driver.query<Row>(statement, parameters)).rows),
    async createPerson(name: string) {
      const email = `${name.toLowerCase()}.${crypto.randomUUID()}@tests.example`;
      const id = await inLine(() => accounts.create({ email, password: PASSWORD, fullName: name }));
      const reply = await backendFetch(`${URL_OF_BACKEND}/auth/v1/token?grant_type=password`, {
        method: "POST",
        headers: { apikey: PUBLISHABLE_KEY, "Content-Type": "application/json" },
        body: JSON.stringify({ email, password: PASSWORD }),
      });
      if (!reply.ok) throw new Error(`${name} gets no session: ${await reply.text()}`);
      const accessToken: string = (await reply.json()).access_token;
      return { id, email, accessToken };
    },
    expire(accessToken: string) {
      const anHourAgo = Math.floor(Date.now() / 1000) - 3600;
      return resigned(accessToken, { iat: anHourAgo - 3600, exp: anHourAgo });
    },
    /** The same token, as after a second factor. */
    raise: (accessToken: string) => resigned(accessToken, { aal: "aal2" }),
    stop: () => connection.close(),
  };
}

/**
 * The file of a database with the whole schema and no rows, made once because that takes seconds.
 */
export async function migratedDatabase(): Promise<string> {
  const directory = await templateDataDir("in-process", async (folder) => {
    const connection = await createPgliteConnection({ url: "memory://" });
    const { driver } = connection;
    const app = appOn(connection);
    await driver.exec(await readFile(new URL("database/roles.sql", embedded), "utf8"));
    await app.init();
    await app.ensureSystemSchema();
    await driver.exec(await readFile(new URL("auth/auth-tables.sql", embedded), "utf8"));
    // No file is stored, but the migrations write policies on the storage tables.
    await driver.exec(getStorageSchemaSql());
    await driver.exec(await readFile(new URL("database/system-schemas.sql", embedded), "utf8"));
    for (const file of (await readdir(migrations)).sort()) {
      await driver.exec(await readFile(new URL(file, migrations), "utf8"));
    }
    const database = await driver.dumpDataDir("none");
    await writeFile(join(folder, DATABASE_FILE), Buffer.from(await database.arrayBuffer()));
    await connection.close();
  });
  return join(directory, DATABASE_FILE);
}

function appOn(connection: Connection): App {
  return new App({
    connection,
    auth: {
      enabled: true,
      enable_signup: false,
      jwt_secret: internalSecret(JWT_SECRET),
      publishable_key: PUBLISHABLE_KEY,
      secret_key: SECRET_KEY,
      site_url: URL_OF_BACKEND,
      email: { enable_signup: false },
    },
    storage: { enabled: false },
    api: { enabled: true, schemas: ["public"], max_rows: 1000 },
    options: { server: { admin: false, disableStudio: true } },
  });
}
