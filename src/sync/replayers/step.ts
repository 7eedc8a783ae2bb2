import type { z } from "zod/mini";
import type { Outcome } from "#backend/outcome.ts";
import type { Attempt } from "./replayer.ts";

/**
 * Does one step of an item, unless an earlier attempt has: then its recorded reply stands. A reply
 * recorded by a version with another idea of it is not used. It is recorded while the next step is
 * under way: a step that a killed device forgot is safe to repeat.
 */
export async function step<T>(
  attempt: Attempt,
  name: string,
  schema: z.ZodMiniType<T>,
  work: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const before = schema.safeParse(attempt.item.steps[name]);
  if (before.success) return { kind: "ok", value: before.data };
  const outcome = await work();
  if (outcome.kind === "ok") void attempt.recordStep(name, outcome.value);
  return outcome;
}

/** Decides something once for all attempts of an item: it is kept before anything follows from it. */
export async function decide<T>(
  attempt: Attempt,
  name: string,
  schema: z.ZodMiniType<T>,
  make: () => Promise<T>,
): Promise<T> {
  const before = schema.safeParse(attempt.item.steps[name]);
  if (before.success) return before.data;
  const value = await make();
  await attempt.recordStep(name, value);
  return value;
}
