import { type Citation, findCitations } from "../citations.ts";

/** A sentence of an answer, with the passages that it rests on. */
export interface Claim {
  /** Where it stands in the answer, from its first letter to the end of its citations. */
  start: number;
  end: number;
  /** Its words, without citations and the marks of a list. */
  text: string;
  /** The numbers of the passages that it cites, or that its paragraph or list cites beside it. */
  passages: number[];
}

interface Sentence extends Claim {
  /** Which paragraph or list it is a part of. */
  group: number;
  isItem: boolean;
  /** Whether it only leads to what follows: a heading, the head of a table, "Check these two:". */
  isLead: boolean;
}

/** The mark of a list item, a heading, a quotation; the answer's own numbering is no claim. */
const LINE_MARK = /^(?:[ \t]|>|[-*+•][ \t]|#{1,6}[ \t]|\(?\d{1,3}[.)][ \t]){0,8}/;
const IS_ITEM = /^[ \t]*(?:[-*+•]|\(?\d{1,3}[.)])[ \t]|^[ \t]*\|/;
const IS_HEADING = /^[ \t]*(?:#{1,6}[ \t]|\*\*[^*]{1,200}\*\*:?[ \t]*$)/;
/** The line below the head of a table. */
const TABLE_RULE = /^[ \t]*\|?[ \t]*:?-{3,}/;
/** Tags and entities of HTML, the targets of links, and the bars around a table's row are no words. */
const MARKUP =
  /\]\([^()\s]{0,500}(?:\([^()\s]{0,200}\))?\)|<\/?[a-z][^<>]{0,200}>|&[a-z]{1,8};|^[ \t]*\||\|[ \t]*$/gi;
/** What introduces citations: "Source: [2]". */
const IS_SOURCE = /^[\s*_|().>-]*(?:sources?|quellen?|fuentes?)?[\s*_|().>:-]*$/i;
const LETTER = /[\p{L}\p{N}]/u;
const IS_STEP = /^\(?\d{1,2}[.)]$/;

/**
 * The sentences of an answer that claim something, in order. A sentence without a citation rests on
 * the next one that cites and the last one before it, in the same paragraph or list. Questions, and
 * headings and leads without a figure, are no claims.
 */
export function claimsIn(answer: string): Claim[] {
  const all = joinUncited(sentencesIn(answer));
  const next = nearest(all.toReversed()).reverse();
  const last = nearest(all);
  return all.flatMap(({ start, end, text, passages: own, isLead }, at) => {
    if (text.endsWith("?") || (isLead && !/\d/.test(text))) return [];
    const passages = own.length > 0 ? own : [...(next[at] ?? []), ...(last[at] ?? [])];
    return [{ start, end, text, passages: [...new Set(passages)] }];
  });
}

/** For each sentence what the last one up to it cites that cites something, in the same group. */
function nearest(all: readonly Sentence[]): number[][] {
  let last: Sentence | undefined;
  return all.map((sentence) => {
    if (sentence.passages.length > 0) last = sentence;
    return last?.group === sentence.group ? last.passages : [];
  });
}

function sentencesIn(answer: string): Sentence[] {
  const citations = findCitations(answer);
  const found: Sentence[] = [];
  const lines = answer.split("\n");
  let [next, start, group] = [0, 0, 0];
  let before = { isItem: false, isLead: false, isBlank: true };
  for (const [lineNo, line] of lines.entries()) {
    const end = start + line.length;
    const cited: Citation[] = [];
    while (citations[next] && (citations[next]?.start ?? 0) < end) {
      cited.push(citations[next++] as Citation);
    }
    const plain = withoutParts(line, start, cited);
    const above = found.at(-1);
    if (!LETTER.test(line)) {
      before.isBlank = true;
    } else if (above && cited.length > 0 && IS_SOURCE.test(plain)) {
      // A line that has only citations cites for the lines above it.
      above.passages.push(...cited.flatMap(({ numbers }) => numbers));
    } else {
      const isItem = IS_ITEM.test(line);
      if (before.isBlank && !before.isLead && !(isItem && before.isItem)) group += 1;
      const isHeading = IS_HEADING.test(plain) || TABLE_RULE.test(lines[lineNo + 1] ?? "");
      const place = { lineStart: start, group, isItem, isHeading };
      for (const sentence of sentencesOfLine(plain, place, cited)) {
        const last = found.at(-1);
        if (sentence.text !== "") found.push(sentence);
        else if (last?.group === group) last.passages.push(...sentence.passages);
      }
      before = { isItem, isLead: found.at(-1)?.isLead ?? false, isBlank: false };
    }
    start = end + 1;
  }
  return found;
}

/** The sentences of a line; one without a text is only a mark with citations after it. */
function sentencesOfLine(
  plain: string,
  {
    lineStart,
    isHeading,
    ...place
  }: { lineStart: number; group: number; isItem: boolean; isHeading: boolean },
  cited: readonly Citation[],
): Sentence[] {
  const mark = LINE_MARK.exec(plain)?.[0].length ?? 0;
  let next = 0;
  return segmentsIn(plain.slice(mark)).map(({ segment, index }) => {
    const start = lineStart + mark + index;
    const passages: number[] = [];
    let end = start + segment.trimEnd().length;
    for (; cited[next] && (cited[next]?.start ?? 0) < start + segment.length; next++) {
      passages.push(...(cited[next]?.numbers ?? []));
      end = Math.max(end, cited[next]?.end ?? 0);
    }
    const text = segment
      .replace(MARKUP, " ")
      .replace(/\|/g, " · ")
      .replace(/\s+/g, " ")
      .replace(/ (?=[.!?:]+ ?$)/, "")
      .trim();
    // The "2." of "1. Close the valve. 2. Wait." is no sentence.
    const isNone = !LETTER.test(text) || IS_STEP.test(text);
    return {
      ...{ ...place, end, passages, text: isNone ? "" : text },
      start: start + (segment.length - segment.trimStart().length),
      isLead: isHeading || /:[ .]*$/.test(text),
    };
  });
}

/**
 * A list or a table that cites nothing belongs to the next paragraph if that begins with a sentence
 * that cites; and a first sentence that stands alone to what follows it.
 */
function joinUncited(all: Sentence[]): Sentence[] {
  const citing = new Set(
    all.filter(({ passages }) => passages.length > 0).map(({ group }) => group),
  );
  for (let place = all.length - 2; place >= 0; place--) {
    const [sentence, next] = [all[place], all[place + 1]];
    if (!sentence || !next || citing.has(sentence.group) || sentence.group === next.group) continue;
    const isList = sentence.isItem && !next.isItem && next.passages.length > 0;
    if (!isList && !(place === 0 && !sentence.isItem)) continue;
    const { group } = sentence;
    for (const each of all) if (each.group === group) each.group = next.group;
  }
  return all;
}

/** The line with blanks in the place of its citations. */
function withoutParts(line: string, lineStart: number, parts: readonly Citation[]): string {
  let plain = "";
  for (const { start, end } of parts) {
    plain += line.slice(plain.length, Math.max(plain.length, start - lineStart));
    plain += " ".repeat(Math.max(0, Math.min(end - lineStart, line.length) - plain.length));
  }
  return plain + line.slice(plain.length);
}

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
/** Abbreviations after which a sentence goes on unless another can begin there, and always. */
const ENDS_SHORT =
  /(?<![\p{L}\p{N}])(?:r[eé]f|art|nr|no|n[uú]m|n\.?º|fig|abb|tab|kap|p[oá]?[gs]?|m[aá]x|m[ií]n|env|approx|aprox|ca|bzw|ggf|in[ck]l|mind|temp|z\. ?B|d\. ?h|(?<=\d )(?:in|ft))\.[*_]*\s*$/iu;
const GOES_ON = /^[|\s]*[*_(„"«]*[\d\p{Ll}±<>≤≥+−-]/u;
const ENDS_LEADING = /(?<![\p{L}\p{N}])(?:r[eé]f|art|nr|fig|abb|tab|kap|(?<=\d )in)\.[*_]*\s*$/iu;

/** The sentences of a line. An abbreviation does not end one. */
function segmentsIn(line: string): { segment: string; index: number }[] {
  const found: { segment: string; index: number }[] = [];
  for (const { segment, index } of segmenter.segment(line)) {
    const last = found.at(-1);
    const isSame =
      last !== undefined &&
      (ENDS_LEADING.test(last.segment) || (ENDS_SHORT.test(last.segment) && GOES_ON.test(segment)));
    if (isSame) last.segment += segment;
    else found.push({ segment, index });
  }
  return found;
}
