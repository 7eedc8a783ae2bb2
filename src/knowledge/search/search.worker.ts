/// <reference lib="webworker" />
import { openHistorySearch } from "#knowledge/history/history-search.ts";
import { PersonDatabase } from "#mirror/person/person-database.ts";
import { openManualSearch } from "./manual-search.ts";
import { rankText } from "./rank-passages.ts";
import type { Searches, SearchReply, SearchRequest } from "./search-messages.ts";

declare const self: DedicatedWorkerGlobalScope;

type Search = {
  [Kind in keyof Searches]: (query: Searches[Kind]["query"]) => Promise<Searches[Kind]["result"]>;
};

let search: Search | null = null;

function open(personId: string): Search {
  const db = new PersonDatabase(personId);
  return {
    manuals: openManualSearch(db),
    history: openHistorySearch(db),
    text: async (query) => rankText(query),
  };
}

function answer(by: Search, request: SearchRequest): Promise<Searches[keyof Searches]["result"]> {
  switch (request.kind) {
    case "manuals":
      return by.manuals(request.query);
    case "history":
      return by.history(request.query);
    case "text":
      return by.text(request.query);
  }
}

self.addEventListener("message", async ({ data }: MessageEvent<SearchRequest>) => {
  search ??= open(data.personId);
  let reply: SearchReply;
  try {
    reply = { id: data.id, result: await answer(search, data) };
  } catch (error) {
    reply = { id: data.id, error: error instanceof Error ? error.message : "The search failed" };
  }
  self.postMessage(reply);
});
