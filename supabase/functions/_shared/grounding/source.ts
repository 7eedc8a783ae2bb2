import type { PassageHit } from "../contracts/knowledge.ts";
import type { Source } from "../contracts/question.ts";

export function sourceOf(
  { file_id, file_name, page, chunk_no }: PassageHit,
  quote: string,
): Source {
  return { file_id, file_name, page, chunk_no, quote };
}
