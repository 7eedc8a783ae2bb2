import type { DocumentLanguage, PassageHit } from "../contracts/knowledge.ts";
import { detectLanguage } from "../contracts/languages/detect-language.ts";
import type { QuestionReply, Source } from "../contracts/question.ts";
import { findTerms } from "./relevance.ts";

/** Longest quote, in characters. */
const QUOTE_LIMIT = 300;

/** The weight of a term of the context; a term of the sentence itself has 1. */
const CONTEXT_WEIGHT = 0.25;

/**
 * The cost of each character. The longest quote costs less than any term is worth, so length
 * decides only between quotes with equal terms.
 */
const LENGTH_COST = 0.0005;

/** The cost of not being a whole statement: less than a term of the sentence is worth. */
const FRAGMENT_COST = 0.8;

/** A quote with fewer words is seldom enough for a technician to act on. */
const FEWEST_WORDS = 8;

interface Span {
  start: number;
  end: number;
  words: number;
  /** Whether it introduces the next span: a heading, the head of a table, a list's opening line. */
  isLead: boolean;
}

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/**
 * The neighbouring sentences of a passage that best support a sentence, word for word, in at most
 * 300 characters; the beginning of the passage if nothing supports it.
 * @param context what else the quote may be about, like the question; its terms count for less.
 * @param language that of the passage, whose stems are compared
 */
export function bestQuote(
  passage: string,
  sentence: string,
  context = "",
  language: DocumentLanguage = "english",
): string {
  const termsIn = (text: string) => findTerms(text, language);
  const weights = new Map([...termsIn(context)].map((term) => [term, CONTEXT_WEIGHT]));
  for (const term of termsIn(sentence)) weights.set(term, 1);

  const spans = findSpans(passage);
  const termsOfSpan = spans.map(({ start, end }) => termsIn(passage.slice(start, end)));
  const beginning = spans.findLast(({ end }) => end <= QUOTE_LIMIT);
  let best = { score: 0, start: 0, end: beginning?.end ?? 0 };
  for (let first = 0; first < spans.length; first++) {
    const covered = new Set<string>();
    for (let last = first; last < spans.length; last++) {
      if (joinedLength(spans, first, last) > QUOTE_LIMIT) break;
      for (const term of termsOfSpan[last] ?? []) covered.add(term);
      const weight = [...covered].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
      const worth = weight - joinedLength(spans, first, last) * LENGTH_COST;
      if (worth <= best.score) continue;
      const { start, end, isWhole } = completed(spans, first, last);
      const score = worth - (isWhole ? 0 : FRAGMENT_COST);
      if (score > best.score) best = { score, start, end };
    }
  }
  return passage.slice(best.start, best.end).trim();
}

/**
 * Adds the spans after, and then those before, until first to last make a whole statement or no
 * more spans fit.
 */
function completed(spans: readonly Span[], first: number, last: number) {
  let words = spans.slice(first, last + 1).reduce((sum, span) => sum + span.words, 0);
  const isWhole = () => spans[last]?.isLead === false && words >= FEWEST_WORDS;
  const fits = (from: number, to: number) =>
    from >= 0 && to < spans.length && joinedLength(spans, from, to) <= QUOTE_LIMIT;
  while (!isWhole() && fits(first, last + 1)) words += spans[++last]?.words ?? 0;
  while (!isWhole() && fits(first - 1, last)) words += spans[--first]?.words ?? 0;
  return { start: spans[first]?.start ?? 0, end: spans[last]?.end ?? 0, isWhole: isWhole() };
}

function joinedLength(spans: readonly Span[], first: number, last: number): number {
  return (spans[last]?.end ?? 0) - (spans[first]?.start ?? 0);
}

/** The sentences and table rows of a text; those longer than a quote are split between words. */
function findSpans(text: string): Span[] {
  const pieces = [...sentences.segment(text)].flatMap(({ segment, index }) => {
    if (segment.length <= QUOTE_LIMIT) return [{ start: index, text: segment }];
    // The pattern counts characters, each of which may be two of the UTF-16 units of `QUOTE_LIMIT`.
    return [...segment.matchAll(/.{1,150}[,;](?=\s)|.{1,150}(?=\s|$)|.{1,150}/gsu)].map(
      (piece) => ({ start: index + piece.index, text: piece[0] }),
    );
  });
  const isRow = (place: number) => pieces[place]?.text.trim().includes("\t") === true;
  // Outside of tables, a span without a full stop introduces the next, and so does a list item's
  // number.
  const leads = (text: string) => !/[.!?…;)\]"'”’]\s*$/.test(text) || !/\p{L}{2}/u.test(text);
  return pieces.map(({ start, text }, place) => ({
    start,
    end: start + text.length,
    words: text.match(/\S+/g)?.length ?? 0,
    isLead: isRow(place) ? !isRow(place - 1) : leads(text),
  }));
}

/** The source of a sentence: the passage, with its words that support the sentence best. */
export function quoteSource(passage: PassageHit, sentence: string, context = ""): Source {
  const { file_id, file_name, page, chunk_no, body } = passage;
  const quote = bestQuote(body, sentence, context, detectLanguage([body]));
  return { file_id, file_name, page, chunk_no, quote };
}

/** Begins such an answer, to say that it is not from an AI. */
export const NO_PROVIDER_NOTICE =
  "No AI provider is set up, so this is not an AI answer. These passages of your documents come closest to your question:";

const MOST_QUOTED = 3;

/**
 * The answer without a model: the passages themselves, best first, each with the sentences that are
 * closest to the question.
 */
export function extractAnswer(question: string, passages: readonly PassageHit[]): QuestionReply {
  const sources = passages.slice(0, MOST_QUOTED).map((passage) => quoteSource(passage, question));
  // A document's own numbers in brackets would look like citations.
  const inOneLine = (quote: string) =>
    quote.replace(/\s+/g, " ").replace(/[[【](\d[^[\]【】]*)[\]】]/g, "($1)");
  const quoted = sources.map(({ quote }, index) => `“${inOneLine(quote)}” [${index + 1}]`);
  return { answer: [NO_PROVIDER_NOTICE, ...quoted].join("\n\n"), sources, basis: "passages" };
}
