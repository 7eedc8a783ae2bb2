/** Number of characters before a line's end that are searched for a part of a word. */
const LONGEST_PART = 100;

/** A part of a word with a hyphen at the end of the text. */
const PARTED = /(?<!\p{L})(\p{L}+)[-\u00ad\u2010]$/u;

/** The text of lines that are joined. */
export function joinTexts(lines: readonly { text: string }[], words: ReadonlySet<string>): string {
  return joinLines(
    lines.map(({ text }) => text),
    words,
  );
}

/**
 * Joins the lines of a paragraph and the words that were divided at the end of a line. The hyphen
 * is kept if the document has the word with a hyphen elsewhere, or has both halves as words and
 * never the joined word.
 */
export function joinLines(lines: readonly string[], words: ReadonlySet<string>): string {
  const parts: string[] = [];
  let end = "";
  function add(joint: string, line: string): void {
    parts.push(joint + line);
    // Only the end is searched again, however long the text has become.
    end = (end + joint + line.slice(-LONGEST_PART)).slice(-LONGEST_PART);
  }
  for (const line of lines) {
    const parted = PARTED.exec(end);
    const next = /^\p{Ll}+/u.exec(line);
    if (end === "") add("", line);
    else if (parted === null || next === null) add(/[-/\u2010]$/.test(end) ? "" : " ", line);
    else {
      const keeps = !end.endsWith("\u00ad") && hasHyphen(parted[1] ?? "", next[0], words);
      if (!keeps) {
        parts.push((parts.pop() ?? "").slice(0, -1));
        end = end.slice(0, -1);
      }
      add("", line);
    }
  }
  return parts.join("").replaceAll("\u00ad", "");
}

/** The words of a document in lower case, for `joinLines`; `lines` are in reading order. */
export function collectWords(lines: Iterable<string>): Set<string> {
  const words = new Set<string>();
  let isParted = false;
  for (const line of lines) {
    // The parts of a divided word are no words.
    const begin = isParted ? line.replace(/^\p{Ll}+/u, "") : line;
    isParted = PARTED.test(line);
    const whole = begin.replace(PARTED, "").toLowerCase();
    for (const [word] of whole.matchAll(/\p{L}+(?:-\p{L}+)*/gu)) words.add(word);
  }
  return words;
}

function hasHyphen(left: string, right: string, words: ReadonlySet<string>): boolean {
  const [first, second] = [left.toLowerCase(), right.toLowerCase()];
  if (words.has(`${first}-${second}`)) return true;
  return !words.has(first + second) && words.has(first) && words.has(second);
}
