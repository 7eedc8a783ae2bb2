import { z } from "zod/mini";
import { parseJson } from "../contracts/parse-json.ts";

// An invalid figure counts as not reported: the person must still get the answer.
const count = z.catch(z.nullable(z.int().check(z.gte(0), z.lte(2_147_483_647))), null);
const seconds = z.catch(z.nullable(z.number().check(z.gte(0), z.lte(1_000_000))), null);

// Chat calls count "prompt" and "completion" tokens; transcriptions count "input" and "output"
// tokens, or seconds.
const usageSchema = z.pipe(
  z.object({
    ...{ prompt_tokens: count, completion_tokens: count, total_tokens: count },
    ...{ input_tokens: count, output_tokens: count, seconds },
  }),
  z.transform((usage) => {
    const inputTokens = usage.prompt_tokens ?? usage.input_tokens;
    const outputTokens = usage.completion_tokens ?? usage.output_tokens;
    const sum = inputTokens === null || outputTokens === null ? null : inputTokens + outputTokens;
    const totalTokens = usage.total_tokens ?? sum;
    return { inputTokens, outputTokens, totalTokens, audioSeconds: usage.seconds };
  }),
);

/** What a provider reports that a call used. Figures that it does not report are null. */
export type Usage = z.infer<typeof usageSchema>;

/** Reads the `usage` of a provider's reply; null when it has none. */
export const readUsage = (usage: unknown): Usage | null =>
  usageSchema.safeParse(usage).data ?? null;

/** What two attempts of a call used together; a figure that one of them did not report is null. */
export function addUsage(one: Usage | null, other: Usage | null): Usage | null {
  if (one === null || other === null) return one ?? other;
  const sum = (figure: keyof Usage) =>
    one[figure] === null || other[figure] === null ? null : one[figure] + other[figure];
  return {
    inputTokens: sum("inputTokens"),
    outputTokens: sum("outputTokens"),
    totalTokens: sum("totalTokens"),
    audioSeconds: sum("audioSeconds"),
  };
}

/** US dollars per million tokens, or per minute of audio. */
const amount = z.number().check(z.nonnegative());
const priceSchema = z.union([
  z.strictObject({ input: amount, output: amount }),
  z.strictObject({ minute: amount }),
]);
const priceTableSchema = z.record(z.string(), priceSchema);

/** Prices by model. */
export type PriceTable = z.infer<typeof priceTableSchema>;

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

/** Built-in prices by host: other hosts have other prices for the same names. */
const PRICES_BY_HOST = new Map<string, PriceTable>([
  ["api.openai.com", OPENAI_PRICES],
  ["127.0.0.1", { [OWN_TRANSCRIBER]: { minute: 0 } }],
]);

/** What a deployment's own prices look like. */
export const PRICES_EXAMPLE =
  '{"some-model": {"input": 0.4, "output": 1.6}} or {"some-model": {"minute": 0.006}}';

/**
 * Reads a deployment's own prices: `{"model": {"input": 0.4, "output": 1.6}}` in dollars per
 * million tokens, or `{"model": {"minute": 0.006}}` in dollars per minute of audio.
 * @returns null if the text has another form.
 */
export const readPrices = (json: string): PriceTable | null =>
  priceTableSchema.safeParse(parseJson(json)).data ?? null;

/**
 * The cost of a call in dollars; 0 for a model on the person's device, and null if its price or the
 * figures it needs are not known.
 */
export function computeCost(
  call: { model: string; baseUrl: string | null; usage: Usage | null },
  stated: PriceTable,
): number | null {
  if (call.baseUrl === null) return 0;
  const tables = [stated, PRICES_BY_HOST.get(new URL(call.baseUrl).hostname) ?? {}];
  const price = tables.find((table) => Object.hasOwn(table, call.model))?.[call.model];
  if (!price || !call.usage) return null;
  if ("minute" in price) {
    return call.usage.audioSeconds === null ? null : (call.usage.audioSeconds / 60) * price.minute;
  }
  const { inputTokens, outputTokens } = call.usage;
  if (inputTokens === null || outputTokens === null) return null;
  return (inputTokens * price.input + outputTokens * price.output) / 1_000_000;
}
