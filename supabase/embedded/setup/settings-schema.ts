import { z } from "zod/mini";
import { aiVariables, passwordMinimum } from "#supabase/functions/_shared/request/environment.ts";
import { text, variable, wholeNumber } from "#supabase/functions/_shared/request/variables.ts";

/** The levels of the log, the one that shows most first. */
const LOG_LEVELS = ["debug", "info", "warning", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Every environment variable that the embedded backend reads (supabase/hosting/README.md, "Settings"). */
export const settingsSchema = z.object({
  ...aiVariables,
  PORT: wholeNumber(0, 65535),
  HOST: text,
  DATA_DIR: text,
  DATABASE_URL: variable(
    "an address like postgres://user:password@host:5432/database",
    (value) => (/^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? "") ? value : null),
    true,
  ),
  DEMO: variable("1 or 0", readSwitch),
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
  AI_TRANSCRIBE_IDLE_SECONDS: wholeNumber(1, 86_400),
  SPEECH_MODELS_DIR: text,
  FUNCTIONS_DIR: text,
  APP_DIR: text,
});

export type SettingsVariables = z.infer<typeof settingsSchema>;

/** The names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(settingsSchema.shape);

/**
 * Beginnings of names that no other program uses, so that another name which begins with one of them
 * is a mistake. Of OPENAI_, DATABASE_ and others that cannot be said.
 */
const OWN_PREFIXES = ["AI_", "METRICS_", "OIDC_", "SMTP_", "STOP_", "STORAGE_", "SUPER_ADMIN_"];

/** For who has used an earlier version, which could keep files in other places. */
const STORAGE_HINT =
  " Files are in DATA_DIR: to move them there, make a backup with the version before, and restore it.";

/** A sentence for each variable that is named like a setting and is none. */
export function unknownSettings(names: readonly string[]): string[] {
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
