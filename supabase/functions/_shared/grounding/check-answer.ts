import type { PassageHit } from "../contracts/knowledge.ts";
import { type QuestionReply, UNSUPPORTED_NOTE } from "../contracts/question.ts";
import { otherSource } from "./check/cited.ts";
import { codesIn, unknownCode, unmentionedCode } from "./check/codes.ts";
import { type PassageFigures, passageFigures, unknownFigure } from "./check/figures.ts";
import { type PassageText, plainSigns, readPassage } from "./check/passage-text.ts";
import { type Claim, claimsIn } from "./check/sentences.ts";
import { findCitations, keepCitations, rewriteCitations, withoutCitations } from "./citations.ts";
import { NOT_FOUND, nothingFound } from "./not-found.ts";
import { bestQuote } from "./quote.ts";
import { sourceOf } from "./source.ts";

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

// In Markdown, `[1]: https://…` on a line of its own turns every [1] into a link.
const LINK_DEFINITION = /^[ \t]*\[\d+\]:[ \t]*\S+[ \t]*(?:["'(].*)?$/gm;

/** How far from a citation its sentence is looked for, in characters. */
const SENTENCE_REACH = 600;

/** How many citations are used to choose the quotes; later ones are not needed for that. */
const MOST_CITATIONS = 80;

/** How many claims are judged; an answer to a question has far fewer, and later ones count as unsupported. */
const MOST_CLAIMS = 80;

/** The longest sentence that is judged, in characters; a longer one counts as unsupported. */
const LONGEST_CLAIM = 1_000;

export interface CheckedAnswer {
  /** What the person may see. */
  reply: QuestionReply;
  /** How many sentences claim something. */
  claims: number;
  /** How many of these the cited passages support. */
  supported: number;
  /** What the model may be asked to correct, each in words for it; empty when there is nothing. */
  problems: string[];
}

/** How much of an answer is read, in characters: many times what models answer. */
const LONGEST_ANSWER = 16_000;

/**
 * Checks a model's answer against the passages it was given, the first of which is [1]. Citations
 * of anything else are removed. The sources are numbered in the order in which they are first
 * cited, each with the words that support the sentences citing it. Each sentence that claims
 * something must be supported by the passages that it cites; the others are marked, and cite
 * nothing. An answer that reveals the secret mark, of which nothing is supported, or to a question
 * about a code that no passage mentions, is replaced by the one for nothing found.
 * @param earlier the person's question before this one, which may name what this one is about
 */
export function checkAnswer(
  answer: string,
  question: string,
  passages: readonly PassageHit[],
  mark: string,
  earlier: string | null = null,
): CheckedAnswer {
  if (answer.includes(mark)) return nothing();
  const text = keepCitations(
    answer.slice(0, LONGEST_ANSWER).replace(LINK_DEFINITION, ""),
    (number) => number >= 1 && number <= passages.length,
  );
  if (saysNotFound(text)) return nothing();
  const claims = claimsIn(text);
  if (findCitations(text).length === 0) {
    return nothing(claims.length, ["The answer cites no passage."]);
  }

  const asked = [question, ...(earlier === null ? [] : [earlier])].map(plainSigns);
  const given = passages.map(readPassage);
  const failed = judgeAll(claims, given, asked.join("\n"));
  const supported = claims.length - failed.size;
  const marked = markUnsupported(text, [...failed.keys()]);
  const problems = [...failed].map(([claim, reason]) => `"${claim.text}": ${reason}.`);
  if (claims.length > 0 && supported === 0) return nothing(claims.length, problems);

  const citing = citingSentences(marked);
  const cited = [...citing.keys()];
  const unmentioned = asked.map((each) => unmentionedCode(each, plainSigns(text), given));
  if (!unmentioned.includes(null)) {
    const problem = `The whole answer: the passages do not mention ${unmentioned[0]}.`;
    return { ...nothing(claims.length, [...problems, problem]), supported };
  }
  return {
    reply: {
      answer: rewriteCitations(marked, (numbers) =>
        numbers.map((n) => cited.indexOf(n) + 1),
      ).trim(),
      sources: cited.flatMap((number) => {
        const passage = passages[number - 1];
        const sentence = citing.get(number) ?? "";
        if (!passage) return [];
        const language = given[number - 1]?.language;
        return [sourceOf(passage, bestQuote(passage.body, sentence, question, language))];
      }),
      basis: "model",
      ...(failed.size > 0 && { unsupported: [...failed.keys()].map((claim) => claim.text) }),
    },
    claims: claims.length,
    supported,
    problems,
  };
}

/** Of two answers the one with fewer problems, then the one with more that is supported, then the corrected one. */
export function better(first: CheckedAnswer, corrected: CheckedAnswer): CheckedAnswer {
  const gain =
    first.problems.length - corrected.problems.length || corrected.supported - first.supported;
  return gain < 0 ? first : corrected;
}

function nothing(claims = 0, problems: string[] = []): CheckedAnswer {
  return { reply: nothingFound(), claims, supported: 0, problems };
}

/** The claims that the passages do not support, with the reasons. */
function judgeAll(
  claims: readonly Claim[],
  given: readonly PassageText[],
  question: string,
): Map<Claim, string> {
  const asked = { text: question, ...passageFigures(question) };
  const failed = new Map<Claim, string>();
  for (const [place, claim] of claims.entries()) {
    const isTooLong = place >= MOST_CLAIMS || claim.text.length > LONGEST_CLAIM;
    const reason = isTooLong ? "the answer is too long to be checked" : judge(claim, given, asked);
    if (reason !== null) failed.set(claim, reason);
  }
  return failed;
}

/**
 * Why the passages that a claim cites do not support it; null when they do. A sentence that cites
 * nothing may repeat the question.
 */
function judge(
  { text, passages }: Claim,
  given: readonly PassageText[],
  asked: PassageFigures & { text: string },
): string | null {
  const cited = passages.flatMap((number) => given[number - 1] ?? []);
  const files = new Set(cited.map(({ fileId }) => fileId));
  const document = given.filter(({ fileId }) => files.has(fileId));
  const plain = plainSigns(text);
  const { codes, rest } = codesIn(plain);
  const unknown = unknownFigure(rest, cited, asked) ?? unknownCode(codes, cited, document, asked);
  if (unknown !== null) {
    return cited.length === 0 ? "it cites no passage" : `"${unknown}" is not in the cited passage`;
  }
  const other = cited.length === 0 ? null : otherSource(plain, cited, given);
  return other === null ? null : `passage ${other} says this, and the cited one does not`;
}

/** The text with a note after each of these sentences, and without their citations. */
function markUnsupported(text: string, failed: readonly Claim[]): string {
  let marked = "";
  let done = 0;
  for (const { start, end } of failed) {
    const said = withoutCitations(text.slice(start, end)).trimEnd();
    // The note of a table's row goes into its last cell.
    const isRow = said.endsWith("|");
    const words = isRow ? said.slice(0, -1).trimEnd() : withoutLastSpace(said);
    marked += `${text.slice(done, start)}${words} ${UNSUPPORTED_NOTE}${isRow ? " |" : ""}`;
    done = end;
  }
  return marked + text.slice(done);
}
/** The sentence without the space that a removed citation left before its full stop. */
function withoutLastSpace(sentence: string): string {
  const stop = sentence.at(-1) ?? "";
  return ".!?".includes(stop) ? `${sentence.slice(0, -1).trimEnd()}${stop}` : sentence;
}

/** The sentences that cite a passage, by its number, in the order of first citation. */
function citingSentences(text: string): Map<number, string> {
  const citing = new Map<number, string>();
  for (const [place, { start, end, numbers }] of findCitations(text).entries()) {
    if (place >= MOST_CITATIONS) {
      for (const number of numbers) if (!citing.has(number)) citing.set(number, "");
      continue;
    }
    const before = text.slice(Math.max(0, start - SENTENCE_REACH), start);
    const line = before.slice(before.lastIndexOf("\n") + 1);
    // A citation usually follows the text it supports; at the beginning of a line it precedes it.
    const sentence =
      lastSentence(withoutCitations(line)) ??
      withoutCitations(text.slice(end, end + SENTENCE_REACH).split("\n", 1)[0] ?? "");
    for (const number of numbers) {
      citing.set(number, [citing.get(number), sentence].filter(Boolean).join("\n"));
    }
  }
  return citing;
}

function lastSentence(text: string): string | undefined {
  return [...sentences.segment(text.trim())].map(({ segment }) => segment).findLast(saysSomething);
}

function saysSomething(text: string): boolean {
  return /[\p{L}\p{N}]{2}/u.test(text);
}

function saysNotFound(text: string): boolean {
  const said = withoutCitations(text).trim();
  return said.startsWith(NOT_FOUND) && /^[.\s]*$/.test(said.slice(NOT_FOUND.length));
}
