import type { AnswerFeedback } from "@contracts/answer-feedback.ts";
import type { Mirrored } from "./lists/mirrored-table.ts";

/** What the person said about an answer, as the server has it. The id is the answer's. */
export type MirroredRating = Mirrored<AnswerFeedback & { id: string }>;
