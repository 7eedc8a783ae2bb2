import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { DEMO_PASSWORD, DEMO_PEOPLE } from "../seed/demo.ts";
import { openAccounts } from "./auth/accounts.ts";
import { openAuth } from "./auth/auth-api.ts";
import { mailBySmtp, mailFiles } from "./auth/mail.ts";
import { passwordHashes } from "./auth/password-hashes.ts";
import { openAccessTokens } from "./auth/signing/access-tokens.ts";
import { databaseKeys, REVOKE, ROTATE_KEYS } from "./auth/signing/signing-key-rows.ts";
import { createBackendApp } from "./backend-app.ts";
import { COPY, copyData, settleRestore } from "./backup/copy-data.ts";
import { applyMigrations, prepareSchemas, runFile } from "./database/migrations.ts";
import { openEmbeddedDatabase } from "./database/pglite-database.ts";
import { openPostgresDatabase } from "./database/postgres-database.ts";
import { openRequestsAtOnce } from "./database/request-context.ts";
import { seed } from "./database/seed.ts";
import { startFunctions } from "./functions/functions.ts";
import { wakeWebhooks } from "./functions/wake-webhooks.ts";
import { createAdmissionControl, SHARE_PGLITE, SHARE_POSTGRES } from "./http/admission-control.ts";
import { listen, refuseSocket } from "./http/listen.ts";
import { readClientAddress } from "./http/network-address.ts";
import { createCallerReader } from "./http/request-caller.ts";
import { limitRest } from "./http/rest-limits.ts";
import { type Backend, createServer } from "./http/server.ts";
import { createMetrics, listenForMetrics } from "./observability/metrics.ts";
import { openRealtime, type Realtime } from "./realtime/realtime.ts";
import { openDataDirectory } from "./setup/data-directory.ts";
import { inTime } from "./setup/in-time.ts";
import { openOperatorChannel } from "./setup/operator-channel.ts";
import { moveSecretsToFile, openSecrets } from "./setup/secrets.ts";
import type { Settings } from "./setup/settings.ts";
import { storageFiles } from "./storage/storage-files.ts";
import { openTranscriber } from "./transcriber/transcriber.ts";

const demoAccounts = DEMO_PEOPLE.map(({ email, role }) => ({
  email,
  role,
  password: DEMO_PASSWORD,
}));

/**
 * Requests other than calls of the functions get this long to finish when the backend stops, in
 * milliseconds.
 */
const GRACE = 3000;

/** How soon the database has to answer whether it is ready, in milliseconds. */
const READINESS_PATIENCE = 1000;

/**
 * Starts the backend. After a failure, closes what was opened before it.
 * @param repository absolute path of the repository
 * @throws StartRefusal for problems that the person who started it can fix
 */
export async function startBackend(settings: Settings, repository: string) {
  await using opened = new AsyncDisposableStack();

  const data = await openDataDirectory(settings.dataDir);
  opened.defer(data.release);

  let backend: Backend | undefined;
  let realtime: Realtime | undefined;
  let isStopping = false;
  const admission = createAdmissionControl(settings.databaseUrl ? SHARE_POSTGRES : SHARE_PGLITE);
  const metrics = createMetrics(admission.queues, () => backend?.database);
  const server = createServer({
    ...settings,
    admission,
    backend: () => backend,
    isStopping: () => isStopping,
    onAnswered: metrics.onAnswered,
  });
  const { address, localAddress, stop } = await listen(
    settings,
    (request, socketAddress) => {
      const { clientAddressHeader: header } = settings;
      const value = header && request.headers.get(header);
      const clientAddress = readClientAddress(value, socketAddress);
      return server.fetch(request, { clientAddress });
    },
    (incoming, socket, head) => {
      if (realtime && !isStopping) realtime.connect(incoming, socket, head);
      else refuseSocket(socket, "503 Service Unavailable");
    },
  );
  opened.defer(() => stop(0));
  const { metricsPort: port } = settings;
  const figures = port === undefined ? null : await listenForMetrics(port, metrics);
  if (figures) opened.defer(() => figures.stop(0));

  const { databaseUrl } = settings;
  if (!databaseUrl) await settleRestore(data);
  const database = databaseUrl
    ? await openPostgresDatabase(databaseUrl)
    : await openEmbeddedDatabase(data.database);
  opened.defer(() => database.close());
  if (databaseUrl) await settleRestore(data, database);
  await moveSecretsToFile(database, data.secrets);
  const secrets = await openSecrets(data.secrets, settings.onNetwork);
  openRequestsAtOnce(database.connection);
  limitRest(database.connection);

  const transcriber = settings.transcribe === "embedded" ? await openTranscriber(settings) : null;
  if (transcriber) opened.defer(() => transcriber.stop());
  const functions = await startFunctions({
    directory: settings.functionsDir,
    secrets,
    backendUrl: localAddress,
    variables: {
      SENDS_MAIL: String(settings.smtp !== undefined),
      PASSWORD_MIN_LENGTH: String(settings.passwordMinimum),
      ...(transcriber?.variables ??
        (settings.transcribe === "provider" ? {} : { AI_TRANSCRIBE: "none" })),
    },
    onCall: metrics.onCall,
  });
  opened.defer(() => functions.stop(0));

  const { jwtExpirySeconds, passwordMinimum, oidcProviders } = settings;
  const siteUrl = settings.publicUrl ?? address;
  const hashes = passwordHashes();
  const accounts = openAccounts(database, hashes, passwordMinimum);
  const files = storageFiles(data.storage);
  const app = createBackendApp({ database, secrets, files, siteUrl, jwtExpirySeconds });
  const signingKeys = databaseKeys(database);
  await prepareSchemas(database, app);
  await signingKeys.prepare(jwtExpirySeconds);
  await applyMigrations(database, join(repository, "supabase/migrations"));
  // Lets the tables of Realtime's publication report their changes.
  await runFile(database, "../realtime/row-changes.sql");
  // What a killed backend had in progress, calls and deliveries, is taken up at once.
  await database.transaction((tx) =>
    tx.script(`update public.agent_requests set state = 'open' where state = 'running';
      update public.webhook_deliveries set due_at = now()
      where state = 'waiting' and due_at between now() and now() + interval '2 minutes'`),
  );
  const means = { accounts, hashes, app, files, secretKey: secrets.secretKey };
  const demo = await seed(database, means, settings);
  // Reads the schema once, before the first request: inside a transaction, the read would wait for
  // the session that the transaction itself holds.
  const schema = await database.connection.introspect({ useCache: true });
  const offered = [...schema.tables, ...schema.views, ...(schema.functions ?? [])]
    .filter((each) => each.schema === "public")
    .map(({ name }) => name);
  await functions.started;

  const tokens = await openAccessTokens(signingKeys, secrets.jwtSecret);
  const operator = await openOperatorChannel(data.path, {
    [COPY]: () => copyData({ data, database, databaseUrl, secrets, pause: admission.pause }),
    [ROTATE_KEYS]: async (text) => {
      const rotation = await signingKeys.rotate({ revoke: text === REVOKE });
      await tokens.reload();
      return rotation;
    },
  });
  opened.defer(() => operator.stop());
  const mail = settings.smtp ? mailBySmtp(settings.smtp) : mailFiles(data.mail);
  const auth = openAuth(
    async (request, clientAddress) => await app.fetch(request, { peerAddress: clientAddress }),
    {
      ...{ ...accounts, ...secrets, mail, siteUrl, tokens, jwtExpirySeconds, oidcProviders },
      now: Date.now,
      returnOrigins: settings.allowedOrigins.filter((origin) => origin !== "*"),
    },
  );
  realtime = await openRealtime(database, secrets, tokens, settings);
  opened.defer(() => realtime?.stop());
  backend = {
    app,
    database: database.connection.kysely,
    auth,
    functions,
    names: new Set([...functions.names, ...offered]),
    readCaller: createCallerReader(secrets, tokens),
    isReady: createReadiness(database.connection.kysely),
    publishableKey: secrets.publishableKey,
    demoAccounts: demo ? demoAccounts : undefined,
  };
  const webhooks = await wakeWebhooks(database, functions, secrets.secretKey);
  opened.defer(webhooks.stop);
  const open = opened.move();
  return {
    /** The address at which the app is opened. */
    address,
    demoAccounts: backend.demoAccounts,
    /** Loads the speech model, if it is this server's own, with the sample recording of the demo. */
    warmUp: () => transcriber?.warmUp(join(settings.appDir, "demo/note.webm")),
    /** Where Prometheus finds the figures, if they are offered. */
    metricsAddress: figures ? `${figures.address}/metrics` : undefined,
    /**
     * Refuses new requests, finishes those in flight, and closes everything. Calls of the functions may
     * take as long as the settings say; what they have not done by then can be taken up again at once.
     */
    async stop(): Promise<void> {
      isStopping = true;
      // Their pages connect to the backend that comes next.
      realtime?.stop();
      webhooks.stop();
      await functions.stop(settings.stopSeconds * 1000);
      await stop(GRACE);
      await open.disposeAsync();
    },
  };
}

/** Makes a check whether the database answers in time. Simultaneous checks share one query. */
function createReadiness(database: Kysely<unknown>): () => Promise<boolean> {
  let asked: Promise<boolean> | undefined;
  return async () => {
    asked ??= sql`select 1`
      .execute(database)
      .then(Boolean, () => false)
      .finally(() => {
        asked = undefined;
      });
    return (await inTime(asked, READINESS_PATIENCE)) ?? false;
  };
}
