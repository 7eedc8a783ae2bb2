import { readdirSync, readFileSync } from "node:fs";
import { seededRandom } from "./seeded-random.ts";

const seedPassages = new URL("../../supabase/seed/manuals/passages/", import.meta.url);
const VOCABULARY = 30_000;
const SYLLABLES = ["ba", "dor", "ku", "mol", "ra", "ti", "zun", "po", "gar", "lo", "min", "vo"];

/**
 * A library of invented manuals that is the same in every run: the vocabulary of the demo manuals, by
 * frequency, continued with invented words; the n-th word is about as frequent as 1/n (Zipf). Each
 * manual has its own words and codes, and a passage repeats some of its words.
 */
export function manualText() {
  const random = seededRandom(1);
  const below = (limit: number) => Math.floor(random() * limit);
  const oneOf = (texts: readonly string[]) => texts[below(texts.length)] ?? "";
  const vocabulary = wordsOfDemoManuals();
  while (vocabulary.length < VOCABULARY) {
    const digits = [...vocabulary.length.toString(SYLLABLES.length)];
    vocabulary.push(digits.map((digit) => SYLLABLES[Number.parseInt(digit, 12)]).join(""));
  }
  const rareWords = vocabulary.slice(100);
  const commonWord = () => vocabulary[Math.floor(VOCABULARY ** random())] ?? "";

  const sample: { words: string[]; codes: string[] }[] = [];
  return {
    /** Makes one more manual and returns its passages. */
    manual(passages: number): string[] {
      const topic = Array.from({ length: 80 }, () => oneOf(rareWords));
      const codes = Array.from({ length: 20 }, (_, i) =>
        i % 2 === 0 ? `E-${below(400)}` : `HP-${below(90) * 10}/${"ABCD"[below(4)]}`,
      );
      return Array.from({ length: passages }, (_, number) => {
        const words: string[] = [];
        // The last passage of a section is shorter.
        const length = random() < 0.08 ? 20 + below(100) : 120 + below(81);
        while (words.length < length) {
          const kind = random();
          if (kind < 0.01) words.push(oneOf(codes));
          else if (kind < 0.13 && words.length > 0) words.push(oneOf(words));
          else if (kind < 0.3) words.push(oneOf(topic));
          else words.push(commonWord());
        }
        if (number % 50 === 7) sample.push({ words, codes });
        return words.map((word, i) => (i % 12 === 11 ? `${word}.` : word)).join(" ");
      });
    },
    /** A question of 5 to 15 words about one of the manuals made so far. */
    question(): string {
      const { words, codes } = sample[below(sample.length)] ?? { words: [], codes: [] };
      const asked = Array.from({ length: 5 + below(11) }, (_, i) =>
        i % 2 === 0 ? oneOf(words) : commonWord(),
      );
      if (random() < 0.25) asked[below(asked.length)] = oneOf(codes);
      return `${asked.join(" ")}?`;
    },
  };
}

/** The most frequent first. */
function wordsOfDemoManuals(): string[] {
  const frequency = new Map<string, number>();
  for (const name of readdirSync(seedPassages).sort()) {
    const manual = readFileSync(new URL(name, seedPassages), "utf8");
    for (const { body } of (JSON.parse(manual) as { passages: { body: string }[] }).passages) {
      for (const word of body.toLowerCase().match(/[a-z]+/g) ?? []) {
        frequency.set(word, (frequency.get(word) ?? 0) + 1);
      }
    }
  }
  return [...frequency].sort(([, a], [, b]) => b - a).map(([word]) => word);
}
