import type { DocumentLanguage, Passage, PassageHit } from "@contracts/knowledge.ts";
import type { QuestionAgent } from "@contracts/question.ts";
import type { Correction } from "@contracts/spelling/correction.ts";
import type { AnsweringPart } from "@contracts/terms/answering-part.ts";
import type { TextPiece } from "./mark-terms.ts";

interface Searcher {
  personId: string;
  worker: Worker;
  asked: Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>;
}

let searcher: Searcher | null = null;
let lastId = 0;

/**
 * Searches what is on this device, in the worker of the signed-in person. Misspelled words are
 * corrected before, except those in quotation marks. An empty query prepares the next searches.
 * @throws when the device could not search
 */
export function askSearcher<Kind extends keyof Searches>(
  personId: string,
  kind: Kind,
  query: Searches[Kind]["query"],
): Promise<Searches[Kind]["result"]> {
  const { worker, asked } = openSearcher(personId);
  const id = ++lastId;
  return new Promise((resolve, reject) => {
    asked.set(id, { resolve, reject });
    worker.postMessage({ id, personId, kind, query } as SearchRequest);
  });
}

/** Ends the search worker, because the data of its person is being removed. */
export function endSearch(): void {
  end(searcher);
  searcher = null;
}

/** One worker for the signed-in person: its memory holds only their data. */
function openSearcher(personId: string): Searcher {
  if (searcher?.personId === personId) return searcher;
  end(searcher);
  const worker = new Worker(new URL("./search.worker.ts", import.meta.url), { type: "module" });
  const opened: Searcher = { personId, worker, asked: new Map() };
  worker.addEventListener("message", ({ data }: MessageEvent<SearchReply>) => {
    const waiting = opened.asked.get(data.id);
    opened.asked.delete(data.id);
    if ("result" in data) waiting?.resolve(data.result as never);
    else waiting?.reject(new Error(data.error));
  });
  worker.addEventListener("error", () => {
    if (searcher === opened) searcher = null;
    end(opened);
  });
  searcher = opened;
  return opened;
}

function end(ended: Searcher | null): void {
  ended?.worker.terminate();
  for (const { reject } of ended?.asked.values() ?? []) reject(new Error("The search has ended"));
}

/** A search query. An agent searches only the files that it may use. */
export interface ManualQuery {
  query: string;
  /** Earlier questions that are searched for together with this one. */
  context?: string | undefined;
  agent: QuestionAgent;
  limit: number;
  /** Leaves out passages that are not relevant, as the server does; a list of all finds has them. */
  onlyRelevant?: boolean;
}

/** A passage that was found on this device, its part that answers, and that part as it is shown. */
export type DeviceHit = PassageHit & { part: AnsweringPart; pieces: TextPiece[] };

/** What a search has found, best first, and which misspelled words of the query it has corrected. */
export interface ManualSearchResult {
  hits: DeviceHit[];
  corrections: Correction[];
  /** The words and codes of the query that no document has, as they are written there. */
  unknownWords: string[];
  /** How many pages of the documents that it searched are pictures: they were not searched. */
  picturePages: number;
}

/** Texts in which the words and codes of a question are marked. */
interface MarkQuery {
  texts: readonly string[];
  question: string;
}

/** A search of the person's history. */
export interface HistoryQuery {
  query: string;
  /** Changes whenever the history has changed since the last search. */
  version: number;
}

/** The entries that a search of the history has found. */
export interface HistorySearchResult {
  /** Their ids. They have all the words; when none has, `closest`. */
  found: ReadonlySet<string>;
  /** Entries with some of the words, best first, when no entry has all of them. */
  closest: string[];
  corrections: Correction[];
  /** The words to mark in their texts, in lower case; "comp*" marks all that begin so. */
  marks: ReadonlySet<string>;
}

/** Questions that are searched for in a text, whose language is that of its words. */
export interface TextQuery {
  passages: readonly Passage[];
  language: DocumentLanguage;
  questions: readonly string[];
}

/** What can be searched, each kind with its query and its result. */
export interface Searches {
  manuals: { query: ManualQuery; result: ManualSearchResult };
  history: { query: HistoryQuery; result: HistorySearchResult };
  text: { query: TextQuery; result: Passage[][] };
  marks: { query: MarkQuery; result: TextPiece[][] };
  /** Example questions that the documents of an agent on this device answer. */
  examples: { query: { agent: QuestionAgent }; result: string[] };
}

/** A request of the page to its worker. All requests to one worker are from the same person. */
export type SearchRequest = {
  [Kind in keyof Searches]: {
    id: number;
    personId: string;
    kind: Kind;
    query: Searches[Kind]["query"];
  };
}[keyof Searches];

export type SearchReply =
  | { id: number; result: Searches[keyof Searches]["result"] }
  | { id: number; error: string };
