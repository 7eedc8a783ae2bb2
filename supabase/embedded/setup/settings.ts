import { isAbsolute, resolve } from "node:path";
import { AI_BUDGET_MS } from "#supabase/functions/_shared/ai/turn.ts";
import {
  PASSWORD_MINIMUM,
  passwordFault,
  passwordRule,
} from "#supabase/functions/_shared/contracts/password.ts";
import { readVariables } from "#supabase/functions/_shared/request/variables.ts";
import { DEMO_PASSWORD } from "#supabase/seed/demo.ts";
import { isLoopback } from "../http/network-address.ts";
import { readOidcProviders } from "./oidc-providers.ts";
import { type SettingsVariables, settingsSchema, unknownSettings } from "./settings-schema.ts";
import { StartRefusal } from "./start-refusal.ts";

/** Shortest secret to sign tokens with, in characters: HMAC-SHA256 needs this many. */
const SECRET_MINIMUM = 32;

/** Parts of secrets that appear in documentation, examples and lists. */
const WELL_KNOWN = [
  ...[DEMO_PASSWORD, "supersecret", "super-secret", "changeme", "change-me", "password"],
  ...["supabase-demo", "for_tests"],
];

/** The backend's settings from the environment, checked. */
export type Settings = ReturnType<typeof withDefaults>;

/**
 * Reads the settings from environment variables (supabase/hosting/README.md, "Settings").
 * @param repository absolute path that relative paths in the settings start from
 * @throws StartRefusal with a sentence for each wrong value, unknown setting or bad combination.
 */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  repository: string,
): Settings {
  const unknown = unknownSettings(Object.keys(env));
  const { values, faults } = readVariables(settingsSchema, env);
  if (faults) throw new StartRefusal([...faults, ...unknown].join("\n"));
  const settings = withDefaults(values, repository);
  const wrong = [...unknown, ...combinationFaults(settings, values)];
  if (wrong.length > 0) throw new StartRefusal(wrong.join("\n"));
  return settings;
}

function withDefaults(values: SettingsVariables, repository: string) {
  const path = (value: string) => (isAbsolute(value) ? value : resolve(repository, value));
  const host = values.HOST ?? "127.0.0.1";
  const publicUrl = values.PUBLIC_URL ?? undefined;
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).hostname;
  const { SMTP_URL: smtpUrl, SMTP_FROM: smtpFrom } = values;
  const { SUPER_ADMIN_EMAIL: email, SUPER_ADMIN_PASSWORD: password } = values;
  // It transcribes as well, unless the setting says otherwise.
  const hasProvider =
    (values.OPENAI_API_KEY ?? values.OPENAI_BASE_URL) !== null ||
    (values.AI_TRANSCRIBE_API_KEY ?? values.AI_TRANSCRIBE_BASE_URL) !== null;
  return {
    /** 0 picks a free one. */
    port: values.PORT ?? 4173,
    host,
    /** Absolute. */
    dataDir: path(values.DATA_DIR ?? "supabase/.data"),
    /** A PostgreSQL server to use instead of the embedded database. */
    databaseUrl: values.DATABASE_URL ?? undefined,
    demo: values.DEMO ?? values.DATABASE_URL === null,
    /** Origin for links in mails and redirects; if absent, the listening address. */
    publicUrl,
    /** Whether other machines are served, through `host` or through the proxy at `publicUrl`. */
    onNetwork: !isLoopback(host) || (publicHost !== undefined && !isLoopback(publicHost)),
    /** Other origins whose pages may call the backend; `*` is any. */
    allowedOrigins: values.ALLOWED_ORIGINS ?? [],
    /** The header in which the proxy in front gives the client's address; if absent, the socket's is used. */
    clientAddressHeader: values.CLIENT_ADDRESS_HEADER ?? undefined,
    /** The first super administrator, created on an empty database. */
    superAdmin: email && password ? { email, password } : undefined,
    /** The shortest new password, in characters. */
    passwordMinimum: values.PASSWORD_MIN_LENGTH ?? PASSWORD_MINIMUM,
    /** How long an access token lasts. */
    jwtExpirySeconds: values.JWT_EXPIRY_SECONDS ?? 3600,
    /** By which people sign in as well. */
    oidcProviders: readOidcProviders(values.OIDC_PROVIDERS ?? undefined),
    /** Who turns speech into text: this backend itself, the AI provider, or nobody. */
    transcribe: values.AI_TRANSCRIBE ?? (hasProvider ? "provider" : "embedded"),
    /** How long this backend keeps its speech model in memory when nobody needs it. */
    transcribeIdleSeconds: values.AI_TRANSCRIBE_IDLE_SECONDS ?? 300,
    /** How long calls of the functions may still take when the backend stops. */
    stopSeconds: values.STOP_SECONDS ?? AI_BUDGET_MS / 1000,
    /** The lowest level of what is logged. */
    logLevel: values.LOG_LEVEL ?? "info",
    /** Whom mails are handed to; if absent, they become files in the data directory. */
    smtp: smtpUrl && smtpFrom ? { url: smtpUrl, from: smtpFrom } : undefined,
    /** The address that the support page writes to. */
    supportEmail: values.SUPPORT_EMAIL ?? undefined,
    /** The port of the loopback for Prometheus; if absent, there is none. */
    metricsPort: values.METRICS_PORT ?? undefined,
    /** Where the packages with the speech model are installed; absolute. */
    speechModelsDir: path(values.SPEECH_MODELS_DIR ?? "node_modules"),
    /** Where the server functions are; absolute. */
    functionsDir: path(values.FUNCTIONS_DIR ?? "supabase/functions"),
    /** Where the built app is; absolute. */
    appDir: path(values.APP_DIR ?? "dist"),
  };
}

/** A sentence for each combination of settings that is not safe or makes no sense. */
function combinationFaults(settings: Settings, values: SettingsVariables): string[] {
  const { demo, onNetwork, superAdmin, host, publicUrl } = settings;
  const faults: string[] = [];
  if (demo && onNetwork) {
    const named = isLoopback(host) ? `PUBLIC_URL=${publicUrl}` : `HOST=${host}`;
    faults.push(
      `${named} needs DEMO=0: the demo accounts, whose password is public, never listen on a network.`,
    );
  }
  if (demo && settings.passwordMinimum > DEMO_PASSWORD.length) {
    faults.push(
      `PASSWORD_MIN_LENGTH=${settings.passwordMinimum} needs DEMO=0: the demo's password is shorter.`,
    );
  }
  if (Boolean(values.SUPER_ADMIN_EMAIL) !== Boolean(values.SUPER_ADMIN_PASSWORD)) {
    faults.push("SUPER_ADMIN_EMAIL and SUPER_ADMIN_PASSWORD go together.");
  }
  if ((values.SMTP_URL === null) !== (values.SMTP_FROM === null)) {
    faults.push("SMTP_URL and SMTP_FROM go together.");
  }
  if (!superAdmin) return faults;
  const { passwordMinimum } = settings;
  if (passwordFault(superAdmin.password, superAdmin.email, passwordMinimum) !== null) {
    faults.push(`SUPER_ADMIN_PASSWORD is not taken. ${passwordRule(passwordMinimum)}`);
  } else if (onNetwork && superAdmin.password.toLowerCase().includes(DEMO_PASSWORD)) {
    faults.push(
      "SUPER_ADMIN_PASSWORD is the demo's, which is public: choose another one where others than this machine are served.",
    );
  }
  if (demo) {
    faults.push("SUPER_ADMIN_EMAIL needs DEMO=0: a demo backend brings its own accounts.");
  }
  return faults;
}

/** Whether a secret of this deployment is short or known from elsewhere. */
export function isWeakSecret(secret: string): boolean {
  const text = secret.toLowerCase();
  return (
    secret.length < SECRET_MINIMUM ||
    // Only a few characters, repeated.
    new Set(text).size < 5 ||
    WELL_KNOWN.some((known) => text.includes(known))
  );
}
