import { type Code, isSame, type Quantity } from "./canonical.ts";
import type { Entry, PassageFacts, Window } from "./passage-facts.ts";
import { hasWord } from "./words.ts";

/** A figure must stand near words of the claim: this part of the best place's, at least. */
const LEAST_NEARNESS = 0.4;

/** A figure or a code that stands in a passage, but in a place that is about something else. */
export function farAway(
  quantities: readonly Quantity[],
  codes: readonly Code[],
  terms: readonly string[],
  cited: readonly PassageFacts[],
): string | null {
  // What a heading names is said of all places, and so is the only code of its family.
  const firm = quantities.filter(
    (quantity) =>
      !quantity.isLoose &&
      !cited.some(({ topQuantities }) => topQuantities.some((each) => isSame(each, quantity))),
  );
  const telling = codes.filter(
    ({ code, family }) =>
      !cited.some(({ topCodes }) => topCodes.has(code)) &&
      cited.some((passage) =>
        passage.codes.some((each) => each.family === family && each.code !== code),
      ),
  );
  const marks: Mark[] = [
    ...firm.map(
      (quantity) => (window: Window) => window.quantities.some((said) => isSame(said, quantity)),
    ),
    ...telling.map(
      ({ code }) =>
        (window: Window) =>
          window.codes.has(code),
    ),
  ];
  const far = marks.some((mark) => {
    const holding = cited.filter(({ windows }) => windows.some(mark));
    return (
      holding.length > 0 &&
      !holding.some((passage) => isNearWords(passage, mark, [...marks], terms))
    );
  });
  return far
    ? "a figure or a code stands in another place of the cited passage than these words"
    : null;
}

/** Whether a sentence has one of a claim's figures or codes. */
type Mark = (window: Window) => boolean;

/** How much a word counts in another sentence of the same or the next paragraph. */
const NEXT_TO = 0.7;

function isNearWords(
  { windows, topTerms }: PassageFacts,
  mark: Mark,
  marks: readonly Mark[],
  terms: readonly string[],
): boolean {
  const others: Mark[] = [
    ...terms
      .filter((term) => !topTerms.has(term))
      .map((term) => (window: Window) => hasWord(window.terms, term)),
    ...marks.filter((other) => other !== mark),
  ];
  const scores = windows.map(() => 0);
  for (const other of others) {
    const lines = new Set<number>();
    const holding = windows.map((window) => {
      const has = other(window);
      if (has) lines.add(window.line);
      return has;
    });
    for (const [index, window] of windows.entries()) {
      scores[index] =
        (scores[index] ?? 0) +
        (holding[index] ? 1 : window.near.some((line) => lines.has(line)) ? NEXT_TO : 0);
    }
  }
  const best = Math.max(...scores);
  return windows.some(
    (window, index) => mark(window) && (scores[index] ?? 0) >= best * LEAST_NEARNESS,
  );
}

/** By how many words another entry must be more like a claim, to be the one that it is about. */
const CLEARLY = 2;
/** A title with fewer words may be named by chance. */
const FEWEST_OF_TITLE = 2;

/**
 * Whether a claim names the entry of one code, and its words are those of another entry: of E-20,
 * where it names E-22.
 */
export function wrongEntry(
  codes: readonly Code[],
  terms: readonly string[],
  cited: readonly PassageFacts[],
): string | null {
  const entries = cited.flatMap((passage) => [...passage.entries]);
  const named = codes.filter(({ code }) => entries.some(([entry]) => entry === code));
  const [own, ...others] = named;
  if (!own || others.length > 0) return null;
  const claim = new Set(terms);
  const isNamed = ({ title }: Entry) =>
    title.length >= FEWEST_OF_TITLE && title.every((word) => hasWord(claim, word));
  const ownEntries = entries.filter(([code]) => code === own.code).map(([, entry]) => entry);
  const isOtherTitle = entries.some(
    ([, entry]) =>
      isNamed(entry) &&
      !ownEntries.some(
        (each) => isNamed(each) || entry.title.every((word) => hasWord(each.words, word)),
      ),
  );
  if (isOtherTitle) return `these words are the title of another entry than ${own.code}`;
  const score = ({ words }: Entry) => terms.filter((term) => hasWord(words, term)).length;
  const best = Math.max(...ownEntries.map(score));
  const isOther = entries.some(([, entry]) => score(entry) >= best + CLEARLY);
  return isOther && best < terms.length / 2
    ? `these words are of another entry than ${own.code}`
    : null;
}
