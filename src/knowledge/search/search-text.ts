import { MOST_PASSAGES, type Passage } from "@contracts/knowledge.ts";
import { openCorpus } from "./passage-corpus.ts";
import { buildPassageIndex } from "./passage-index.ts";
import { rankPassages } from "./rank-passages.ts";
import type { TextQuery } from "./search-messages.ts";

/**
 * Searches a text alone, as by the first stage of the search, for example one that is no document yet.
 * @returns for each question the best passages, best first
 */
export function searchText({ passages, language, questions }: TextQuery): Passage[][] {
  const indexed = passages.map((passage) => ({ ...passage, file_id: "" }));
  const corpus = openCorpus([buildPassageIndex("", "", indexed, language)]);
  const byNumber = new Map(passages.map((passage) => [passage.chunk_no, passage]));
  return questions.map((question) =>
    rankPassages(corpus, question, MOST_PASSAGES).ranked.flatMap(
      ({ chunkNo }) => byNumber.get(chunkNo) ?? [],
    ),
  );
}
