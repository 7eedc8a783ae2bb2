import { expect, it } from "vitest";
import { sentWords } from "./sent-words.ts";

it("says that work was not sent only if no attempt has begun", () => {
  expect(sentWords(1, false)).toEqual({ described: "never sent", asked: "It was not sent." });
  expect(sentWords(3, false).asked).toBe("They were not sent.");
});

it("claims nothing of work of which the server may have some", () => {
  const described = "not known to have arrived";
  expect(sentWords(1, true)).toEqual({ described, asked: "It may already have been sent." });
  expect(sentWords(2, true).asked).toBe("Some of them may already have been sent.");
});
