import { seededRandom } from "../seeded-random.ts";

const CONSONANTS = [..."bdfgklmnprstvz"];
const VOWELS = [..."aeiou"];
const COMMON = [
  ..."the valve of pump and a filter is in pressure unit to cable with motor sensor for".split(" "),
  ..."switch fan heater at temperature boiler relay water refrigerant mode level".split(" "),
];

/** A line of text. */
export interface WrittenLine {
  text: string;
  /** A word of it that occurs nowhere else. */
  own: string;
  /** A word that the end of the line divides. */
  divided?: string;
}

/** Writes text whose words can be found again: the same for the same seed. */
export class Writer {
  #random: () => number;
  #own = new Set<string>();

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  chance(share: number): boolean {
    return this.#random() < share;
  }

  /** A whole number from `least` to `most`. */
  number(least: number, most: number): number {
    return least + Math.floor(this.#random() * (most - least + 1));
  }

  one<T>(values: readonly T[]): T {
    return values[Math.floor(this.#random() * values.length)] as T;
  }

  isOwn(word: string): boolean {
    return this.#own.has(word);
  }

  /** A word that occurs nowhere else. */
  own(): string {
    for (;;) {
      const syllable = () => this.one(CONSONANTS) + this.one(VOWELS);
      const word = syllable() + syllable() + syllable() + this.one(CONSONANTS);
      if (this.#own.has(word)) continue;
      this.#own.add(word);
      return word;
    }
  }

  /** Some words, the last of which occurs nowhere else; begins with a capital. */
  phrase(words: number): string {
    const text = [...Array.from({ length: words - 1 }, () => this.one(COMMON)), this.own()].join(
      " ",
    );
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  /** Sentences in lines that fit; some lines divide their last word. */
  lines(words: number, fits: (text: string) => boolean): WrittenLine[] {
    const lines: WrittenLine[] = [];
    let left = words;
    let rest = "";
    while (left > 0) {
      const own = this.own();
      const begin = lines.length === 0 ? `The ${own}` : own;
      let text = rest === "" ? begin : `${rest} ${own}`;
      rest = "";
      left -= 1;
      for (; left > 0; left -= 1) {
        const word = this.one(COMMON);
        if (!fits(`${text} ${word}.`)) break;
        text += ` ${word}`;
      }
      const divided = left > 4 && this.chance(0.2) ? this.own() : undefined;
      if (divided !== undefined && fits(`${text} ${divided.slice(0, 4)}-`)) {
        lines.push({ text: `${text} ${divided.slice(0, 4)}-`, own, divided });
        rest = divided.slice(4);
      } else lines.push({ text: left > 0 ? text : `${text}.`, own });
    }
    return lines;
  }

  /** A given text in lines that fit. */
  wrap(text: string, fits: (text: string) => boolean): string[] {
    const lines: string[] = [];
    for (const word of text.split(" ")) {
      const last = lines.at(-1);
      if (last !== undefined && fits(`${last} ${word}`))
        lines[lines.length - 1] = `${last} ${word}`;
      else lines.push(word);
    }
    return lines;
  }
}
