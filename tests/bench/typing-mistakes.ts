const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/**
 * A text with one typing mistake in one of its words of five letters or more: a letter left out,
 * inserted or replaced, or two neighbours exchanged, each as often as the others. A text without
 * such a word is returned as it is.
 * @param random returns numbers from 0 to 1
 */
export function withTypo(text: string, random: () => number): string {
  const words = [...text.matchAll(/(?<![\p{L}\p{N}])[a-z]{5,}(?![\p{L}\p{N}])/giu)];
  const match = words[Math.floor(random() * words.length)];
  if (match === undefined) return text;
  const [word] = match;
  let mistaken = word;
  while (mistaken === word) mistaken = mistyped(word, random);
  return text.slice(0, match.index) + mistaken + text.slice(match.index + word.length);
}

function mistyped(word: string, random: () => number): string {
  const place = Math.floor(random() * word.length);
  const letter = LETTERS[Math.floor(random() * LETTERS.length)] ?? "";
  const [here = "", next = ""] = word.slice(place);
  const before = word.slice(0, place);
  const kinds = [
    before + word.slice(place + 1),
    before + letter + word.slice(place),
    before + letter + word.slice(place + 1),
    before + next + here + word.slice(place + 2),
  ];
  return kinds[Math.floor(random() * kinds.length)] ?? word;
}
