import { stemOf } from "../../contracts/languages/stem.ts";

/** Shorter words may be a part of another one by chance. */
const SHORTEST_PART = 4;
/** The same for the last part, if the others are not known: "Freitags" is no "Tag". */
const SHORTEST_HEAD = 5;
/** What German puts between the parts of a compound: "Sicherheitsventil", "Pumpendruck". */
const JOINTS = ["", "s", "n", "en", "es", "er", "e"];

/**
 * The parts of a compound whose last one is known as a word of its own: "Sensorzelle" of "die Zelle". The others are
 * as they are written where they are known: "Pumpendruck" of "der Druck der Pumpe". Any other word is returned whole.
 */
export function compoundParts(word: string, known: ReadonlySet<string>): string[] {
  let headed: string[] | undefined;
  for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at++) {
    const head = word.slice(at);
    if (!known.has(stemOf(head, "german"))) continue;
    if (head.length >= SHORTEST_HEAD) headed ??= [word.slice(0, at), head];
    for (const joint of JOINTS) {
      const first = word.slice(0, at);
      if (!first.endsWith(joint)) continue;
      const modifier = first.slice(0, first.length - joint.length);
      const full = [modifier, `${modifier}e`].find(
        (each) => each.length >= SHORTEST_PART && known.has(stemOf(each, "german")),
      );
      if (full !== undefined) return [full, head];
    }
  }
  return headed ?? [word];
}

const WORD = /\p{L}{4,40}/gu;

/** The stems of the words of some texts. */
export function knownStems(texts: readonly string[]): Set<string> {
  const stems = new Set<string>();
  for (const text of texts) {
    for (const [word] of text.toLowerCase().matchAll(WORD)) stems.add(stemOf(word, "german"));
  }
  return stems;
}
