import { expect, it } from "vitest";
import { describeUnreadParts } from "./unread-parts.tsx";

it.each([
  [[], 12, undefined],
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
  expect(describeUnreadParts({ picture_pages: pages, page_count: count })[0]).toBe(words);
});

it("says what else of a document is not read, and how much of it is", () => {
  const reading = { share: 0.9996, untold_pages: [3], pictures: 2, objects: 1 };
  expect(describeUnreadParts({ page_count: 14, picture_pages: [1], reading })).toEqual([
    "1 of 14 pages is a picture: its text is not read (page 1)",
    "1 of 14 pages does not tell its letters: its text is not read (page 3)",
    "2 pictures: text in them is not read",
    "1 object of another program is not read",
    "99.9 % of its letters are read",
  ]);
  const other = { share: 1, untold_pages: [], pictures: 1, objects: 2 };
  expect(describeUnreadParts({ page_count: null, reading: other })).toEqual([
    "1 picture: text in it is not read",
    "2 objects of other programs are not read",
  ]);
  const whole = { share: 1, untold_pages: [], pictures: 0, objects: 0 };
  expect(describeUnreadParts({ page_count: null, reading: whole })).toEqual([]);
});
