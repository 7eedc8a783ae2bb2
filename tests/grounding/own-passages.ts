import { checkAnswer } from "#supabase/functions/_shared/grounding/check-answer.ts";

/** Sentences with the passages that they were written for. */
export interface OwnSet {
  passages: Record<string, { heading: string; body: string }>;
  right: OwnSentence[];
  wrong: (OwnSentence & { kind: string; why: string })[];
}

export interface OwnSentence {
  text: string;
  /** The key of the passage that it cites. */
  at: string;
}

/** Whether a sentence is marked; the other passages of its set are given too. */
export function isOwnFlagged({ passages }: OwnSet, { text, at }: OwnSentence): boolean {
  const all = Object.entries(passages).map(([key, { heading, body }], chunk_no) => ({
    file_id: `018f0000-0000-7000-8000-0000000000${10 + chunk_no}`,
    file_name: `${key}.pdf`,
    page: 1,
    score: 1,
    ...{ chunk_no, heading, body },
  }));
  const cited = all.filter(({ file_name }) => file_name === `${at}.pdf`);
  const given = [...cited, ...all.filter((passage) => !cited.includes(passage))];
  const answer = `${text.replace(/\.$/, "")} [1].`;
  const { reply } = checkAnswer(answer, "", given, "0123456789abcdef");
  return reply.basis === "nothing" || reply.unsupported !== undefined;
}

/** Whether an answer is marked that cites passages with these texts, the first of which is [1]. */
export function isFlaggedAmong(bodies: readonly string[], answer: string, question = ""): boolean {
  const passages = bodies.map((body, chunk_no) => ({
    file_id: "018f0000-0000-7000-8000-000000000000",
    ...{ file_name: "Manual.pdf", page: chunk_no + 1, chunk_no, heading: null, body, score: 1 },
  }));
  const { reply } = checkAnswer(answer, question, passages, "0123456789abcdef");
  return reply.basis === "nothing" || reply.unsupported !== undefined;
}
