import type { Passage } from "@contracts/knowledge.ts";

/** A passage that contains the searched text, split at the match. */
export interface Find {
  passage: Passage;
  before: string;
  match: string;
  after: string;
}

/** Characters shown before and after a match. */
const AROUND = 50;

/** Hyphens look the same, and what is not seen may stand between letters. */
const HYPHEN = /[-\u2010-\u2013\u2043\u2212]/;
const UNSEEN = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;

/** Finds the typed text in reading order; case, spaces and kinds of hyphens may differ. */
export function findInPassages(passages: readonly Passage[], typed: string, limit: number): Find[] {
  const words = typed.replace(UNSEEN, "").trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const pattern = new RegExp(words.map(literal).join("\\s+"), "iu");
  const finds: Find[] = [];
  for (const passage of passages) {
    if (finds.length === limit) break;
    const { body } = passage;
    const match = pattern.exec(body);
    if (match === null) continue;
    const end = match.index + match[0].length;
    finds.push({
      passage,
      before:
        (match.index > AROUND ? "…" : "") + body.slice(wordAt(body, match.index), match.index),
      match: match[0],
      after: body.slice(end, end + AROUND) + (end + AROUND < body.length ? "…" : ""),
    });
  }
  return finds;
}

/** The start of the text shown before a match, moved to the beginning of a word. */
function wordAt(body: string, match: number): number {
  const from = Math.max(0, match - AROUND);
  if (from === 0) return 0;
  const gap = body.slice(from, match).search(/\s/);
  return gap === -1 ? from : from + gap + 1;
}

/** A pattern for a word, whichever hyphens it is written with. */
function literal(word: string): string {
  return [...word]
    .map((letter) =>
      HYPHEN.test(letter)
        ? HYPHEN.source
        : letter.replace(/[\\^$.*+?()[\]{}|/]/, (sign) => `\\${sign}`),
    )
    .join(`${UNSEEN.source}*`);
}
