import { expect, it } from "vitest";
import type { Note } from "#mirror/person/notes.ts";
import { doubtsIn, nearestTerms, replaceWords, wordInText } from "./words.ts";

const SAID = "The contractor, in unit [unclear] hums.";

it("replaces words at their places, and keeps the punctuation around them", () => {
  const changes = new Map([
    [1, "contactor"],
    [4, "four"],
    [5, "rattles"],
  ]);
  expect(replaceWords(SAID, changes)).toBe("The contactor, in unit four rattles.");
  expect(replaceWords(` ${SAID}\n`, new Map())).toBe(SAID);
  expect(replaceWords("One [unclear], two", new Map([[1, "E-47"]]))).toBe("One E-47, two");
});

it("shows a word with the six words before and after it", () => {
  const text = "a b c d e f g h i j k l m n";
  expect(wordInText(text, 7)).toEqual({ before: "b c d e f g", word: "h", after: "i j k l m n" });
  expect(wordInText(text, 0)).toEqual({ before: "", word: "a", after: "b c d e f g" });
});

it("offers the terms that are written most like a word first, and never the word itself", () => {
  const terms = ["HX-200", "contactor", "R-32", "contactor", "compressor"];
  const entries = terms.map((term) => ({ term }));
  expect(nearestTerms("contractor,", entries).slice(0, 2)).toEqual(["contactor", "compressor"]);
  expect(nearestTerms("R-32", entries)).not.toContain("R-32");
});

const version = (transcription: string) => ({
  ...{ id: transcription, transcription, summary: "", time: 0, waits: false },
});
const note = (fields: Partial<Note>, ...texts: string[]): Note => {
  const versions = texts.map(version);
  const valid = versions[0] ?? version("");
  return {
    ...{ id: "n", valid, versions, edit: null, reply: null, draft: null, checked: [], ...fields },
  };
};
const word = (text: string, logProbability = 0) => ({ text, logProbability });
const draft: Note["draft"] = {
  ...{ id: "n", model: "tiny", state: "whole", attempts: 1 },
  pieces: [
    { start: 1, end: 2, words: [word("The"), word("contractor,", -2)] },
    { start: 3, end: 4, words: [word("in"), word("unit")] },
    { start: 5, end: 6, words: [] },
    { start: 7, end: 8, words: [{ ...word("hums.", -2), heard: "hams" }] },
  ],
};
const places = (of: Note) => doubtsIn(of).map(({ place }) => place);

it("knows the doubtful words of a draft that became the transcription, and where they are heard", () => {
  expect(doubtsIn(note({ draft }, SAID))).toEqual([
    { place: 1, text: "contractor,", start: 1 + 3 / 14 },
    { place: 4, text: "[unclear]", start: 5 },
  ]);
  expect(places(note({ draft }, "A provider heard it otherwise."))).toEqual([]);
  expect(places(note({ draft: { ...draft, state: "in-progress" } }, SAID))).toEqual([]);
});

it("takes the server's own doubts before those of the draft", () => {
  const doubts = [{ place: 5, text: "hums.", start: 7 }];
  const reply = { success: true as const, transcription: SAID, summary: "", doubts };
  expect(places(note({ draft, reply }, SAID))).toEqual([5]);
});

it("doubts no word that was changed since, or that was looked at and kept", () => {
  const changed = "The contactor, in unit [unclear] hums.";
  expect(places(note({ draft }, changed, SAID))).toEqual([4]);
  expect(places(note({ draft, checked: [4] }, SAID))).toEqual([1]);
});
