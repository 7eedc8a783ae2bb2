import { expect, it } from "vitest";
import { waitCount } from "./wait-count.ts";

it.each([
  [0, "Everything sent"],
  [1, "1 waiting to send"],
  [3, "3 waiting to send"],
])("words %d items as %s", (count, words) => {
  expect(waitCount(count)).toBe(words);
});
