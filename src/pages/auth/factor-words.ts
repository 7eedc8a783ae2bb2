import type { Factor, FactorRefusal } from "#session/factor-answers.ts";
import { refusalWords } from "./refusal-words.ts";

/** Shown for every failure to send a code: most causes are gone a moment later. */
export const NOT_SENT = "The code could not be sent. Wait a minute and have it sent again.";

/** A message that says why a second factor was not accepted. */
export function factorWords(refusal: FactorRefusal, kind: Factor["kind"]): string {
  switch (refusal.kind) {
    case "cancelled":
      return "The dialog was closed, or it took too long. Try again.";
    case "known-key":
    case "wrong-key":
      return "The server does not accept this key. Try another one.";
    case "wrong-code":
      if (kind === "phone") return "That code is not right. Enter the one that was sent last.";
      return refusalWords(refusal, true);
    default:
      return refusalWords(refusal, true);
  }
}
