import type { DocumentLanguage, KnowledgeChunk } from "@contracts/knowledge.ts";
import { LETTERS, LONGEST_WORD } from "@contracts/spelling/question-words.ts";
import { TERMS_VERSION } from "@contracts/terms/numbers-and-codes.ts";
import type { PassageIndex } from "#mirror/person/knowledge/knowledge-rows.ts";
import { readTerms } from "./terms.ts";

/** Shorter words are no correction of a word of five letters or more. */
const SHORTEST_WORD = 4;
const WORD = new RegExp(`(?<![\\p{L}\\p{N}_])[${LETTERS}]+(?![\\p{L}\\p{N}_])`, "giu");
const MOST_OF_A_BYTE = 255;
const MOST_OF_TWO_BYTES = 65_535;

/**
 * Builds the index of a file's passages.
 * @param indexedAt the file's `indexed_at` that the passages belong to
 */
export function buildPassageIndex(
  fileId: string,
  indexedAt: string,
  passages: readonly KnowledgeChunk[],
  language: DocumentLanguage = "english",
): PassageIndex {
  const postings = new Map<string, Map<number, number>>();
  const last = passages.reduce((most, { chunk_no }) => Math.max(most, chunk_no), -1);
  const lengths = new Uint16Array(last + 1);
  const written = new Set<string>();
  for (const { chunk_no, heading, body } of passages) {
    let words = 0;
    const content = `${heading ?? ""}\n${body}`;
    for (const word of writtenWords(content)) written.add(word);
    for (const { text, isWord } of readTerms(content, language)) {
      if (isWord) words += 1;
      const counts = postings.get(text) ?? new Map<number, number>();
      postings.set(text, counts);
      counts.set(chunk_no, Math.min((counts.get(chunk_no) ?? 0) + 1, MOST_OF_A_BYTE));
    }
    lengths[chunk_no] = Math.min(words, MOST_OF_TWO_BYTES);
  }

  const terms = [...postings.keys()].sort();
  const ends = new Uint32Array(terms.length);
  const total = [...postings.values()].reduce((sum, counts) => sum + counts.size, 0);
  const chunks = new Uint16Array(total);
  const counts = new Uint8Array(total);
  let end = 0;
  terms.forEach((term, place) => {
    for (const [chunk, count] of postings.get(term) ?? []) {
      chunks[end] = chunk;
      counts[end] = count;
      end += 1;
    }
    ends[place] = end;
  });
  const words = [...written];
  const termsVersion = TERMS_VERSION;
  return {
    ...{ fileId, indexedAt, language, termsVersion },
    ...{ terms, ends, chunks, counts, lengths, words },
  };
}

/** The words that a misspelled one may stand for, as the server's `private.written_words`. */
function writtenWords(text: string): Set<string> {
  const words = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    if (word.length >= SHORTEST_WORD && word.length <= LONGEST_WORD) words.add(word);
  }
  return words;
}
