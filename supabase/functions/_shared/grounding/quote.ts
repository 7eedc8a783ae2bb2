import { termsOf } from "./terms.ts";

/** Longest quote, in characters. */
const QUOTE_LIMIT = 300;

/** What a term of the context counts beside one of the sentence itself. */
const CONTEXT_WEIGHT = 0.25;

/** What a character costs: a whole quote's worth is less than any term, so it decides between equals. */
const LENGTH_COST = 0.0005;

type Span = { start: number; end: number };

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/**
 * The neighbouring sentences of a passage that best support a sentence, word for word as they stand
 * there, in at most 300 characters. Where nothing does, how the passage begins.
 * @param context what else it may be about, like the question; its terms count for less.
 */
export function bestQuote(passage: string, sentence: string, context = ""): string {
  const weights = new Map([...termsOf(context)].map((term) => [term, CONTEXT_WEIGHT]));
  for (const term of termsOf(sentence)) weights.set(term, 1);

  const spans = spansOf(passage);
  const termsOfSpan = spans.map(({ start, end }) => termsOf(passage.slice(start, end)));
  const beginning = spans.findLast(({ end }) => end <= QUOTE_LIMIT);
  let best = { score: 0, start: 0, end: beginning?.end ?? 0 };
  for (const [from, { start }] of spans.entries()) {
    const covered = new Set<string>();
    for (const [offset, { end }] of spans.slice(from).entries()) {
      if (end - start > QUOTE_LIMIT) break;
      for (const term of termsOfSpan[from + offset] ?? []) covered.add(term);
      const weight = [...covered].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
      const score = weight - (end - start) * LENGTH_COST;
      if (score > best.score) best = { score, start, end };
    }
  }
  return passage.slice(best.start, best.end).trim();
}

/** The sentences of a text; those that no quote could hold fall apart between words. */
function spansOf(text: string): Span[] {
  return [...sentences.segment(text)].flatMap(({ segment, index }) => {
    if (segment.length <= QUOTE_LIMIT) return [{ start: index, end: index + segment.length }];
    // By characters, each of which may be two of the units that a quote is measured in.
    return [...segment.matchAll(/.{1,150}(?=\s|$)|.{1,150}/gsu)].map((piece) => ({
      start: index + piece.index,
      end: index + piece.index + piece[0].length,
    }));
  });
}
