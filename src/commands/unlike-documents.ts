import type { Passage } from "@contracts/knowledge.ts";
import { inPairs, plainText } from "@contracts/terms/numbers-and-codes.ts";
import { isStopWord } from "@contracts/terms/telling-words.ts";

/** A document as far as it is compared. */
export interface ComparedDocument {
  file_name: string;
  passages: readonly Pick<Passage, "heading" | "body">[];
}

/** Fewer runs of words in common than this share are little. */
const LITTLE = 0.2;
/** Enough passages of the new document, evenly spread, to decide. */
const MOST_PASSAGES = 100;
const WORD = /[\p{L}\p{N}]+/gu;
/** "hp 240", "r32", "kx 12b", but no version and no year. */
const MODEL =
  /(?<![a-z0-9])(?!(?:v|ver|rev|ed|vol) ?[0-9])([a-z]{1,4})(?:[0-9]{1,6}| (?!(?:19|20)[0-9]{2}(?![0-9]))[0-9]{2,6})[a-z]?(?![a-z0-9])/g;

/**
 * Whether a document looks like another one than a newer version of the previous: fewer than a fifth
 * of its runs of three words stand in the previous one, or the titles of both name models and none
 * in common. The title is the name of the file and the first heading.
 */
export function isUnlike(next: ComparedDocument, previous: ComparedDocument): boolean {
  const models = findModels(previous);
  const others = [...findModels(next)];
  const areOthers = others.every((model) => !models.has(model));
  if (models.size > 0 && others.length > 0 && areOthers) return true;
  const step = Math.ceil(next.passages.length / MOST_PASSAGES);
  const runs = new Set(next.passages.filter((_, at) => at % step === 0).flatMap(wordTriples));
  const found = new Set<string>();
  for (const passage of previous.passages) {
    for (const run of wordTriples(passage)) if (runs.has(run)) found.add(run);
  }
  // Pictures in place of a text are unlike it; a text in place of pictures can't be compared.
  const isLittle = next.passages.length === 0 || found.size < LITTLE * runs.size;
  return previous.passages.length > 0 && isLittle;
}

function wordTriples({ body }: Pick<Passage, "body">): string[] {
  const words = inPairs(plainText(body)).match(WORD) ?? [];
  return words.slice(2).map((word, at) => `${words[at]} ${words[at + 1]} ${word}`);
}

function findModels({ file_name, passages }: ComparedDocument): Set<string> {
  const title = `${file_name.replace(/\.[^.]+$/, "")} | ${passages[0]?.heading ?? ""}`;
  const words = plainText(title).replace(/[^a-z0-9|]+/g, " ");
  return new Set(
    [...words.matchAll(MODEL)].flatMap(([model, letters = ""]) =>
      isStopWord(letters) ? [] : [model.replace(" ", "")],
    ),
  );
}
