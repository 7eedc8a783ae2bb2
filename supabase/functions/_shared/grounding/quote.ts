import { termsOf } from "./terms.ts";

/** Longest quote, in characters. */
const QUOTE_LIMIT = 300;

/** What a term of the context counts beside one of the sentence itself. */
const CONTEXT_WEIGHT = 0.25;

/** What a character costs: a whole quote's worth is less than any term, so it decides between equals. */
const LENGTH_COST = 0.0005;

/** What it costs to be less than a statement: not as much as a term of the sentence is worth. */
const FRAGMENT_COST = 0.8;

/** A quote of fewer words seldom says what a technician could go by. */
const FEWEST_WORDS = 8;

interface Span {
  start: number;
  end: number;
  words: number;
  /** Whether it leads to what follows it: a heading, the head of a table, a list's opening line. */
  isLead: boolean;
}

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/**
 * The neighbouring sentences of a passage that best support a sentence, word for word as they stand
 * there, in at most 300 characters. What leads to something else brings it along, and a few words
 * their neighbours. Where nothing supports it, how the passage begins.
 * @param context what else it may be about, like the question; its terms count for less.
 */
export function bestQuote(passage: string, sentence: string, context = ""): string {
  const weights = new Map([...termsOf(context)].map((term) => [term, CONTEXT_WEIGHT]));
  for (const term of termsOf(sentence)) weights.set(term, 1);

  const spans = spansOf(passage);
  const termsOfSpan = spans.map(({ start, end }) => termsOf(passage.slice(start, end)));
  const beginning = spans.findLast(({ end }) => end <= QUOTE_LIMIT);
  let best = { score: 0, start: 0, end: beginning?.end ?? 0 };
  for (let first = 0; first < spans.length; first++) {
    const covered = new Set<string>();
    for (let last = first; last < spans.length; last++) {
      if (lengthOf(spans, first, last) > QUOTE_LIMIT) break;
      for (const term of termsOfSpan[last] ?? []) covered.add(term);
      const weight = [...covered].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
      const worth = weight - lengthOf(spans, first, last) * LENGTH_COST;
      if (worth <= best.score) continue;
      const { start, end, isWhole } = completed(spans, first, last);
      const score = worth - (isWhole ? 0 : FRAGMENT_COST);
      if (score > best.score) best = { score, start, end };
    }
  }
  return passage.slice(best.start, best.end).trim();
}

/** The spans from first to last with as many of those after, then before them as make a statement. */
function completed(spans: readonly Span[], first: number, last: number) {
  let words = spans.slice(first, last + 1).reduce((sum, span) => sum + span.words, 0);
  const isWhole = () => spans[last]?.isLead === false && words >= FEWEST_WORDS;
  const fits = (from: number, to: number) =>
    from >= 0 && to < spans.length && lengthOf(spans, from, to) <= QUOTE_LIMIT;
  while (!isWhole() && fits(first, last + 1)) words += spans[++last]?.words ?? 0;
  while (!isWhole() && fits(first - 1, last)) words += spans[--first]?.words ?? 0;
  return { start: spans[first]?.start ?? 0, end: spans[last]?.end ?? 0, isWhole: isWhole() };
}

function lengthOf(spans: readonly Span[], first: number, last: number): number {
  return (spans[last]?.end ?? 0) - (spans[first]?.start ?? 0);
}

/** The sentences and rows of a text; those that no quote could hold fall apart between words. */
function spansOf(text: string): Span[] {
  const pieces = [...sentences.segment(text)].flatMap(({ segment, index }) => {
    if (segment.length <= QUOTE_LIMIT) return [{ start: index, text: segment }];
    // By characters, each of which may be two of the units that a quote is measured in.
    return [...segment.matchAll(/.{1,150}[,;](?=\s)|.{1,150}(?=\s|$)|.{1,150}/gsu)].map(
      (piece) => ({ start: index + piece.index, text: piece[0] }),
    );
  });
  const isRow = (place: number) => pieces[place]?.text.trim().includes("\t") === true;
  // Outside of tables, what ends without a full stop leads on, and so does the number of a list's item.
  const leads = (text: string) => !/[.!?…;)\]"'”’]\s*$/.test(text) || !/\p{L}{2}/u.test(text);
  return pieces.map(({ start, text }, place) => ({
    start,
    end: start + text.length,
    words: text.match(/\S+/g)?.length ?? 0,
    isLead: isRow(place) ? !isRow(place - 1) : leads(text),
  }));
}
