import { App, setExperimental } from "@supabase/lite";
import { internalSecret } from "./auth/signing/access-tokens.ts";
import type { Database } from "./database/database.ts";
import type { Secrets } from "./setup/secrets.ts";
import type { StoredFiles } from "./storage/storage-files.ts";

/**
 * Creates `/auth/v1`, `/rest/v1` and `/storage/v1`. Nobody can sign up, every request needs a key, and
 * @supabase/lite's local mode, which treats callers without a key as service_role, is off.
 */
export function createBackendApp(options: {
  database: Database;
  secrets: Secrets;
  files: StoredFiles;
  /** The address that links in mails lead to. */
  siteUrl: string;
  jwtExpirySeconds: number;
}): App {
  const { database, secrets } = options;
  // Storage is labelled experimental in @supabase/lite; it is served only when switched on.
  setExperimental("storage", true);
  const app = new App({
    connection: database.connection,
    auth: {
      enabled: true,
      enable_signup: false,
      jwt_secret: internalSecret(secrets.jwtSecret),
      publishable_key: secrets.publishableKey,
      secret_key: secrets.secretKey,
      site_url: options.siteUrl,
      jwt_expiry: options.jwtExpirySeconds,
      enable_refresh_token_rotation: true,
      email: { enable_signup: false },
    },
    storage: { enabled: true },
    api: { enabled: true, schemas: ["public"], max_rows: 1000 },
    options: { server: { admin: false, disableStudio: true } },
  });
  app._storageAdapter = options.files;
  return app;
}
