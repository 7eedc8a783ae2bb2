import { expect, it } from "vitest";
import { picturePagesWords } from "./picture-pages-words.ts";

it.each([
  [[], 12, null],
  [[3], 12, "1 of 12 pages is a picture: its text is not read (page 3)"],
  [
    [2, 5, 6, 7, 9, 10],
    12,
    "6 of 12 pages are pictures: their text is not read (pages 2, 5–7, 9–10)",
  ],
  [[1], 1, "1 of 1 page is a picture: its text is not read"],
  [[4], null, "1 page is a picture: its text is not read (page 4)"],
  // Pages that are too many, or all, are not named.
  [[1, 3, 5, 7, 9, 11, 13], 13, "7 of 13 pages are pictures: their text is not read"],
  [[1, 2], 2, "2 of 2 pages are pictures: their text is not read"],
])("says of the pages %j, of %j, which are pictures", (pages, count, words) => {
  expect(picturePagesWords(pages, count)).toBe(words);
});
