// Creates accounts in a database that no backend has open yet. Run by Deno with DATA_DIR and
// optionally DATABASE_URL; takes [{ email, password, fullName }] as a JSON argument, and prints
// their ids.
import { fileURLToPath } from "node:url";
import { openAccounts } from "#supabase/embedded/auth/accounts.ts";
import { passwordHashes } from "#supabase/embedded/auth/password-hashes.ts";
import { createBackendApp } from "#supabase/embedded/backend-app.ts";
import { applyMigrations } from "#supabase/embedded/database/migrations.ts";
import { openEmbeddedDatabase } from "#supabase/embedded/database/pglite-database.ts";
import { openPostgresDatabase } from "#supabase/embedded/database/postgres-database.ts";
import { prepareSchemas } from "#supabase/embedded/database/schemas.ts";
import { openDataDirectory } from "#supabase/embedded/setup/data-directory.ts";
import { openSecrets } from "#supabase/embedded/setup/secrets.ts";
import { readSettings } from "#supabase/embedded/setup/settings.ts";
import { storageFiles } from "#supabase/embedded/storage/storage-files.ts";

const repository = fileURLToPath(new URL("../../../", import.meta.url));
const settings = readSettings(process.env, repository);
const data = await openDataDirectory(settings.dataDir);
const secrets = await openSecrets(data.secrets, false);
const database = settings.databaseUrl
  ? await openPostgresDatabase(settings.databaseUrl)
  : await openEmbeddedDatabase(data.database);
const accounts = openAccounts(database, passwordHashes());
const app = createBackendApp({
  database,
  secrets,
  files: storageFiles(data.storage),
  siteUrl: "http://localhost",
  jwtExpirySeconds: settings.jwtExpirySeconds,
});
await prepareSchemas(database, app);
await applyMigrations(database, `${repository}supabase/migrations`);

const ids = [];
for (const account of JSON.parse(process.argv[2])) ids.push(await accounts.create(account));
await database.close();
data.release();
console.log(JSON.stringify(ids));
process.exit(0);
