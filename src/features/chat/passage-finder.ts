import type { PassageHit } from "@contracts/knowledge.ts";
import type { Source } from "@contracts/question.ts";

/** Finds passages on this device that may answer a question, best first. */
export type PassageFinder = (question: string) => Promise<readonly PassageHit[]>;

/** Most passages asked for and shown below a question that waits. */
export const PASSAGES_SHOWN = 3;

/** A passage as what an answer would cite. */
export function sourceOfHit({ file_id, file_name, page, chunk_no, body }: PassageHit): Source {
  return { file_id, file_name, page, chunk_no, quote: body };
}
