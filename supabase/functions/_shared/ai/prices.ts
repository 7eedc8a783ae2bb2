import { z } from "zod/mini";
import type { Usage } from "./usage.ts";

/** US dollars per million tokens, or per minute of audio. */
const amount = z.number().check(z.nonnegative());
const priceSchema = z.union([
  z.strictObject({ input: amount, output: amount }),
  z.strictObject({ minute: amount }),
]);
const priceTableSchema = z.record(z.string(), priceSchema);
type Price = z.infer<typeof priceSchema>;

/** Prices by model. */
export type PriceTable = Readonly<Record<string, Price>>;

/** OpenAI's list prices, as published in December 2025. */
const OPENAI_PRICES: PriceTable = {
  "gpt-4o-mini-transcribe": { input: 3, output: 5 },
  "gpt-4o-transcribe": { input: 6, output: 10 },
  "whisper-1": { minute: 0.006 },
  "gpt-4o-mini": { input: 0.15, output: 0.6 },
  "gpt-4o": { input: 2.5, output: 10 },
  "gpt-4.1-nano": { input: 0.1, output: 0.4 },
  "gpt-4.1-mini": { input: 0.4, output: 1.6 },
  "gpt-4.1": { input: 2, output: 8 },
  "gpt-5-nano": { input: 0.05, output: 0.4 },
  "gpt-5-mini": { input: 0.25, output: 2 },
  "gpt-5": { input: 1.25, output: 10 },
};

/** The model that the embedded backend runs itself, which costs nothing. */
export const OWN_TRANSCRIBER = "moonshine-base";

const PRICES_OF_HOSTS: Readonly<Record<string, PriceTable>> = {
  "api.openai.com": OPENAI_PRICES,
  "127.0.0.1": { [OWN_TRANSCRIBER]: { minute: 0 } },
};

/** What a deployment's own prices look like. */
export const PRICES_EXAMPLE =
  '{"some-model": {"input": 0.4, "output": 1.6}} or {"some-model": {"minute": 0.006}}';

/**
 * Reads a deployment's own prices: `{"model": {"input": 0.4, "output": 1.6}}` in dollars per
 * million tokens, or `{"model": {"minute": 0.006}}` in dollars per minute of audio.
 * @returns null if the text has another form.
 */
export function readPrices(json: string): PriceTable | null {
  try {
    return priceTableSchema.parse(JSON.parse(json));
  } catch {
    return null;
  }
}

/**
 * The cost of a call in dollars; 0 for a model on the person's device, and null if its price or the
 * figures it needs are not known.
 */
export function costOf(
  call: { model: string; baseUrl: string | null; usage: Usage | null },
  stated: PriceTable,
): number | null {
  if (call.baseUrl === null) return 0;
  const price = priceOf(call.model, call.baseUrl, stated);
  if (!price || !call.usage) return null;
  if ("minute" in price) {
    return call.usage.audioSeconds === null ? null : (call.usage.audioSeconds / 60) * price.minute;
  }
  const { inputTokens, outputTokens } = call.usage;
  if (inputTokens === null || outputTokens === null) return null;
  return (inputTokens * price.input + outputTokens * price.output) / 1_000_000;
}

// The built-in prices are for one host each: other hosts have other prices for the same names.
function priceOf(model: string, baseUrl: string, stated: PriceTable): Price | undefined {
  if (Object.hasOwn(stated, model)) return stated[model];
  const { hostname } = new URL(baseUrl);
  const built = Object.hasOwn(PRICES_OF_HOSTS, hostname) ? PRICES_OF_HOSTS[hostname] : undefined;
  return built && Object.hasOwn(built, model) ? built[model] : undefined;
}
