// The searches that the retrieval benchmark compares.
import { openCorpus } from "../../src/knowledge/search/passage-corpus.ts";
import { buildPassageIndex } from "../../src/knowledge/search/passage-index.ts";
import { rankPassages } from "../../src/knowledge/search/rank-passages.ts";
import { rerank } from "../../src/knowledge/search/rerank.ts";
import { wordsInOrder } from "../../src/knowledge/search/terms.ts";
import type { SearchedCollection, SearchedPassage } from "./collections/load-collection.ts";
import { type CountedPassage, rankingBefore } from "./ranking-before.ts";
import type { SearchDatabase } from "./search-database.ts";

/** Returns the passages that answer a question, best first. */
export type Search = (question: string) => Promise<(SearchedPassage | undefined)[]>;

/** How many passages each search returns, so that they are of at least twelve documents. */
const DEPTH = 50;

/** The database's search, called as the server's functions call it. */
export function searchOfServer(
  { query }: SearchDatabase,
  { company, passages }: SearchedCollection,
): Search {
  const byPlace = new Map(passages.map((found) => [`${found.fileId} ${found.chunkNo}`, found]));
  return async (question) => {
    const rows = await query(
      "select file_id, chunk_no from private.rank_passages($1::text, $2::uuid, null, $3::integer)",
      [question, company, String(DEPTH)],
    );
    return rows.map((row) => byPlace.get(`${row.file_id} ${row.chunk_no}`));
  };
}

/** The device's search, without the mirror that it reads from. */
export function searchOfDevice({ passages }: SearchedCollection): Search {
  const files = new Map<string, SearchedPassage[]>();
  for (const passage of passages) {
    files.set(passage.fileId, [...(files.get(passage.fileId) ?? []), passage]);
  }
  const corpus = openCorpus(
    [...files].map(([file_id, own]) =>
      buildPassageIndex(
        file_id,
        "",
        own.map(({ chunkNo, heading, body }) => {
          return { file_id, chunk_no: chunkNo, page: null, heading, body };
        }),
      ),
    ),
  );
  return async (question) => {
    const { ranked, terms } = rankPassages(corpus, question, DEPTH);
    const found = ranked.map(({ fileId, chunkNo }) => files.get(fileId)?.[chunkNo]);
    const reranked = rerank(
      ranked.map(({ score }) => score),
      (place) =>
        wordsInOrder(`${found[place]?.heading ?? ""}\n${found[place]?.body ?? ""}`, "english"),
      terms,
      corpus.meanLength,
    );
    return reranked.map(({ place }) => found[place]);
  };
}

/** The ranking of version 0.1 over the database's present terms. */
export async function searchBefore(
  { query }: SearchDatabase,
  { company, passages }: SearchedCollection,
): Promise<Search> {
  const rows = await query(
    `select array_agg(t.term) as terms, array_agg(t.occurrences::text) as counts,
            coalesce(sum(t.occurrences) filter (where t.is_word), 0) as words
     from public.knowledge_chunks c
     left join lateral private.text_terms(concat_ws(' ', c.heading, c.body), 'english') t on true
     where c.company_id = $1::uuid group by c.file_id, c.chunk_no order by c.file_id, c.chunk_no`,
    [company],
  );
  const rank = rankingBefore(
    rows.map((row): CountedPassage => {
      return { counts: countsOf(row.terms, row.counts), length: Number(row.words) };
    }),
  );
  return async (question) => {
    const [asked] = await query(
      `select array_agg(t.term) as terms, array_agg((t.occurrences * t.weight)::text) as counts
       from private.text_terms(left($1::text, 6000), 'english') t`,
      [question],
    );
    return rank(countsOf(asked?.terms, asked?.counts), DEPTH).map((number) => passages[number]);
  };
}

/** A spelling may be there twice, as two codes: its counts are added. */
function countsOf(terms: unknown, counts: unknown): Map<string, number> {
  const sums = new Map<string, number>();
  if (!Array.isArray(terms) || !Array.isArray(counts)) return sums;
  terms.forEach((term, i) => {
    if (term !== null) sums.set(term, (sums.get(term) ?? 0) + Number(counts[i]));
  });
  return sums;
}
