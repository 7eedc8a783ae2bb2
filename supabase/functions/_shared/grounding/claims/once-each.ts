import type { PassageFacts } from "./passage-facts.ts";

/** How many results for texts are kept; more are unlikely in one answer, and memory is small. */
const KEPT_TEXTS = 2000;

/** A function of a passage that computes its result once for each: all claims are compared with the same passages. */
export function perPassage<T>(compute: (passage: PassageFacts) => T): (passage: PassageFacts) => T {
  const known = new WeakMap<PassageFacts, T>();
  return (passage) => {
    const before = known.get(passage);
    if (before !== undefined) return before;
    const found = compute(passage);
    known.set(passage, found);
    return found;
  };
}

/** A function of a text that computes its result once for each, like `perPassage`. */
export function perText<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const found = compute(text);
    if (known.size >= KEPT_TEXTS) known.clear();
    known.set(text, found);
    return found;
  };
}
