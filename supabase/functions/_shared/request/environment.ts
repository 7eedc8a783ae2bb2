import ipaddr from "ipaddr.js";
import { z } from "zod/mini";
import { PRICES_EXAMPLE, readPrices } from "../ai/prices.ts";
import { parseJson } from "../contracts/parse-json.ts";
import { PASSWORD_MINIMUM } from "../contracts/password.ts";
import { GREATEST_REAL_TIME_FACTOR } from "../contracts/voice-transcribe.ts";
import { baseAddress, readVariables, text, variable, wholeNumber } from "./variables.ts";

/** A host with the OpenAI HTTP API. Self-hosted ones often need no key. */
export interface AiEndpoint {
  baseUrl: string;
  apiKey: string | null;
}

/** The settings of the server functions. */
export type Environment = ReturnType<typeof readEnvironment>;

const MOST_CALLS = 999_999_999;

/**
 * The shortest new password of a deployment, in characters. A password of more words must still fit
 * into the bytes that are hashed.
 */
export const passwordMinimum = wholeNumber(PASSWORD_MINIMUM, 64);

/** The variables of the AI provider, which all ways of running have in common. */
export const aiVariables = {
  OPENAI_API_KEY: text,
  OPENAI_BASE_URL: baseAddress,
  AI_CHAT_MODEL: text,
  AI_VISION_MODEL: text,
  AI_TRANSCRIBE_MODEL: text,
  AI_TRANSCRIBE_BASE_URL: baseAddress,
  AI_TRANSCRIBE_API_KEY: text,
  AI_TRANSCRIBE: variable("embedded, provider or none", (value) =>
    value === "embedded" || value === "provider" || value === "none" ? value : null,
  ),
  AI_TRANSCRIBE_REAL_TIME_FACTOR: variable(
    `a number from 0 to ${GREATEST_REAL_TIME_FACTOR}`,
    (value) => {
      const factor = /^0(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
      return factor <= GREATEST_REAL_TIME_FACTOR ? factor : null;
    },
  ),
  AI_PRICES: variable(`JSON like ${PRICES_EXAMPLE}`, readPrices, true),
  AI_PACE_PER_MINUTE: wholeNumber(1, MOST_CALLS),
  AI_PACE_PER_DAY: wholeNumber(1, MOST_CALLS),
};

const aiSchema = z.object(aiVariables);

/** Networks that webhooks may be sent to besides the public Internet. */
export const webhookNetworks = variable(
  "networks like 10.0.0.0/8, separated by commas",
  (value) => {
    const networks = value.split(",").map((network) => network.trim());
    return networks.every((network) => ipaddr.isValidCIDR(network)) ? networks : null;
  },
);

const schema = z.object({
  ...aiVariables,
  SUPABASE_URL: baseAddress,
  PASSWORD_MIN_LENGTH: passwordMinimum,
  WEBHOOK_NETWORKS: webhookNetworks,
});

/**
 * Reads the settings from environment variables. An empty variable counts as unset.
 * @throws Error with one sentence for each variable that is missing or invalid.
 */
export function readEnvironment(variables: Record<string, string | undefined>) {
  const read = (name: string) => variables[name]?.trim() || null;
  const { values, faults } = readVariables(schema, variables);
  if (faults) throw new Error(faults.join("\n"));
  if (values.SUPABASE_URL === null) throw new Error("SUPABASE_URL is not set.");
  return {
    supabaseUrl: values.SUPABASE_URL,
    anonKey: readKey("SUPABASE_PUBLISHABLE_KEYS", "SUPABASE_ANON_KEY", read),
    serviceRoleKey: readKey("SUPABASE_SECRET_KEYS", "SUPABASE_SERVICE_ROLE_KEY", read),
    /** Origins that browsers may call from; `*` is any. */
    allowedOrigins: (read("ALLOWED_ORIGINS") ?? "*").split(",").map((origin) => origin.trim()),
    /** Whether links to choose a new password are mailed: only the embedded backend may have no mail server. */
    sendsMail: read("SENDS_MAIL") !== "false",
    /** The shortest password for a new person, in characters. */
    passwordMinimum: values.PASSWORD_MIN_LENGTH ?? PASSWORD_MINIMUM,
    /** How many requests one person may send to one agent. */
    pace: {
      perMinute: values.AI_PACE_PER_MINUTE ?? 20,
      perDay: values.AI_PACE_PER_DAY ?? 500,
    },
    webhookNetworks: values.WEBHOOK_NETWORKS ?? [],
    ai: aiSettings(values),
  };
}

/** The AI provider of a deployment, and the defaults where it names none. */
export function aiSettings(values: z.infer<typeof aiSchema>) {
  return {
    /** Null when no provider is set up. */
    chat: endpoint(values.OPENAI_BASE_URL, values.OPENAI_API_KEY),
    transcribe:
      values.AI_TRANSCRIBE === "none"
        ? null
        : endpoint(
            values.AI_TRANSCRIBE_BASE_URL ?? values.OPENAI_BASE_URL,
            values.AI_TRANSCRIBE_API_KEY ?? values.OPENAI_API_KEY,
          ),
    chatModel: values.AI_CHAT_MODEL ?? "gpt-4.1-mini",
    visionModel: values.AI_VISION_MODEL ?? "gpt-4.1-mini",
    transcribeModel: values.AI_TRANSCRIBE_MODEL ?? "gpt-4o-mini-transcribe",
    /** The part of a recording's length that transcription takes; 0 for a provider that is fast. */
    transcribeRealTimeFactor: values.AI_TRANSCRIBE_REAL_TIME_FACTOR ?? 0,
    /** Prices that the deployment sets; they take precedence over the built-in ones. */
    prices: values.AI_PRICES ?? {},
  };
}

function endpoint(baseUrl: string | null, apiKey: string | null): AiEndpoint | null {
  return baseUrl || apiKey ? { baseUrl: baseUrl ?? "https://api.openai.com/v1", apiKey } : null;
}

const keysSchema = z.record(z.string(), z.string());

/**
 * Reads one of the project's keys. Hosted projects name their keys in a JSON object: the one called
 * `default` is taken, else the first. Older projects and the embedded backend have a single key,
 * under another name.
 */
function readKey(
  keysName: string,
  legacyName: string,
  read: (name: string) => string | null,
): string {
  const text = read(keysName);
  const keys = keysSchema.safeParse(text === null ? {} : parseJson(text)).data;
  // Without the text, which may hold a key.
  if (!keys) throw new Error(`${keysName} is not a JSON object of keys by name.`);
  // A project that has only older keys may have an empty object here.
  const key = keys.default ?? Object.values(keys)[0] ?? read(legacyName);
  if (!key) throw new Error(`Neither ${keysName} nor ${legacyName} is set.`);
  return key;
}
