import { isAbsolute, resolve } from "node:path";
import { PASSWORD_RULE, passwordFault } from "#supabase/functions/_shared/contracts/password.ts";
import { type OidcProvider, readOidcProviders } from "./oidc-providers.ts";
import { StartRefusal } from "./start-refusal.ts";
import { isWeakPassword } from "./weak-secrets.ts";

/** The backend's settings from the environment, checked. */
export interface Settings {
  /** 0 picks a free port. */
  port: number;
  host: string;
  /** Absolute. */
  dataDir: string;
  /** A PostgreSQL server to use instead of the embedded database. */
  databaseUrl: string | undefined;
  demo: boolean;
  /** Origin for links in mails and redirects; if absent, the listening address. */
  publicUrl: string | undefined;
  /** Whether other machines are served, through `host` or through the proxy at `publicUrl`. */
  onNetwork: boolean;
  /** Other origins whose pages may call the backend; `*` is any. */
  allowedOrigins: readonly string[];
  /**
   * The header in which the proxy in front gives the client's address; if absent, the socket's is
   * used.
   */
  clientAddressHeader: string | undefined;
  /** The first super administrator, created on an empty database. */
  superAdmin: { email: string; password: string } | undefined;
  /** How long an access token lasts. */
  jwtExpirySeconds: number;
  /** The OpenID Connect providers by which people sign in. */
  oidcProviders: readonly OidcProvider[];
  /** Who turns speech into text: this backend itself, the AI provider, or nobody. */
  transcribe: "embedded" | "provider" | "none";
  /** How long this backend keeps its speech model in memory when nobody needs it. */
  transcribeIdleSeconds: number;
  /** Where the packages with the speech model are installed; absolute. */
  speechModelsDir: string;
  /** Where the server functions are; absolute. */
  functionsDir: string;
  /** Where the built app is; absolute. */
  appDir: string;
}

/** Addresses that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127(\.\d+){3}$/.test(host);
}

/**
 * Reads the settings from environment variables (README, "Settings").
 * @param repository absolute path that relative paths in the settings start from
 * @throws StartRefusal for an invalid value or combination of values.
 */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  repository: string,
): Settings {
  const text = (name: string) => env[name]?.trim() || undefined;
  const path = (name: string, fallback: string) => {
    const value = text(name) ?? fallback;
    return isAbsolute(value) ? value : resolve(repository, value);
  };
  const host = text("HOST") ?? "127.0.0.1";
  const databaseUrl = readDatabaseUrl(text("DATABASE_URL"));
  const demo = readSwitch("DEMO", text("DEMO")) ?? databaseUrl === undefined;
  const publicUrl = readPublicUrl(text("PUBLIC_URL"));
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).hostname;
  const onNetwork = !isLoopback(host) || (publicHost !== undefined && !isLoopback(publicHost));
  if (demo && onNetwork) {
    const named = isLoopback(host) ? `PUBLIC_URL=${publicUrl}` : `HOST=${host}`;
    throw new StartRefusal(
      `${named} needs DEMO=0: the demo accounts, whose password is public, never listen on a network.`,
    );
  }
  const superAdmin = readSuperAdmin(text("SUPER_ADMIN_EMAIL"), env.SUPER_ADMIN_PASSWORD);
  if (superAdmin && onNetwork && isWeakPassword(superAdmin)) {
    throw new StartRefusal(
      "SUPER_ADMIN_PASSWORD is the demo's, which is public: choose another one where others than this machine are served.",
    );
  }
  if (demo && superAdmin) {
    throw new StartRefusal(
      "SUPER_ADMIN_EMAIL needs DEMO=0: a demo backend brings its own accounts.",
    );
  }
  return {
    port: readNumber("PORT", text("PORT"), 4173, 0, 65535),
    host,
    dataDir: path("DATA_DIR", "supabase/.data"),
    databaseUrl,
    demo,
    publicUrl,
    onNetwork,
    allowedOrigins: readOrigins(text("ALLOWED_ORIGINS")),
    clientAddressHeader: readHeaderName(text("CLIENT_ADDRESS_HEADER")),
    superAdmin,
    jwtExpirySeconds: readNumber(
      "JWT_EXPIRY_SECONDS",
      text("JWT_EXPIRY_SECONDS"),
      3600,
      5,
      604_800,
    ),
    oidcProviders: readOidcProviders(text("OIDC_PROVIDERS")),
    transcribe: readTranscribe(text),
    transcribeIdleSeconds: readNumber(
      "AI_TRANSCRIBE_IDLE_SECONDS",
      text("AI_TRANSCRIBE_IDLE_SECONDS"),
      300,
      1,
      86_400,
    ),
    speechModelsDir: path("SPEECH_MODELS_DIR", "node_modules"),
    functionsDir: path("FUNCTIONS_DIR", "supabase/functions"),
    appDir: path("APP_DIR", "dist"),
  };
}

function readNumber(
  name: string,
  value: string | undefined,
  fallback: number,
  least: number,
  most: number,
): number {
  if (value === undefined) return fallback;
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= least && number <= most)) {
    throw new StartRefusal(
      `${name} must be a whole number from ${least} to ${most}, not "${value}".`,
    );
  }
  return number;
}

function readSwitch(name: string, value: string | undefined): boolean | undefined {
  if (value === undefined) return undefined;
  if (value === "1" || value === "true") return true;
  if (value === "0" || value === "false") return false;
  throw new StartRefusal(`${name} must be 1 or 0, not "${value}".`);
}

/** The settings of which one is enough to name a provider that transcribes. */
const PROVIDER_SETTINGS = [
  "OPENAI_API_KEY",
  "OPENAI_BASE_URL",
  "AI_TRANSCRIBE_API_KEY",
  "AI_TRANSCRIBE_BASE_URL",
];

/** A provider that is set transcribes as well, unless the setting says otherwise. */
function readTranscribe(text: (name: string) => string | undefined): Settings["transcribe"] {
  const value = text("AI_TRANSCRIBE");
  if (value === "embedded" || value === "provider" || value === "none") return value;
  if (value !== undefined) {
    throw new StartRefusal(`AI_TRANSCRIBE must be embedded, provider or none, not "${value}".`);
  }
  return PROVIDER_SETTINGS.some((name) => text(name) !== undefined) ? "provider" : "embedded";
}

function readPublicUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const origin = originOf(value);
  if (origin === null) {
    throw new StartRefusal(
      `PUBLIC_URL must be an address like https://app.example.com, without a path, not "${value}".`,
    );
  }
  return origin;
}

function readOrigins(value: string | undefined): string[] {
  const words = (value ?? "").split(",").map((word) => word.trim());
  return words.filter(Boolean).map((word) => {
    const origin = word === "*" ? "*" : originOf(word);
    if (origin === null) {
      throw new StartRefusal(
        `ALLOWED_ORIGINS must be addresses like https://app.example.com with commas between them, or *, not "${word}".`,
      );
    }
    return origin;
  });
}

/** The origin of an address without a path, query or fragment; null for any other text. */
function originOf(value: string): string | null {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  return url.pathname !== "/" || url.search || url.hash ? null : url.origin;
}

function readHeaderName(value: string | undefined): string | undefined {
  if (value !== undefined && !/^[A-Za-z0-9-]+$/.test(value)) {
    throw new StartRefusal(
      `CLIENT_ADDRESS_HEADER must be the name of a header, like X-Forwarded-For, not "${value}".`,
    );
  }
  return value;
}

function readDatabaseUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (!/^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? "")) {
    // The message leaves out the value, which may hold a password.
    throw new StartRefusal(
      "DATABASE_URL must be an address like postgres://user:password@host:5432/database.",
    );
  }
  return value;
}

function readSuperAdmin(
  email: string | undefined,
  password: string | undefined,
): Settings["superAdmin"] {
  if (!email && !password) return undefined;
  if (!email || !password) {
    throw new StartRefusal("SUPER_ADMIN_EMAIL and SUPER_ADMIN_PASSWORD go together.");
  }
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) {
    throw new StartRefusal(`SUPER_ADMIN_EMAIL must be an email address, not "${email}".`);
  }
  if (passwordFault(password, email) !== null) {
    throw new StartRefusal(`SUPER_ADMIN_PASSWORD is not taken. ${PASSWORD_RULE}`);
  }
  return { email, password };
}
