import { expect, it } from "vitest";
import { excerptFor } from "./excerpt.ts";

const PASSAGE =
  "Read this first. The outdoor fan may start by itself. Wait ten minutes for the capacitor to discharge. Then measure.";

it("begins at the sentence that the question is about", () => {
  expect(excerptFor("How long do the capacitors take?", PASSAGE)).toBe(
    "… Wait ten minutes for the capacitor to discharge. Then measure.",
  );
});

it("is the whole passage if its first sentence fits best, or no sentence fits", () => {
  expect(excerptFor("What do I read?", PASSAGE)).toBe(PASSAGE);
  expect(excerptFor("Moon?", PASSAGE)).toBe(PASSAGE);
  expect(excerptFor("?", "")).toBe("");
});
