/// <reference lib="webworker" />
import { PersonDatabase } from "#mirror/person/person-database.ts";
import { openManualSearch } from "./manual-search.ts";
import type { SearchReply, SearchRequest } from "./search-messages.ts";

declare const self: DedicatedWorkerGlobalScope;

let search: ReturnType<typeof openManualSearch> | null = null;

self.addEventListener("message", async ({ data }: MessageEvent<SearchRequest>) => {
  search ??= openManualSearch(new PersonDatabase(data.personId));
  let reply: SearchReply;
  try {
    reply = { id: data.id, result: await search(data) };
  } catch (error) {
    reply = { id: data.id, error: error instanceof Error ? error.message : "The search failed" };
  }
  self.postMessage(reply);
});
