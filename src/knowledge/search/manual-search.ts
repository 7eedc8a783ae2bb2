import { type DocumentLanguage, fileLanguage, mayUseFile } from "@contracts/knowledge.ts";
import { STOP_WORDS } from "@contracts/languages/detect-language.ts";
import { findCorrections, suspiciousWords } from "@contracts/spelling/find-corrections.ts";
import { correctQuestion, wordsToCheck } from "@contracts/spelling/question-words.ts";
import { bestPartsFirst, findAnsweringPart, POOL } from "@contracts/terms/answering-part.ts";
import { TERMS_VERSION } from "@contracts/terms/numbers-and-codes.ts";
import { readablePart } from "@contracts/terms/readable-part.ts";
import { relevantPassages } from "@contracts/terms/relevance.ts";
import { isStopWord, splitWords } from "@contracts/terms/telling-words.ts";
import type {
  MirroredKnowledgeFile,
  PassageIndex,
} from "#mirror/person/knowledge/knowledge-rows.ts";
import {
  filesWithPassages,
  putPassageIndex,
  readPassageIndexes,
  readPassages,
  readSomePassages,
} from "#mirror/person/knowledge/passages.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { markTerms } from "./mark-terms.ts";
import { hasTerm, openCorpus } from "./passage-corpus.ts";
import { buildPassageIndex } from "./passage-index.ts";
import { rankPassages } from "./rank-passages.ts";
import { rerank } from "./rerank.ts";
import type { ManualQuery, ManualSearchResult } from "./searcher.ts";
import { candidatesIn, openVocabulary, type Vocabulary } from "./spelling-vocabulary.ts";
import { readTerms, wordsInOrder } from "./terms.ts";

/**
 * Searches the passages on this device. Indexes are kept in memory after the first read; missing
 * indexes are built first and stored in the mirror. Each search takes account of files that were
 * added, changed or deleted since the last one.
 */
export function openManualSearch(
  db: PersonDatabase,
): (query: ManualQuery) => Promise<ManualSearchResult> {
  const loaded = new Map<string, PassageIndex>();
  /** Of all loaded files; null when those have changed. */
  let vocabulary: Vocabulary | null = null;

  async function load(files: readonly MirroredKnowledgeFile[]): Promise<void> {
    const here = new Set(files.map(({ id }) => id));
    const deleted = [...loaded.keys()].filter((id) => !here.has(id));
    for (const id of deleted) loaded.delete(id);
    const changed = files.filter((file) => !isCurrent(loaded.get(file.id), file));
    const stored = await readPassageIndexes(
      db,
      changed.map(({ id }) => id),
    );
    for (const [place, file] of changed.entries()) {
      const index = stored[place];
      loaded.set(file.id, isCurrent(index, file) ? index : await make(file));
    }
    if (deleted.length > 0 || changed.length > 0) vocabulary = null;
  }

  async function make(file: MirroredKnowledgeFile): Promise<PassageIndex> {
    const { id, passagesOf } = file;
    const passages = await readPassages(db, id);
    const index = buildPassageIndex(id, passagesOf ?? "", passages, fileLanguage(file));
    await putPassageIndex(db, index);
    return index;
  }

  return async ({ query, context = "", agent, limit, onlyRelevant = false }) => {
    const files = await filesWithPassages(db);
    await load(files);
    const open = files.filter((file) => mayUseFile(agent, file));
    const searched = openCorpus(open.flatMap(({ id }) => loaded.get(id) ?? []));
    vocabulary ??= openVocabulary(loaded.values());
    const words = vocabulary;
    const asked = context === "" ? query : `${context}\n${query}`;
    const corrections = findCorrections(suspiciousWords(asked), (word) =>
      candidatesIn(words, searched, word),
    );
    const corrected = correctQuestion(asked, corrections);
    const { ranked, terms } = rankPassages(searched, corrected, Math.max(limit, POOL));
    const passages = await readSomePassages(db, ranked);
    const byId = new Map(files.map((file) => [file.id, file]));
    // A passage that was deleted meanwhile is left out.
    const found = ranked.flatMap(({ score, fileId }, place) => {
      const [passage, file] = [passages[place], byId.get(fileId)];
      return passage && file ? [{ passage, score, file, language: fileLanguage(file) }] : [];
    });
    const reranked = rerank(
      found.map(({ score }) => score),
      (place) => {
        const { passage, language = "english" } = found[place] ?? {};
        return passage ? wordsInOrder(`${passage.heading ?? ""}\n${passage.body}`, language) : [];
      },
      terms,
      searched.meanLength,
    );
    const inOrder = reranked.flatMap(({ place, score }) => {
      const hit = found[place];
      if (hit === undefined) return [];
      const { passage, file, language } = hit;
      return [{ ...passage, file_name: file.file_name, score, language }];
    });
    const own = correctQuestion(query, corrections);
    const before = correctQuestion(context, corrections);
    const relevant = onlyRelevant
      ? relevantPassages(bestPartsFirst(inOrder, own, before), own, before)
      : inOrder;
    const hits = relevant.slice(0, limit).map(({ language, ...hit }) => {
      const part = findAnsweringPart(hit, own, language, before);
      return { ...hit, part, pieces: markTerms(readablePart(part.text), corrected, language) };
    });
    const checked = new Set(wordsToCheck(query));
    return {
      hits,
      corrections: corrections.filter(({ written }) => checked.has(written)),
      unknownWords: unknownWords(own, [...loaded.values()]),
      picturePages: open.reduce((sum, { picture_pages: pages }) => sum + (pages?.length ?? 0), 0),
    };
  };
}

const WORD = /[\p{L}\p{N}]+(?:[-./'’][\p{L}\p{N}]+)*/gu;

/** The words and codes of a question that no index has, without those that tell nothing. */
function unknownWords(question: string, indexes: readonly PassageIndex[]): string[] {
  if (indexes.length === 0) return [];
  const words = new Set((question.match(WORD) ?? []).filter((word) => /\p{L}/u.test(word)));
  const stops = Object.values(STOP_WORDS);
  const languages = new Set(indexes.map(({ language }) => language));
  return [...words].filter((word) => {
    const isTelling = splitWords(word).some(
      (part) => !isStopWord(part) && !stops.some((all) => all.has(part)),
    );
    if (!isTelling) return false;
    const terms = new Map([...languages].map((each) => [each, knownForms(word, each)]));
    return !indexes.some((index) =>
      terms.get(index.language)?.some((term) => hasTerm(index, term)),
    );
  });
}

/** The terms by which a word is known in a language in any form; a code only as a whole. */
function knownForms(word: string, language: DocumentLanguage): string[] {
  const terms = readTerms(word, language);
  const codes = terms.filter(({ isWord }) => !isWord);
  return (codes.length > 0 ? codes : terms).map(({ text }) => text);
}

function isCurrent(
  index: PassageIndex | undefined,
  file: MirroredKnowledgeFile,
): index is PassageIndex {
  return (
    index?.termsVersion === TERMS_VERSION &&
    index.indexedAt === file.passagesOf &&
    index.language === fileLanguage(file)
  );
}
