import type { Searches, SearchReply, SearchRequest } from "./search-messages.ts";

interface Searcher {
  personId: string;
  worker: Worker;
  asked: Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>;
}

let searcher: Searcher | null = null;
let lastId = 0;

/**
 * Searches what is on this device, in the worker of the signed-in person: for the passages of manuals
 * that best answer a question, best first, or for the entries of the history that have the words of a
 * search. Misspelled words are corrected before, except those in quotation marks. An empty query
 * prepares the next searches: it builds missing indexes and reads the entries.
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
