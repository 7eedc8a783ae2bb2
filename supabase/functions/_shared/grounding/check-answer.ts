import type { PassageHit } from "../contracts/knowledge.ts";
import { detectLanguage } from "../contracts/languages/detect-language.ts";
import { type QuestionReply, UNSUPPORTED_NOTE } from "../contracts/question.ts";
import { numbersApart, sameSigns } from "../contracts/terms/numbers-and-codes.ts";
import { findTerms } from "../contracts/terms/relevance.ts";
import { codesIn, unknownCode, unmentionedCode } from "./check/codes.ts";
import { type PassageFigures, passageFigures, unknownFigure } from "./check/figures.ts";
import { type Claim, claimsIn } from "./check/sentences.ts";
import { findCitations, keepCitations, rewriteCitations, withoutCitations } from "./citations.ts";
import { NOT_FOUND, NOTHING_FOUND } from "./prompt.ts";
import { quoteSource } from "./quote.ts";

// In Markdown, `[1]: https://…` on a line of its own turns every [1] into a link.
const LINK_DEFINITION = /^[ \t]*\[\d+\]:[ \t]*\S+[ \t]*(?:["'(].*)?$/gm;

/** How many claims are judged; an answer to a question has far fewer, and later ones count as unsupported. */
const MOST_CLAIMS = 80;

/** How many problems are named, and how long each may be in characters: a model can write any number. */
const MOST_PROBLEMS = 12;
const PROBLEM_LIMIT = 400;

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
 * Checks a model's answer against the passages it was given, the first of which is [1]. The sources
 * are numbered in the order in which they are first cited. Each sentence that claims something must be
 * supported by the passages that it cites; the others are marked, and cite nothing. An answer that
 * reveals the secret mark, of which nothing is supported, or to a question about a code that no passage
 * mentions, is replaced by the one for nothing found.
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
  const questions = asked.join("\n");
  const figures = { text: questions, ...passageFigures(questions) };
  const failed = new Map<Claim, string>();
  for (const [place, claim] of claims.entries()) {
    const isTooLong = place >= MOST_CLAIMS || claim.text.length > LONGEST_CLAIM;
    const reason = isTooLong
      ? "the answer is too long to be checked"
      : judge(claim, given, figures);
    if (reason !== null) failed.set(claim, reason);
  }
  const supported = claims.length - failed.size;
  const marked = markUnsupported(text, [...failed.keys()]);
  const problems = [...failed]
    .slice(0, MOST_PROBLEMS)
    .map(([claim, reason]) => `"${claim.text}": ${reason}.`.slice(0, PROBLEM_LIMIT));
  if (claims.length > 0 && supported === 0) return nothing(claims.length, problems);

  const unmentioned = asked.map((each) => unmentionedCode(each, plainSigns(text), given));
  if (!unmentioned.includes(null)) {
    const problem = `The whole answer: the passages do not mention ${unmentioned[0]}.`;
    return { ...nothing(claims.length, [...problems, problem]), supported };
  }
  const cited = [...new Set(findCitations(marked).flatMap(({ numbers }) => numbers))];
  const kept = claims.filter((claim) => !failed.has(claim));
  const sources = cited.flatMap((number) => {
    const passage = passages[number - 1];
    const citing = kept.filter((claim) => claim.passages.includes(number));
    const sentences = citing.map((claim) => claim.text).join("\n");
    return passage ? [quoteSource(passage, sentences).source] : [];
  });
  return {
    reply: {
      answer: rewriteCitations(marked, (numbers) =>
        numbers.map((number) => cited.indexOf(number) + 1),
      ).trim(),
      sources,
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
  return { reply: NOTHING_FOUND, claims, supported: 0, problems };
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

function saysNotFound(text: string): boolean {
  const said = withoutCitations(text).trim();
  return said.startsWith(NOT_FOUND) && /^[.\s]*$/.test(said.slice(NOT_FOUND.length));
}

/** A sentence that shares fewer words with another one may do so by chance. */
const LEAST_SHARED = 3;

/**
 * A sentence of an answer comes from the passages that it cites: no sentence of another passage shares
 * more than twice as many words with it as the best sentence of the cited ones.
 * @returns the number of the other passage, the first of which is 1; null when there is none
 */
function otherSource(
  text: string,
  cited: readonly PassageText[],
  given: readonly PassageText[],
): number | null {
  const languages = new Set(given.map(({ language }) => language));
  const terms = new Map([...languages].map((each) => [each, [...findTerms(text, each)]]));
  const shared = given.map(({ language, sentences }) => {
    const own = terms.get(language) ?? [];
    return Math.max(0, ...sentences.map((words) => own.filter((term) => words.has(term)).length));
  });
  const inCited = Math.max(0, ...cited.map((passage) => shared[given.indexOf(passage)] ?? 0));
  const other = shared.findIndex((count) => count >= LEAST_SHARED && count > 2 * inCited);
  return other === -1 ? null : other + 1;
}

const SENTENCE_END = /\n|(?<=[.;!?]) /;

type PassageText = ReturnType<typeof readPassage>;

/**
 * A passage in the form in which the sentences of an answer are compared with it: its text with its
 * heading and the name of its file, in plain signs, and the terms of each of its sentences, and rows of
 * tables.
 */
function readPassage(passage: PassageHit) {
  const { file_id, file_name, heading } = passage;
  const body = plainSigns(`${heading ?? ""}\n${passage.body}`);
  const names = [file_name, file_name.replace(/[-_.]/g, " ")].map(plainSigns);
  const text = [...names, body].join("\n");
  const language = detectLanguage([passage.body]);
  const sentences = body.split(SENTENCE_END).map((sentence) => findTerms(sentence, language));
  return { fileId: file_id, text, language, sentences, ...passageFigures(body) };
}

/** A text with one sign for each that is written in several ways, and without the marks of Markdown. */
export function plainSigns(text: string): string {
  return (
    sameSigns(numbersApart(text))
      .replace(/\*\*|__|`/g, "")
      .replace(/[’‘′](?!′)/g, "'")
      .replace(/[“”„«»]/g, '"')
      // A word in quotation marks is no inch.
      .replace(/"(\p{L}[^"\n]{0,40})"/gu, "$1")
      // "DV-50/71" are two codes.
      .replace(/(?<!\p{L})(\p{Lu}{1,4}[ -]?)(\d{2,4})\/(\d{2,4})(?![\p{L}\p{N}/])/gu, "$1$2/$1$3")
      // "€ 38" is 38 €.
      .replace(/([€$£]|\b(?:EUR|USD|GBP|CHF)) ?(\d[\d.,]{0,12})(?![\p{N}]| ?[€$£])/gu, "$2 $1")
      .replace(/(?<=\d) ?[x×*] ?(?=\d)/g, " x ")
      .replace(/(?<!\p{L})(AC|DC|Ø|ø)(?=\d)/gu, "$1 ")
  );
}
