/**
 * Joins the lines of a paragraph and mends words that were parted at a line's end. A hyphen stays
 * where the document writes the word with one elsewhere, or uses both halves as words and never
 * the whole.
 */
export function joinLines(lines: readonly string[], words: ReadonlySet<string>): string {
  let text = "";
  for (const line of lines) {
    const parted = /(\p{L}+)[-\u00ad\u2010]$/u.exec(text);
    const next = /^\p{Ll}+/u.exec(line);
    if (text === "") text = line;
    else if (parted === null || next === null) text += (/[-/\u2010]$/.test(text) ? "" : " ") + line;
    else {
      const keeps = !text.endsWith("\u00ad") && hasHyphen(parted[1] ?? "", next[0], words);
      text = (keeps ? text : text.slice(0, -1)) + line;
    }
  }
  return text.replaceAll("\u00ad", "");
}

/** The words of a document, in lower case, as `joinLines` looks them up. */
export function wordsOf(lines: Iterable<string>): Set<string> {
  const words = new Set<string>();
  for (const line of lines) {
    // The part of a word before a line's end is none.
    const whole = line.toLowerCase().replace(/\p{L}+[-\u00ad\u2010]$/u, "");
    for (const [word] of whole.matchAll(/\p{L}+(?:-\p{L}+)*/gu)) words.add(word);
  }
  return words;
}

function hasHyphen(left: string, right: string, words: ReadonlySet<string>): boolean {
  const [first, second] = [left.toLowerCase(), right.toLowerCase()];
  if (words.has(`${first}-${second}`)) return true;
  return !words.has(first + second) && words.has(first) && words.has(second);
}
