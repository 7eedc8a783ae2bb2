import { expect, it } from "vitest";
import { isCommonWord } from "#supabase/functions/_shared/contracts/spelling/common-words.ts";
import { commonEnglishWords } from "./common-words.ts";

it("knows the words of the package, and no misspelled ones", () => {
  expect(commonEnglishWords().filter((word) => !isCommonWord(word))).toEqual([]);
  expect(["capacitro", "compresor", "instalation", "5ing", ""].filter(isCommonWord)).toEqual([]);
});
