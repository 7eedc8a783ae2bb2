import { join } from "node:path";
import { demoPassword, demoPeople } from "../seed/demo.ts";
import { openAccounts } from "./accounts.ts";
import { adminUsers } from "./admin-users.ts";
import { openAuth } from "./auth-api.ts";
import { createBackendApp } from "./backend-app.ts";
import { clientAddressOf, tellClientAddress } from "./client-address.ts";
import { openDataDirectory } from "./data-directory.ts";
import { sharePglite, sharePostgres } from "./door.ts";
import { startFunctions } from "./functions.ts";
import { createReadiness } from "./health.ts";
import { listen } from "./listen.ts";
import { mailFiles } from "./mail-files.ts";
import { applyMigrations } from "./migrations.ts";
import { passwordHashes } from "./password-hashes.ts";
import { openEmbeddedDatabase } from "./pglite-database.ts";
import { openPostgresDatabase } from "./postgres-database.ts";
import { createCallerReader } from "./request-caller.ts";
import { limitRest } from "./rest-limits.ts";
import { prepareSchemas } from "./schemas.ts";
import { openSecrets } from "./secrets.ts";
import { seed } from "./seed.ts";
import { type Backend, createServer } from "./server.ts";
import type { Settings } from "./settings.ts";

const demoAccounts = demoPeople.map(({ email, role }) => ({ email, role, password: demoPassword }));

/** Requests in flight get this long to finish when the backend stops, in milliseconds. */
const grace = 3000;

/** A backend that serves. */
export type RunningBackend = {
  /** Where to open it. */
  address: string;
  demoAccounts: Backend["demoAccounts"];
  /** Finishes what is in flight and closes everything. */
  stop(): Promise<void>;
};

/**
 * Starts the backend. What was opened before a failure is closed again.
 * @param repository absolute path of the repository
 * @throws StartRefusal for what the person who started it can put right
 */
export async function startBackend(
  settings: Settings,
  repository: string,
): Promise<RunningBackend> {
  await using opened = new AsyncDisposableStack();

  const data = await openDataDirectory(settings.dataDir);
  opened.defer(data.release);
  const secrets = await openSecrets(data.secrets, settings.onNetwork);

  let backend: Backend | undefined;
  const server = createServer({
    ...settings,
    databaseShare: settings.databaseUrl ? sharePostgres : sharePglite,
    backend: () => backend,
  });
  const { address, localAddress, stop } = await listen(settings, (request, socketAddress) => {
    const { clientAddressHeader } = settings;
    const clientAddress = clientAddressOf(request, socketAddress, clientAddressHeader);
    return server.fetch(request, { clientAddress });
  });
  opened.defer(() => stop(0));

  const database = settings.databaseUrl
    ? await openPostgresDatabase(settings.databaseUrl)
    : await openEmbeddedDatabase(data.database);
  opened.defer(() => database.close());
  tellClientAddress(database.connection);
  limitRest(database.connection);

  const functions = await startFunctions({
    directory: settings.functionsDir,
    secrets,
    backendUrl: localAddress,
  });
  opened.defer(() => functions.stop());

  const siteUrl = settings.publicUrl ?? address;
  const hashes = passwordHashes();
  const accounts = openAccounts(database, hashes);
  const app = createBackendApp({
    database,
    secrets,
    storageDir: data.storage,
    siteUrl,
    jwtExpirySeconds: settings.jwtExpirySeconds,
  });
  const demo = await database.alone(async () => {
    await prepareSchemas(database, app);
    await applyMigrations(database, join(repository, "supabase/migrations"));
    return await seed(database, { accounts, app, secretKey: secrets.secretKey }, settings);
  });
  // Read once, before the first request: inside a transaction it would wait for its own session.
  await database.connection.introspect({ useCache: true });
  await functions.started;

  const auth = openAuth(
    async (request, clientAddress) => await app.fetch(request, { peerAddress: clientAddress }),
    {
      ...{ database: database.connection.kysely, hashes, mail: mailFiles(data.mail), siteUrl },
      ...{ jwtSecret: secrets.jwtSecret, publishableKey: secrets.publishableKey },
      ...{ jwtExpirySeconds: settings.jwtExpirySeconds, now: Date.now },
    },
  );
  const isReady = createReadiness();
  backend = {
    app,
    database: database.connection.kysely,
    auth: auth.fetch,
    adminUsers: adminUsers(accounts, secrets.secretKey, auth.describe),
    functions,
    callerOf: createCallerReader(secrets),
    isReady: () => isReady(database.connection.kysely),
    publishableKey: secrets.publishableKey,
    demoAccounts: demo ? demoAccounts : undefined,
  };
  const open = opened.move();
  return {
    address,
    demoAccounts: backend.demoAccounts,
    async stop() {
      await stop(grace);
      await open.disposeAsync();
    },
  };
}
