import type { KnowledgeChunk } from "@contracts/knowledge.ts";
import { findCorrections, suspiciousWords } from "@contracts/spelling/find-corrections.ts";
import { correctQuestion } from "@contracts/spelling/question-words.ts";
import { type HistoryText, readHistoryTexts } from "#mirror/person/history-texts.ts";
import type { PassageIndex } from "#mirror/person/knowledge/knowledge-rows.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import {
  findTerm,
  locatePassage,
  openCorpus,
  type PassageCorpus,
} from "../search/passage-corpus.ts";
import { buildPassageIndex } from "../search/passage-index.ts";
import { rankPassages } from "../search/rank-passages.ts";
import type { HistoryQuery, HistorySearchResult } from "../search/searcher.ts";
import { candidatesIn, openVocabulary, type Vocabulary } from "../search/spelling-vocabulary.ts";
import { readTerms } from "../search/terms.ts";
import { daysInQuery } from "./days-in-query.ts";

/** Words and codes, with what joins the parts of a code. */
const WORD = /[\p{L}\p{N}]+(?:[-–‑/._,][\p{L}\p{N}]+)*/gu;
/** A single letter begins too many words. */
const SHORTEST_BEGINNING = 2;
/** Most entries that are shown when none has all the words. */
const MOST_CLOSEST = 30;

/** The entries of one month. Only a month in which something has changed is indexed again. */
interface Month {
  entries: readonly HistoryText[];
  index: PassageIndex;
}

/**
 * Searches the history on this device by the rules of the search for manuals: by stems, numbers and
 * codes, with misspelled words corrected. The last word may be the beginning of one. The name of a
 * day also finds the entries of that day.
 */
export function openHistorySearch(
  db: PersonDatabase,
): (query: HistoryQuery) => Promise<HistorySearchResult> {
  const none: ReadonlyMap<string, Month> = new Map();
  let opened = {
    version: NaN,
    months: none,
    corpus: openCorpus([]),
    vocabulary: openVocabulary([]),
  };

  async function open(version: number): Promise<typeof opened> {
    if (opened.version === version) return opened;
    const months = groupByMonth(await readHistoryTexts(db), opened.months);
    const indexes = [...months.values()].map(({ index }) => index);
    opened = { version, months, corpus: openCorpus(indexes), vocabulary: openVocabulary(indexes) };
    return opened;
  }

  return async ({ query, version }) => {
    const { months, corpus, vocabulary } = await open(version);
    const idAt = ({ fileId, chunkNo }: { fileId: string; chunkNo: number }) =>
      months.get(fileId)?.entries[chunkNo]?.id ?? [];
    const days = daysInQuery(query, Date.now());
    const rest = days.reduce(
      (text, { start, end }) => text.slice(0, start) + " ".repeat(end - start) + text.slice(end),
      query,
    );
    const written = searchedWords(rest, vocabulary);
    const begun = written.find(({ completions }) => completions.length > 0);
    const corrections = findCorrections(
      suspiciousWords(rest).filter((word) => word !== begun?.written),
      (word) => candidatesIn(vocabulary, corpus, word),
    );
    const corrected = correctQuestion(rest, corrections);
    const searched = searchedWords(corrected, vocabulary);
    const sets = searched.flatMap((word) => entriesWith(corpus, word) ?? []);
    for (const { start, end, from, to } of days) {
      const words = searchedWords(query.slice(start, end), vocabulary);
      const said = intersect(words.flatMap((word) => entriesWith(corpus, word) ?? []));
      const made = corpus.indexes.flatMap(({ fileId }, month) =>
        (months.get(fileId)?.entries ?? []).flatMap(({ time }, place) =>
          time >= from && time < to ? [(corpus.starts[month] ?? 0) + place] : [],
        ),
      );
      sets.push(new Set([...said, ...made]));
      searched.push(...words);
    }
    const found = intersect(sets).flatMap((passage) => idAt(locatePassage(corpus, passage)));
    const closest = found.length > 0 ? [] : rankPassages(corpus, corrected, MOST_CLOSEST).ranked;
    const marks = new Set(searched.flatMap((word) => listForms(word, vocabulary)));
    return { found: new Set(found), closest: closest.flatMap(idAt), corrections, marks };
  };
}

/** Forms of a word have so many letters at their beginnings in common. */
const COMMON_LETTERS = 3;

/** A searched word in all its forms, in lower case; the parts of a code; `comp*` for a beginning. */
function listForms({ written, completions }: SearchedWord, vocabulary: Vocabulary): string[] {
  const begun = completions.length > 0 ? [`${written}*`] : [];
  // The history is indexed as English.
  const [stem] = readTerms(written, "english");
  if (stem === undefined) return begun;
  const beginning = written.slice(0, COMMON_LETTERS);
  // With fewer letters, thousands of words would be compared.
  const known = beginning.length < COMMON_LETTERS ? [] : [...vocabulary.values()];
  const forms = known.flatMap(({ words }) =>
    words
      .filter((word) => word.startsWith(beginning))
      .filter((word) => readTerms(word, "english")[0]?.text === stem.text),
  );
  const parts = written.match(/\p{L}+|\p{N}+/gu) ?? [];
  return [...parts, parts.join(""), ...forms, ...begun].filter((word) => word.length > 1);
}

/** The numbers that are in each of the sets. */
function intersect(sets: readonly ReadonlySet<number>[]): number[] {
  const [first, ...others] = sets.toSorted((a, b) => a.size - b.size);
  return [...(first ?? [])].filter((entry) => others.every((set) => set.has(entry)));
}

function groupByMonth(
  entries: readonly HistoryText[],
  before: ReadonlyMap<string, Month>,
): ReadonlyMap<string, Month> {
  const byMonth = new Map<string, HistoryText[]>();
  for (const entry of entries) {
    const month = new Date(entry.time).toISOString().slice(0, 7);
    const others = byMonth.get(month);
    if (others === undefined) byMonth.set(month, [entry]);
    else others.push(entry);
  }
  return new Map(
    [...byMonth].map(([name, now]) => {
      const known = before.get(name);
      const isSame =
        known?.entries.length === now.length &&
        now.every(({ id, text }, place) => {
          const was = known.entries[place];
          return was?.id === id && was.text === text;
        });
      return [name, isSame ? known : { entries: now, index: buildMonthIndex(name, now) }];
    }),
  );
}

function buildMonthIndex(month: string, entries: readonly HistoryText[]): PassageIndex {
  const passages = entries.map(
    ({ text }, place): KnowledgeChunk => ({
      ...{ file_id: month, chunk_no: place, page: null, heading: null, body: text },
    }),
  );
  return buildPassageIndex(month, "", passages);
}

/** A word of a search, and the words that it may be the beginning of. */
interface SearchedWord {
  /** In lower case. */
  written: string;
  completions: readonly string[];
}

/** The words of a search. Somebody who types may not have finished the last one. */
function searchedWords(query: string, vocabulary: Vocabulary): SearchedWord[] {
  return [...query.toLowerCase().matchAll(WORD)].map((match) => {
    const [written] = match;
    const isLast = match.index + written.length === query.length;
    return { written, completions: isLast ? findCompletions(written, vocabulary) : [] };
  });
}

function findCompletions(beginning: string, vocabulary: Vocabulary): string[] {
  if (beginning.length < SHORTEST_BEGINNING) return [];
  return [...vocabulary.values()].flatMap(({ words }) =>
    words.filter((word) => word.length > beginning.length && word.startsWith(beginning)),
  );
}

/**
 * The passages that have a word or one of its completions, as numbers in the corpus; null for a word
 * that is not searched for, like "the". A code is one word: it is found by its spellings, or where
 * all its parts are.
 */
function entriesWith(corpus: PassageCorpus, word: SearchedWord): Set<number> | null {
  const ways = [word.written, ...word.completions].flatMap((each) =>
    corpus.languages.flatMap((language) => {
      const terms = readTerms(each, language);
      const named = (isWord: boolean) =>
        terms.flatMap((term) => (term.isWord === isWord ? [term.text] : []));
      return [...named(false).map((code) => [code]), named(true)];
    }),
  );
  const searched = ways.filter((terms) => terms.length > 0);
  if (searched.length === 0) return null;
  return new Set(
    searched.flatMap((terms) => intersect(terms.map((term) => findEntries(corpus, term)))),
  );
}

function findEntries(corpus: PassageCorpus, term: string): Set<number> {
  const found = findTerm(corpus, term).flatMap(({ index, start, from, to }) =>
    Array.from(index.chunks.subarray(from, to), (chunk) => start + chunk),
  );
  return new Set(found);
}
