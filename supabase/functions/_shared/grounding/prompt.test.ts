import { expect, test } from "vitest";
import { passagesWithRoom } from "./prompt.ts";

const passage = (length: number) => ({
  file_id: "018f0000-0000-7000-8000-000000000000",
  file_name: "Manual.pdf",
  page: null,
  chunk_no: 0,
  heading: null,
  body: "x".repeat(length),
  score: 1,
});

test("the best passages are sent, as many as fit", () => {
  const lengths = (...sent: number[]) =>
    passagesWithRoom(sent.map(passage)).map(({ body }) => body.length);
  expect(lengths(4_000, 4_000, 4_000)).toEqual([4_000, 4_000, 4_000]);
  expect(lengths(12_000, 12_000, 1)).toEqual([12_000, 12_000]);
  expect(lengths(30_000, 1)).toEqual([30_000]);
});
