/** What the words of a language that have a meaning for the rules of the check are in English. */
export interface Glossary {
  /** Of several words, in small letters. */
  phrases: Readonly<Record<string, string>>;
  /** Lines of "English: words"; "~" for words that claim nothing. An underscore stands for a space. */
  words: string;
  /** How a number such as 25 is made of the words for 5 and 20; absent if it is written in several words. */
  tens?: (one: string, ten: string) => string;
}

/** A glossary, ready to be looked up. */
export interface Lookup {
  phrases: RegExp;
  english: ReadonlyMap<string, string>;
  /** The stems of the words that claim nothing. */
  empty: ReadonlySet<string>;
}

const ONES = "one two three four five six seven eight nine".split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

export function lookupOf(
  { phrases, words, tens }: Glossary,
  stem: (word: string) => string,
): Lookup {
  const english = new Map(Object.entries(phrases));
  const first = new Map<string, string>();
  for (const line of words.trim().split("\n")) {
    const [name = "", said = ""] = line.trim().split(": ");
    for (const word of said.split(" ")) {
      if (!english.has(word)) english.set(word, name === "~" ? "" : name.replaceAll("_", " "));
    }
    first.set(name, said.split(" ")[0] ?? "");
  }
  if (tens) {
    for (const ten of TENS) {
      for (const one of ONES) {
        english.set(tens(first.get(one) ?? "", first.get(ten) ?? ""), `${ten}-${one}`);
      }
    }
  }
  const empty = [...english].filter(([word, said]) => said === "" && !word.includes(" "));
  const longest = Object.keys(phrases).sort((a, b) => b.length - a.length);
  return {
    phrases: new RegExp(`(?<![\\p{L}\\p{N}])(?:${longest.join("|")})(?![\\p{L}\\p{N}])`, "giu"),
    english,
    empty: new Set(empty.map(([word]) => stem(word))),
  };
}
