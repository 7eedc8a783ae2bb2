import { isAbsolute, resolve } from "node:path";
import { z } from "zod/mini";
import { AI_BUDGET_MS } from "#supabase/functions/_shared/ai/turn.ts";
import {
  PASSWORD_MINIMUM,
  passwordFault,
  passwordRule,
} from "#supabase/functions/_shared/contracts/password.ts";
import {
  aiSettings,
  aiVariables,
  passwordMinimum,
  webhookNetworks,
} from "#supabase/functions/_shared/request/environment.ts";
import {
  readVariables,
  text,
  variable,
  wholeNumber,
} from "#supabase/functions/_shared/request/variables.ts";
import { DEMO_PASSWORD } from "#supabase/seed/demo.ts";
import { isLoopback } from "../http/network-address.ts";
import { readOidcProviders } from "./oidc-providers.ts";
import { StartRefusal } from "./start-refusal.ts";

/** The levels of the log, the one that shows most first. */
const LOG_LEVELS = ["debug", "info", "warning", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Every environment variable that the embedded backend reads (supabase/hosting/README.md, "Settings"). */
const settingsSchema = z.object({
  ...aiVariables,
  PORT: wholeNumber(0, 65535),
  HOST: text,
  DATA_DIR: text,
  DATABASE_URL: variable(
    "an address like postgres://user:password@host:5432/database",
    (value) => (/^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? "") ? value : null),
    true,
  ),
  DEMO: variable("1, 0 or delete", (value) => (value === "delete" ? value : readSwitch(value))),
  DEMO_HISTORY: variable("1 or 0", readSwitch),
  PUBLIC_URL: variable("an address like https://app.example.com, without a path", readOrigin),
  ALLOWED_ORIGINS: variable(
    "addresses like https://app.example.com with commas between them, or *",
    readOrigins,
  ),
  CLIENT_ADDRESS_HEADER: matching("the name of a header, like X-Forwarded-For", /^[A-Za-z0-9-]+$/),
  SUPER_ADMIN_EMAIL: matching("an email address", /^[^@\s]+@[^@\s]+$/),
  // Spaces around a password are part of it.
  SUPER_ADMIN_PASSWORD: z.optional(z.string()),
  PASSWORD_MIN_LENGTH: passwordMinimum,
  JWT_EXPIRY_SECONDS: wholeNumber(5, 604_800),
  OIDC_PROVIDERS: text,
  LOG_LEVEL: variable(
    "debug, info, warning or error",
    (value) => LOG_LEVELS.find((level) => level === value) ?? null,
  ),
  METRICS_PORT: wholeNumber(0, 65535),
  SMTP_URL: variable(
    "an address like smtp://user:password@mail.example.com:587, or smtps://",
    (value) => {
      const { protocol, hostname } = URL.parse(value) ?? {};
      return /^smtps?:$/.test(protocol ?? "") && hostname ? value : null;
    },
    true,
  ),
  SMTP_FROM: matching(
    "an email address, like Field Agents <no-reply@example.com>",
    /^([^<>@]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
  ),
  SUPPORT_EMAIL: matching("an email address, like help@example.com", /^[^<>@\s]+@[^<>@\s]+$/),
  STOP_SECONDS: wholeNumber(0, 3600),
  WEBHOOK_NETWORKS: webhookNetworks,
  AI_TRANSCRIBE_IDLE_SECONDS: wholeNumber(1, 86_400),
  SPEECH_MODELS_DIR: text,
  FUNCTIONS_DIR: text,
  APP_DIR: text,
});

type SettingsVariables = z.infer<typeof settingsSchema>;

/** The names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(settingsSchema.shape);

/**
 * Beginnings of names that no other program uses, so that another name which begins with one of them
 * is a mistake. Of OPENAI_, DATABASE_ and others that cannot be said.
 */
const OWN_PREFIXES = [
  "AI_",
  "METRICS_",
  "OIDC_",
  "SMTP_",
  "STOP_",
  "STORAGE_",
  "SUPER_ADMIN_",
  "WEBHOOK_",
];

/** For who has used an earlier version, which could keep files in other places. */
const STORAGE_HINT =
  " Files are in DATA_DIR: to move them there, make a backup with the version before, and restore it.";

/** A sentence for each variable that is named like a setting and is none. */
function unknownSettings(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const prefix = OWN_PREFIXES.find((own) => name.startsWith(own));
    if (prefix === undefined || SETTINGS.includes(name)) return [];
    const known = SETTINGS.filter((setting) => setting.startsWith(prefix));
    const hint = known.length > 0 ? ` Known are ${known.join(", ")}.` : STORAGE_HINT;
    return [`${name} is no setting.${hint}`];
  });
}

function matching(description: string, pattern: RegExp) {
  return variable(description, (value) => (pattern.test(value) ? value : null));
}

function readSwitch(value: string): boolean | null {
  if (value === "1" || value === "true") return true;
  return value === "0" || value === "false" ? false : null;
}

function readOrigins(value: string): string[] | null {
  const words = value.split(",").map((word) => word.trim());
  const origins = words.filter(Boolean).map((word) => (word === "*" ? "*" : readOrigin(word)));
  return origins.includes(null) ? null : origins.filter((origin) => origin !== null);
}

/** The origin of an address without a path, query or fragment; null for any other text. */
function readOrigin(value: string): string | null {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  return url.pathname !== "/" || url.search || url.hash ? null : url.origin;
}

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
  const ai = aiSettings(values);
  // The provider transcribes as well, unless the setting says otherwise.
  const hasProvider = ai.chat !== null || ai.transcribe !== null;
  return {
    /** 0 picks a free one. */
    port: values.PORT ?? 4173,
    host,
    /** Absolute. */
    dataDir: path(values.DATA_DIR ?? "supabase/.data"),
    /** A PostgreSQL server to use instead of the embedded database. */
    databaseUrl: values.DATABASE_URL ?? undefined,
    demo: values.DEMO === null ? values.DATABASE_URL === null : values.DEMO === true,
    /** Whether the demo gets three weeks of made-up work. Tests that count rows leave it out. */
    demoHistory: values.DEMO_HISTORY ?? true,
    deletesDemo: values.DEMO === "delete",
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
    ai,
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
