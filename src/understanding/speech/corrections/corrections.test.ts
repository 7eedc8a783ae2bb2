import { expect, it, vi } from "vitest";
import type { HeardWord } from "../join-tokens.ts";
import { type CompanyTerm, prepareVocabulary } from "./company-vocabulary.ts";
import { correct, correctPieces } from "./corrections.ts";
import { fillNextRow } from "./phones.ts";

// Counts the steps of the comparison of sounds.
vi.mock(import("./phones.ts"), { spy: true });

const term = (text: string, heard: string | null = null): CompanyTerm => ({ term: text, heard });

const CODES = ["HX-200", "HX-210", "E-47", "TXV", "MERV 13", "GMVC96", "E-60", "A3"];
const NAMES = ["Victaulic", "Siemens", "Schrader", "cleanout", "capacitor", "Carrier", "Watts"];
const VOCABULARY = prepareVocabulary([
  ...[...CODES, ...NAMES, "sight glass", "glycol"].map((text) => term(text)),
  term("contactor", "contractor"),
]);

/** Words of a text; `~word` was doubted, `~~word` more. */
function heard(text: string): HeardWord[] {
  return text.split(" ").map((word) => {
    const doubts = /^~*/.exec(word)?.[0].length ?? 0;
    return { text: word.slice(doubts), logProbability: -0.02 - 0.6 * doubts };
  });
}

const corrected = (text: string) =>
  correct(heard(text), VOCABULARY)
    .map((word) => word.text)
    .join(" ");

it.each([
  ["Tightened the ~victolic coupling", "Tightened the Victaulic coupling"],
  ["lugs on the ~seaman's panel", "lugs on the Siemens panel"],
  ["The ~shrader ~valved leaks", "The Schrader valved leaks"],
  ["Added ~~Bly, ~call until", "Added glycol until"],
  ["~~Stick ~~a ~~passator and fan", "Stick capacitor and fan"],
  ["The side ~~glass shows", "The sight glass shows"],
  ["on the ~Hx two hundred is", "on the HX-200 is"],
  ["Model g m. ~d. c. ninety six needs", "Model GMVC96 needs"],
  ["since the ~~murder ~~of 13 filter", "since the MERV 13 filter"],
  ["Reset fault e 47, then", "Reset fault E-47, then"],
])("what was heard becomes the term or the code that it sounds like: %s", (said, wanted) => {
  expect(corrected(said)).toBe(wanted);
});

it.each([
  "lugs on the seaman's panel",
  "Clean out the drain",
  "The carrier is late",
  "Set it to ~60. Then ~~go",
  "~~Minus ~~sixty is too low",
  "that's what's wrong",
])("what was heard stays where it is understood, or is something else: %s", (said) => {
  expect(corrected(said)).toBe(said.replaceAll("~", ""));
});

it("what was heard stays where the term is written already, and without a vocabulary", () => {
  const words = heard("The ~contactor on the HX-200. ~Sight glass");
  expect(correct(words, VOCABULARY)).toEqual(words);
  expect(correct(words, prepareVocabulary([]))).toEqual(words);
  expect(correct([], VOCABULARY)).toEqual([]);
});

it("what was heard is always replaced where the company says so, however surely it was heard", () => {
  expect(corrected("The Contractor, on the wall")).toBe("The contactor, on the wall");
  expect(corrected("Contractor is out.")).toBe("Contactor is out.");
});

it("keeps what was heard beside the term, with the least sure word's probability", () => {
  const words = heard("the ~Hx two ~~hundred, is");
  expect(correct(words, VOCABULARY)).toEqual([
    words[0],
    { text: "HX-200,", logProbability: -1.22, heard: "Hx two hundred," },
    words[4],
  ]);
});

it("corrects the pieces that were understood", () => {
  const piece = (text: string, isUnclear: boolean) => ({
    ...{ start: 0, end: 1, text: isUnclear ? "" : text, words: heard(text), isUnclear },
  });
  const pieces = [piece("the contractor", false), piece("the contractor", true)];
  const [clear, unclear] = correctPieces(pieces, VOCABULARY);
  expect(clear?.text).toBe("the contactor");
  expect(clear?.words[1]?.heard).toBe("contractor");
  expect(unclear).toEqual(pieces[1]);
});

it("takes terms of any script, and of any length", () => {
  const terms = ["Øresund", "汉字", "x".repeat(80), "1".repeat(80), "A1".repeat(40), "!"];
  const vocabulary = prepareVocabulary(terms.map((text) => term(text)));
  expect(correct(heard("~~oresund is far"), vocabulary)[0]?.text).toBe("Øresund");
  expect(correct(heard("~~xxx ~~111 ~~汉字"), vocabulary)).toHaveLength(3);
});

it("compares few sounds: 1,000 terms, 200 words, a third of them doubted", () => {
  const syllables = ["ka", "to", "ri", "mel", "dun", "sep", "vor", "lix", "ban", "chu"];
  const name = (n: number) => [...String(n).padStart(3, "0")].map((i) => syllables[Number(i)]);
  const terms = Array.from({ length: 1000 }, (_, n) => name(n).join(""));
  const vocabulary = prepareVocabulary(terms.map((text) => term(text)));
  const words = Array.from({ length: 200 }, (_, n) => ({
    text: `${name((n * 13) % 1000).join("")}sh`,
    logProbability: n % 3 === 0 ? -1 : -0.05,
  }));
  const steps = vi.mocked(fillNextRow).mockClear().mock.calls;
  correct(words, vocabulary);
  // Each word with each sound of each term would be 400,000.
  expect(steps.length).toBeGreaterThan(1_000);
  expect(steps.length).toBeLessThan(100_000);
});
