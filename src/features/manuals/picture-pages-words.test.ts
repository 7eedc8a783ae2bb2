import { expect, it } from "vitest";
import { picturePagesWords } from "./picture-pages-words.ts";

it("claims nothing where no page is known to be a picture", () => {
  expect(picturePagesWords([], 12)).toBeNull();
});

it("says how many pages are pictures, and which", () => {
  expect(picturePagesWords([3], 12)).toBe(
    "1 of 12 pages is a picture: its text is not read (page 3)",
  );
  expect(picturePagesWords([2, 5, 6, 7, 9, 10], 12)).toBe(
    "6 of 12 pages are pictures: their text is not read (pages 2, 5–7, 9–10)",
  );
});

it("has words for a single page", () => {
  expect(picturePagesWords([1], 1)).toBe("1 of 1 page is a picture: its text is not read");
  expect(picturePagesWords([4], null)).toBe("1 page is a picture: its text is not read (page 4)");
});

it("does not name pages that are too many, or all", () => {
  expect(picturePagesWords([1, 3, 5, 7, 9, 11, 13], 13)).toBe(
    "7 of 13 pages are pictures: their text is not read",
  );
  expect(picturePagesWords([1, 2], 2)).toBe("2 of 2 pages are pictures: their text is not read");
});
