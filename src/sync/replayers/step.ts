import type { z } from "zod/mini";
import type { Outcome } from "#backend/outcome.ts";
import type { Attempt } from "./replayer.ts";

/**
 * Does one step of an item, or returns the reply that an earlier attempt recorded. A recorded reply
 * that does not match the schema (from another version of the app) is ignored. If the device dies
 * before the reply is stored, the step is safe to repeat.
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
  if (outcome.kind === "ok") attempt.noteStep(name, outcome.value);
  return outcome;
}

/**
 * Makes a decision once for all attempts of an item: it is stored before any later step uses it.
 */
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
