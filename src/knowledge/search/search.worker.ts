/// <reference lib="webworker" />
import { detectLanguage } from "@contracts/languages/detect-language.ts";
import { openHistorySearch } from "#knowledge/history/history-search.ts";
import { PersonDatabase } from "#mirror/person/person-database.ts";
import { findExamples } from "./example-questions.ts";
import { openManualSearch } from "./manual-search.ts";
import { markTerms } from "./mark-terms.ts";
import { rankText } from "./rank-passages.ts";
import type { Searches, SearchReply, SearchRequest } from "./searcher.ts";

declare const self: DedicatedWorkerGlobalScope;

type Search = {
  [Kind in keyof Searches]: (query: Searches[Kind]["query"]) => Promise<Searches[Kind]["result"]>;
};

let search: Search | null = null;

function open(personId: string): Search {
  const db = new PersonDatabase(personId);
  const manuals = openManualSearch(db);
  return {
    manuals,
    examples: ({ agent }) => findExamples(db, manuals, agent),
    history: openHistorySearch(db),
    text: async (query) => rankText(query),
    marks: async ({ texts, question }) =>
      texts.map((text) => markTerms(text, question, detectLanguage([text]))),
  };
}

self.addEventListener("message", async ({ data }: MessageEvent<SearchRequest>) => {
  search ??= open(data.personId);
  let reply: SearchReply;
  try {
    reply = { id: data.id, result: await search[data.kind](data.query as never) };
  } catch (error) {
    reply = { id: data.id, error: error instanceof Error ? error.message : "The search failed" };
  }
  self.postMessage(reply);
});
