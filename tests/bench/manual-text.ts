import { readdir, readFile } from "node:fs/promises";
import { seededRandom } from "./seeded-random.ts";

/** A library of invented manuals that is the same in every run. */
export interface ManualText {
  /** Makes one more manual and returns its passages. */
  manual(passages: number): string[];
  /** A question of 5 to 15 words about one of the manuals made so far. */
  question(): string;
}

const seedPassages = new URL("../../supabase/seed/manuals/passages/", import.meta.url);
const VOCABULARY = 30_000;
const SYLLABLES = ["ba", "dor", "ku", "mol", "ra", "ti", "zun", "po", "gar", "lo", "min", "vo"];

/**
 * Imitates English with its natural word frequencies: the vocabulary is that of the demo manuals,
 * by frequency, continued with invented words; the n-th word is about as frequent as 1/n (Zipf).
 * Each manual has its own words and codes, and a passage repeats some of its words.
 */
export async function manualText(): Promise<ManualText> {
  const random = seededRandom(1);
  const below = (limit: number) => Math.floor(random() * limit);
  const oneOf = (texts: readonly string[]) => texts[below(texts.length)] ?? "";

  const vocabulary = await wordsOfDemoManuals();
  while (vocabulary.length < VOCABULARY) vocabulary.push(invented(vocabulary.length));
  const shares = vocabulary.map((_, rank) => 1 / (rank + 2.7));
  const upTo: number[] = [];
  for (const share of shares) upTo.push((upTo.at(-1) ?? 0) + share);
  const commonWord = () => {
    const drawn = random() * (upTo.at(-1) ?? 0);
    let first = 0;
    let last = upTo.length - 1;
    while (first < last) {
      const middle = (first + last) >> 1;
      if ((upTo[middle] ?? 0) < drawn) first = middle + 1;
      else last = middle;
    }
    return vocabulary[first] ?? "";
  };

  const sample: { words: string[]; codes: string[] }[] = [];
  return {
    manual(passages) {
      const topic = Array.from({ length: 80 }, () =>
        oneOf(vocabulary.slice(100, 100 + below(VOCABULARY - 100) + 1)),
      );
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
    question() {
      const { words, codes } = sample[below(sample.length)] ?? { words: [], codes: [] };
      const asked = Array.from({ length: 5 + below(11) }, (_, i) =>
        i % 2 === 0 ? oneOf(words) : commonWord(),
      );
      if (random() < 0.25) asked[below(asked.length)] = oneOf(codes);
      return `${asked.join(" ")}?`;
    },
  };
}

async function wordsOfDemoManuals(): Promise<string[]> {
  const frequency = new Map<string, number>();
  for (const name of (await readdir(seedPassages)).sort()) {
    const manual: { passages: { body: string }[] } = JSON.parse(
      await readFile(new URL(name, seedPassages), "utf8"),
    );
    for (const { body } of manual.passages) {
      for (const word of body.toLowerCase().match(/[a-z]+/g) ?? []) {
        frequency.set(word, (frequency.get(word) ?? 0) + 1);
      }
    }
  }
  return [...frequency].sort(([, a], [, b]) => b - a).map(([word]) => word);
}

function invented(number: number): string {
  let word = "";
  for (let rest = number; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    word += SYLLABLES[rest % SYLLABLES.length];
  }
  return word;
}
