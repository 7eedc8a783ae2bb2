import { QUESTION_LIMIT } from "@contracts/question.ts";

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
const words = new Intl.Segmenter("en", { granularity: "word" });

/** Only the first characters of words are compared, so that "capacitors" matches "capacitor". */
const STEM_LENGTH = 6;
/** Shorter words are ignored: they occur in every sentence. */
const TELLING_LENGTH = 3;

/**
 * The passage from the sentence that shares the most words with the question; the whole passage if
 * no sentence shares any.
 */
export function excerptFor(question: string, passage: string): string {
  const asked = stemsOf(question.slice(0, QUESTION_LIMIT));
  let best = { start: 0, shared: 0 };
  for (const { index, segment } of sentences.segment(passage)) {
    const shared = [...stemsOf(segment)].filter((stem) => asked.has(stem)).length;
    if (shared > best.shared) best = { start: index, shared };
  }
  return best.start === 0 ? passage : `… ${passage.slice(best.start)}`;
}

function stemsOf(text: string): Set<string> {
  const stems = new Set<string>();
  for (const { segment, isWordLike } of words.segment(text.toLowerCase())) {
    if (isWordLike && segment.length >= TELLING_LENGTH) stems.add(segment.slice(0, STEM_LENGTH));
  }
  return stems;
}
