import { expect, it } from "vitest";
import { searchText } from "./search-text.ts";

const text = (...bodies: string[]) =>
  bodies.map((body, chunk_no) => ({ chunk_no, page: null, heading: null, body }));

it("finds the passages of a text for each question, best first, and nothing in an empty one", () => {
  const passages = text("The filter is cleaned.", "Tighten the flange.", "Clean the filter mat.");
  const questions = ["Which filter mat?", "How tight is the flange?", "Who repairs it?"];
  const found = searchText({ passages, language: "english", questions });
  expect(found.map((each) => each.map(({ chunk_no }) => chunk_no))).toEqual([[2, 0], [1], []]);
  expect(searchText({ passages: [], language: "english", questions })).toEqual([[], [], []]);
});
