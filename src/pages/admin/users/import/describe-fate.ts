import type { Fate } from "./plan-import.ts";
import type { RowResult } from "./use-import.ts";

/** How the state of a line is shown. */
export type Tone = "plain" | "good" | "waiting" | "bad";

/** The plan for a line, or its result. */
export function describeFate(
  fate: Fate,
  result: RowResult | undefined,
): [words: string, tone: Tone] {
  if (fate.kind === "there") return ["Already there: nothing is changed", "plain"];
  if (fate.kind === "invalid") return [`Not created: ${fate.problem}`, "bad"];
  if (result === undefined) {
    const password = fate.request.password === undefined ? "a temporary password" : "its password";
    return [`Will be created with ${password}`, "plain"];
  }
  if (result === "sending") return ["Creating...", "waiting"];
  switch (result.kind) {
    case "created":
      return ["Created", "good"];
    case "taken":
      return ["Already there: nothing is changed", "plain"];
    case "unanswered":
      return ["No answer yet: Continue finds out, and creates nobody twice", "waiting"];
    case "failed":
      return [`Not created: ${result.message}`, "bad"];
  }
}
