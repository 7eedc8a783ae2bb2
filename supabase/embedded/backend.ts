import { join } from "node:path";
import { DEMO_PASSWORD, DEMO_PEOPLE } from "../seed/demo.ts";
import { openAccounts } from "./auth/accounts.ts";
import { adminUsers } from "./auth/admin-users.ts";
import { openAuth } from "./auth/auth-api.ts";
import { mailFiles } from "./auth/mail-files.ts";
import { passwordHashes } from "./auth/password-hashes.ts";
import { createBackendApp } from "./backend-app.ts";
import { openCopyChannel } from "./backup/copy-channel.ts";
import { settleRestore } from "./backup/restore-record.ts";
import { applyMigrations } from "./database/migrations.ts";
import { openEmbeddedDatabase } from "./database/pglite-database.ts";
import { openPostgresDatabase } from "./database/postgres-database.ts";
import { prepareSchemas } from "./database/schemas.ts";
import { seed } from "./database/seed.ts";
import { startFunctions } from "./functions/functions.ts";
import { SHARE_PGLITE, SHARE_POSTGRES } from "./http/admission-control.ts";
import { clientAddressOf, tellClientAddress } from "./http/client-address.ts";
import { createReadiness } from "./http/health.ts";
import { listen } from "./http/listen.ts";
import { createCallerReader } from "./http/request-caller.ts";
import { limitRest } from "./http/rest-limits.ts";
import { type Backend, createServer } from "./http/server.ts";
import { openDataDirectory } from "./setup/data-directory.ts";
import { openSecrets } from "./setup/secrets.ts";
import type { Settings } from "./setup/settings.ts";
import { openTranscriber } from "./transcriber/transcriber.ts";

const demoAccounts = DEMO_PEOPLE.map(({ email, role }) => ({
  email,
  role,
  password: DEMO_PASSWORD,
}));

/** Requests in flight get this long to finish when the backend stops, in milliseconds. */
const GRACE = 3000;

/** A running backend. */
export interface RunningBackend {
  /** The address at which the app is opened. */
  address: string;
  demoAccounts: Backend["demoAccounts"];
  /** Finishes the requests in flight and closes everything. */
  stop(): Promise<void>;
}

/**
 * Starts the backend. After a failure, closes what was opened before it.
 * @param repository absolute path of the repository
 * @throws StartRefusal for problems that the person who started it can fix
 */
export async function startBackend(
  settings: Settings,
  repository: string,
): Promise<RunningBackend> {
  await using opened = new AsyncDisposableStack();

  const data = await openDataDirectory(settings.dataDir);
  opened.defer(data.release);
  await settleRestore(data, settings.databaseUrl);
  const secrets = await openSecrets(data.secrets, settings.onNetwork);

  let backend: Backend | undefined;
  const server = createServer({
    ...settings,
    databaseShare: settings.databaseUrl ? SHARE_POSTGRES : SHARE_PGLITE,
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
  if (!settings.databaseUrl) {
    const copies = await openCopyChannel(data, database);
    opened.defer(() => copies.stop());
  }
  tellClientAddress(database.connection);
  limitRest(database.connection);

  const transcriber = settings.transcribe === "embedded" ? await openTranscriber(settings) : null;
  if (transcriber) opened.defer(() => transcriber.stop());
  const functions = await startFunctions({
    directory: settings.functionsDir,
    secrets,
    backendUrl: localAddress,
    variables:
      transcriber?.variables ??
      (settings.transcribe === "provider" ? {} : { AI_TRANSCRIBE: "none" }),
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
    return await seed(database, { accounts, hashes, app, secretKey: secrets.secretKey }, settings);
  });
  // Reads the schema once, before the first request: inside a transaction, the read would wait for
  // the session that the transaction itself holds.
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
      await stop(GRACE);
      await open.disposeAsync();
    },
  };
}
