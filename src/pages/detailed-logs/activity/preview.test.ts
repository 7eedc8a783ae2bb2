import fc from "fast-check";
import { expect, it } from "vitest";
import { preview } from "./log-card.tsx";

it("leaves texts of at most 200 characters as they are, and cuts longer ones there", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("a", " ", "é", "🔥"), { maxLength: 500 }),
      (characters) => {
        const { words, isCut } = preview(characters.join(""));
        expect(isCut).toBe(characters.length > 200);
        expect(words).toBe(isCut ? `${characters.slice(0, 200).join("")}…` : characters.join(""));
      },
    ),
  );
});
