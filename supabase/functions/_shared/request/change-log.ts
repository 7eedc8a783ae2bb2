import { z } from "zod/mini";
import type { ResetAction } from "../contracts/account-reset.ts";
import { Refused } from "./refused.ts";
import type { ServiceRest } from "./service-rest.ts";

/** How many resets of one administrator, and of one person, an hour has room for. */
const PER_CALLER = 30;
const PER_PERSON = 6;

const begunSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("begun"), id: z.uuid() }),
  z.object({ outcome: z.literal("rate_limited"), retry_after: z.int() }),
]);

/**
 * Does what an administrator asked for, and writes it down in `account_changes` before and after: what
 * cannot be written down is not done, and its result is told to nobody.
 * @throws Refused 429 when there were too many resets in an hour; whatever `work` throws
 */
export async function logChange<T>(
  rest: ServiceRest,
  about: { caller: string; person: string; action: ResetAction | "deletion" },
  work: () => Promise<T>,
): Promise<T> {
  const begun = begunSchema.parse(
    await rest.call("begin_account_change", {
      ...{ caller: about.caller, person: about.person, wanted: about.action },
      ...(about.action === "deletion"
        ? { per_caller: null, per_person: null }
        : { per_caller: PER_CALLER, per_person: PER_PERSON }),
    }),
  );
  if (begun.outcome === "rate_limited") {
    throw new Refused(429, "rate_limited", "That was often enough for an hour. Try again later.", {
      retryAfter: begun.retry_after,
    });
  }
  const finish = (outcome: "done" | "failed") =>
    rest.call("finish_account_change", { change: begun.id, outcome });
  let result: T;
  try {
    result = await work();
  } catch (error) {
    await finish("failed").catch(console.error);
    throw error;
  }
  await finish("done");
  return result;
}
