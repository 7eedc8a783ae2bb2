import type { PassageFacts } from "./passage-facts.ts";

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
