import type { DocumentLanguage, PassageHit } from "@contracts/knowledge.ts";
import type { QuestionAgent } from "@contracts/question.ts";
import type { Correction } from "@contracts/spelling/correction.ts";

/** A search query. An agent searches only the files that it may use. */
export interface ManualQuery {
  query: string;
  agent: QuestionAgent;
  limit: number;
}

/** A passage that was found on this device, and the language of its document. */
export type DeviceHit = PassageHit & { language: DocumentLanguage };

/** What a search has found, best first, and which misspelled words it has corrected. */
export interface ManualSearchResult {
  hits: DeviceHit[];
  corrections: Correction[];
}

/** A request of the page to its worker. All requests to one worker are from the same person. */
export interface SearchRequest extends ManualQuery {
  id: number;
  personId: string;
}

export type SearchReply =
  | { id: number; result: ManualSearchResult }
  | { id: number; error: string };
