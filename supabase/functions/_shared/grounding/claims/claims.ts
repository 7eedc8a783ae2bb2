import { findCitations } from "../citations.ts";
import { sentencesIn } from "./sentences.ts";

/** A sentence of an answer, with the passages that it rests on. */
export interface Claim {
  /** Where it stands in the answer, from its first letter to the end of its citations. */
  start: number;
  end: number;
  /** Its words, without citations and the marks of a list. */
  text: string;
  /** The numbers of the passages that it cites, or that the rest of its paragraph or list cites for it. */
  passages: number[];
  /** Whether the citation stands in this sentence. */
  citesItself: boolean;
  /** Whether it only leads to what follows: a heading, the head of a table, "Check these two:". */
  isLead: boolean;
}

interface Sentence extends Claim {
  group: number;
  isItem: boolean;
}

/** The mark of a list item, a heading, a quotation; the answer's own numbering is no claim. */
const LINE_MARK =
  /^(?:[ \t]|>|[-*+•][ \t]|#{1,6}[ \t]|\(?\d{1,3}[.)][ \t]|step \d{1,3}[:.][ \t]?){0,8}/i;
const IS_ITEM = /^[ \t]*(?:[-*+•]|\(?\d{1,3}[.)])[ \t]|^[ \t]*\|/;
const IS_HEADING = /^[ \t]*(?:#{1,6}[ \t]|\*\*[^*]{1,200}\*\*:?[ \t]*$)/;
/** The line below the head of a table. */
const TABLE_RULE = /^[ \t]*\|?[ \t]*:?-{3,}/;
/** Tags and entities of HTML, and the bars of a table, are no words. */
const MARKUP = /\]\([^()\s]{0,500}(?:\([^()\s]{0,200}\))?\)|<\/?[a-z][^<>]{0,200}>|&[a-z]{1,8};/gi;
const OUTER_BARS = /^[ \t]*\||\|[ \t]*$/g;
/** What introduces citations: "Source: [2]". */
const IS_SOURCE =
  /^(?:(?:all (?:values|figures|data)(?: are)? (?:from|as in)|sources?|quellen?|fuentes?) ?:?)?$/i;
const SIGNS = /[\s*_|().>-]+/g;
const LETTER = /[\p{L}\p{N}]/u;
const IS_STEP = /^\(?\d{1,2}[.)]$/;

/** What a document, or a part of it, does or does not do. */
const SAYS = "(?:say|tell|state|give|mention|cover|describe|name|list|contain|show)";
const PARTS_OF_DOCUMENTS =
  "(?:bulletins?|cards?|charts?|lists?|notes|procedures?|rows?|rules?|sops?|specifications?|specs?|tables?)";
/** Words about the documents themselves: that they do not say something. */
const ABOUT_DOCUMENTS = new RegExp(
  [
    String.raw`\b(?:documents?|manuals?|passages?|sources?|handbooks?|guides?|(?:data ?)?sheets?|polic(?:y|ies)|tables? (?:do|does))\b[^.]{0,80}(?:\b(?:not|no|nothing|nor|neither)\b|n't\b)`,
    String.raw`\bthey (?:do not|don't) ${SAYS}\b`,
    String.raw`\b(?:I|we) (?:could not|couldn't|cannot|can't|did not|didn't) (?:find|tell|say)\b`,
    String.raw`\b(?:is|are) not (?:stated|mentioned|given|covered|described|named|listed|printed)\b`,
    String.raw`\bno\b[^.,;]{0,60}\b(?:is|are) (?:given|stated|specified|listed)\b`,
    String.raw`\bnot stated\b`,
    String.raw`\bnot\b(?: \p{L}{1,20}){0,3} (?:the |these |your )?(?:documents|manuals?|passages)\b`,
    String.raw`\b${PARTS_OF_DOCUMENTS}\b[^.]{0,40}\b(?:(?:do|does) not|don't|doesn't) ${SAYS}\b`,
    String.raw`\b${PARTS_OF_DOCUMENTS} (?:gives?|names?|states?|shows?|lists?) no\b`,
  ].join("|"),
  "iu",
);

/** Whether a sentence only says what the documents do not tell. */
export function isAboutDocuments(text: string): boolean {
  return ABOUT_DOCUMENTS.test(text);
}

/**
 * The sentences of an answer that claim something, in order. A sentence without a citation is covered by the next
 * and the last one before it in the same paragraph or list. Questions, headings, and what introduces a list
 * without a figure are no claims.
 */
export function claimsOf(answer: string): Claim[] {
  const all = sentencesOf(answer);
  const cited = all.map(({ passages }) => passages);
  const inherited = (from: number, step: 1 | -1): number[] => nearest[step]?.[from] ?? [];
  // Filled in two passes, so that no sentence has to look for its citation.
  const nearest: Record<number, number[][]> = { 1: [], [-1]: [] };
  for (const step of [1, -1] as const) {
    let last: { group: number; passages: number[] } | null = null;
    for (
      let place = step === 1 ? all.length - 1 : 0;
      place >= 0 && place < all.length;
      place -= step
    ) {
      const sentence = all[place];
      if (!sentence) break;
      if (last?.group !== sentence.group) last = null;
      (nearest[step] as number[][])[place] = last?.passages ?? [];
      if ((cited[place]?.length ?? 0) > 0) last = sentence;
    }
  }
  return all
    .map(({ group: _, isItem: __, ...claim }, place) =>
      claim.citesItself
        ? claim
        : { ...claim, passages: [...new Set([...inherited(place, 1), ...inherited(place, -1)])] },
    )
    .filter(({ text, isLead }) => !text.endsWith("?") && (!isLead || /\d/.test(text)));
}

function sentencesOf(answer: string): Sentence[] {
  const citations = findCitations(answer);
  let next = 0;
  let at = 0;
  let group = 0;
  let before = { isItem: false, isLead: false, isBlank: true };
  const found: Sentence[] = [];
  const lines = answer.split("\n");
  for (const [lineNo, line] of lines.entries()) {
    const lineStart = at;
    at += line.length + 1;
    if (!LETTER.test(line)) {
      before = { ...before, isBlank: true };
      continue;
    }
    const isItem = IS_ITEM.test(line);
    const cited: { start: number; end: number; numbers: number[] }[] = [];
    let plain = line;
    for (; next < citations.length; next++) {
      const citation = citations[next];
      if (!citation || citation.start >= lineStart + line.length) break;
      cited.push(citation);
    }
    if (cited.length > 0) plain = withoutParts(line, lineStart, cited);
    const above = found.at(-1);
    // A line that has only citations, or "Source: [2]", cites for the lines above it.
    if (
      cited.length > 0 &&
      above !== undefined &&
      IS_SOURCE.test(plain.replace(SIGNS, " ").trim())
    ) {
      cite(
        above,
        cited.flatMap(({ numbers }) => numbers),
      );
      continue;
    }
    if (before.isBlank && !before.isLead && !(isItem && before.isItem)) group += 1;
    const mark = LINE_MARK.exec(plain)?.[0].length ?? 0;
    const isHeading = IS_HEADING.test(plain) || TABLE_RULE.test(lines[lineNo + 1] ?? "");
    let place = 0;
    let isLead = false;
    for (const { segment, index } of sentencesIn(plain.slice(mark))) {
      const start = lineStart + mark + index;
      const end = start + segment.length;
      const own: number[] = [];
      for (; place < cited.length; place++) {
        const citation = cited[place];
        if (!citation || citation.start >= end) break;
        own.push(...citation.numbers);
      }
      const text = segment
        .replace(OUTER_BARS, "")
        .replace(/\|/g, " · ")
        .replace(MARKUP, " ")
        .replace(/\s+/g, " ")
        .replace(/ (?=[.!?:]+ ?$)/, "")
        .trim();
      const last = found.at(-1);
      // The "2." of "1. Close the valve. 2. Wait." is no sentence.
      if (!LETTER.test(text) || IS_STEP.test(text)) {
        if (own.length > 0 && last?.group === group) cite(last, own);
        continue;
      }
      isLead = /:[ .]*$/.test(text) || isHeading;
      found.push({
        ...{
          start: start + (segment.length - segment.trimStart().length),
          text,
          group,
          isLead,
          isItem,
        },
        end: lineStart + trimmedEnd(line, end - lineStart),
        passages: [...new Set(own)],
        citesItself: own.length > 0,
      });
    }
    before = { isItem, isLead, isBlank: false };
  }
  return joinUncited(found);
}

/**
 * Joins a list or a table that cites nothing to the next paragraph, if that begins with a sentence that cites; and a
 * first sentence that stands alone to what follows it.
 */
function joinUncited(all: Sentence[]): Sentence[] {
  const citing = new Set(all.filter(({ citesItself }) => citesItself).map(({ group }) => group));
  for (let place = all.length - 2; place >= 0; place--) {
    const [sentence, next] = [all[place], all[place + 1]];
    if (!sentence || !next || citing.has(sentence.group) || sentence.group === next.group) continue;
    const isAnswer = place === 0 && !sentence.isItem;
    if (!isAnswer && !(sentence.isItem && next.citesItself && !next.isItem)) continue;
    const { group } = sentence;
    for (let item = place; all[item]?.group === group; item--) {
      (all[item] as Sentence).group = next.group;
    }
  }
  return all;
}

function cite(sentence: Sentence, numbers: readonly number[]): void {
  sentence.passages = [...new Set([...sentence.passages, ...numbers])];
  sentence.citesItself = true;
}

function trimmedEnd(line: string, end: number): number {
  return line.slice(0, end).trimEnd().length;
}

/** The line with blanks in the place of its citations. */
function withoutParts(
  line: string,
  lineStart: number,
  parts: readonly { start: number; end: number }[],
): string {
  let plain = "";
  for (const { start, end } of parts) {
    plain += line.slice(plain.length, Math.max(plain.length, start - lineStart));
    plain += " ".repeat(Math.max(0, Math.min(end - lineStart, line.length) - plain.length));
  }
  return plain + line.slice(plain.length);
}
