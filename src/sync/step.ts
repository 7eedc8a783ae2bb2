import type { z } from "zod/mini";
import type { Outcome } from "../backend/outcome.ts";
import type { Attempt } from "./replayer.ts";

/**
 * Does one step of an item, unless an earlier attempt has: then its recorded reply stands. A reply
 * recorded by a version with another idea of it is not used.
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
  if (outcome.kind === "ok") await attempt.recordStep(name, outcome.value);
  return outcome;
}
