import { z } from "zod/mini";

/** What a provider reports that a call used. Figures that it does not report are null. */
export interface Usage {
  inputTokens: number | null;
  outputTokens: number | null;
  totalTokens: number | null;
  audioSeconds: number | null;
}

// An invalid figure counts as not reported: the person must still get the answer.
const count = z.catch(z.nullable(z.int().check(z.gte(0), z.lte(2_147_483_647))), null);
const seconds = z.catch(z.nullable(z.number().check(z.gte(0), z.lte(1_000_000))), null);

// Chat calls count "prompt" and "completion" tokens; transcriptions count "input" and "output"
// tokens, or seconds.
const usageSchema = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  input_tokens: count,
  output_tokens: count,
  total_tokens: count,
  seconds,
});

/** Reads the `usage` of a provider's reply; null when it has none. */
export function readUsage(usage: unknown): Usage | null {
  const parsed = usageSchema.safeParse(usage);
  if (!parsed.success) return null;
  const inputTokens = parsed.data.prompt_tokens ?? parsed.data.input_tokens;
  const outputTokens = parsed.data.completion_tokens ?? parsed.data.output_tokens;
  const sum = inputTokens === null || outputTokens === null ? null : inputTokens + outputTokens;
  return {
    inputTokens,
    outputTokens,
    totalTokens: parsed.data.total_tokens ?? sum,
    audioSeconds: parsed.data.seconds,
  };
}

/** What two attempts of a call used together; a figure that one of them did not report is null. */
export function sumOfUsages(one: Usage | null, other: Usage | null): Usage | null {
  if (one === null || other === null) return one ?? other;
  const sum = (figure: keyof Usage) => {
    const [first, second] = [one[figure], other[figure]];
    return first === null || second === null ? null : first + second;
  };
  return {
    inputTokens: sum("inputTokens"),
    outputTokens: sum("outputTokens"),
    totalTokens: sum("totalTokens"),
    audioSeconds: sum("audioSeconds"),
  };
}
