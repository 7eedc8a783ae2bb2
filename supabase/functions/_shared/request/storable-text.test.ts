import fc from "fast-check";
import { expect, test } from "vitest";
import { storableText } from "./storable-text.ts";

test("text that PostgreSQL can store stays unchanged", () => {
  expect(storableText("Größe 40/5 µF 🔧", 100)).toBe("Größe 40/5 µF 🔧");
});

test("characters that PostgreSQL refuses are removed, wherever the text is cut", () => {
  const unit = fc.constantFrom("a", "\0", "🔧", "\ud83d", "\udd27", "µ");
  fc.assert(
    fc.property(fc.string({ unit }), fc.integer({ min: 1, max: 12 }), (text, limit) => {
      const stored = storableText(text, limit);
      expect(stored.length).toBeLessThanOrEqual(limit);
      expect(stored).not.toMatch(/\0|\p{Surrogate}/u);
    }),
  );
});
