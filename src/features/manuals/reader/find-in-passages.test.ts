import fc from "fast-check";
import { expect, it } from "vitest";
import { findInPassages } from "./find-inside.tsx";

const passage = (body: string, chunk_no = 0) => ({ chunk_no, page: 1, heading: null, body });

it("finds the typed words in any case and with any spaces", () => {
  const passages = [passage("Nothing here"), passage("Wait ten full\nminutes, then measure.", 1)];
  expect(findInPassages(passages, " FULL minutes ", 9)).toEqual([
    {
      passage: passages[1],
      before: "Wait ten ",
      match: "full\nminutes",
      after: ", then measure.",
    },
  ]);
  expect(findInPassages(passages, "  ", 9)).toEqual([]);
});

it("finds a code with any hyphen, and around hyphens that are not seen", () => {
  const passages = [passage("E-30 and E\u201131"), passage("The con\u00adtactor E-310 clicks.", 1)];
  const found = (typed: string) => findInPassages(passages, typed, 9).map(({ match }) => match);
  expect(found("E-31")).toEqual(["E\u201131", "E-31"]);
  expect(found("E\u201331 ")).toEqual(["E\u201131", "E-31"]);
  expect(found("contactor")).toEqual(["con\u00adtactor"]);
});

it("finds every part of a text, in at most as many passages as wanted", () => {
  const text = fc.string({ minLength: 1 }).filter((each) => each.trim() !== "");
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), fc.integer({ min: 1, max: 5 }), (body, a, b, limit) => {
      const [from, to] = [a % body.length, b % body.length].sort((x, y) => x - y);
      const typed = body.slice(from, (to ?? 0) + 1);
      const finds = findInPassages([body, body, body].map(passage), typed, limit);
      expect(finds).toHaveLength(typed.trim() === "" ? 0 : Math.min(3, limit));
    }),
  );
});
