import type { DocumentLanguage } from "@contracts/knowledge.ts";
import { readTerms } from "./terms.ts";

/** A piece of a text, and whether it is a searched word or code. */
export interface TextPiece {
  text: string;
  found: boolean;
}

/** A found word or code of a text; `things` are the searched ones that it stands for. */
interface Find extends Range {
  things: readonly string[];
}

interface Range {
  from: number;
  to: number;
}

/** How many characters of a long sentence are shown before and after what was found in it. */
const LEAD = 60;

/** A word, a number or a code; its parts are joined by hyphens or signs that are not seen. */
const UNIT =
  /[\p{L}\p{N}][\p{L}\p{N}\p{M}\u00ad\u200b-\u200d\u2060\ufeff]*(?:(?:[-\u2010-\u2013\u2043\u2212\u2044/._]|(?<=\p{N}),(?=\p{N}))[\p{L}\p{N}][\p{L}\p{N}\p{M}\u00ad\u200b-\u200d\u2060\ufeff]*)*/gu;
/** The signs between the parts of a code that are written apart: "HP 240 B", "20 °C". */
const GAP = /^[\s°]{1,2}$/;
const DIGIT = /\p{N}/u;

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/**
 * The shown part of a found passage, in pieces, with the words and codes of the query marked. It
 * begins at the sentence that has most of them. Codes and numbers decide alone if the passage has
 * any: then the best sentence for each of them is shown, with "…" for what lies between.
 */
export function buildExcerpt(body: string, query: string, language: DocumentLanguage): TextPiece[] {
  const finds = findsIn(body, query, language);
  const codes = finds.filter(isCode);
  const telling = codes.length > 0 ? codes : finds;
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { from, to } of chooseFragments(body, telling, finds)) {
    if (from > end) pieces.push({ text: end === 0 ? "… " : " … ", found: false });
    pieces.push(...cutPieces(body, { from, to }, finds));
    end = to;
  }
  return pieces;
}

function cutPieces(text: string, { from, to }: Range, finds: readonly Find[]): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = from;
  const add = (until: number, found: boolean) => {
    if (until > end) pieces.push({ text: text.slice(end, until), found });
    end = Math.max(end, until);
  };
  for (const find of finds) {
    if (find.from < from || find.to > to) continue;
    add(find.from, false);
    add(find.to, true);
  }
  add(to, false);
  return pieces;
}

/**
 * The parts of a text that are shown: the sentences that hold what was asked for, and after the last
 * of them the rest.
 * @param telling the finds that decide
 */
function chooseFragments(text: string, telling: readonly Find[], finds: readonly Find[]): Range[] {
  const places = [...sentences.segment(text)].map(({ index: from, segment }) => {
    const to = from + segment.length;
    const within = (all: readonly Find[]) =>
      all.filter((find) => find.from >= from && find.from < to);
    const own = within(telling);
    return { from, to, own, things: collectThings(own), worth: collectThings(within(finds)).size };
  });
  const held = places.filter(({ own }) => own.length > 0);
  if (held.length === 0) return [{ from: 0, to: text.length }];
  const best = (having: typeof held) =>
    having.toSorted((a, b) => b.things.size - a.things.size || b.worth - a.worth)[0] ?? [];
  const chosen = telling.some(isCode)
    ? [...collectThings(telling)].map((thing) => held.filter(({ things }) => things.has(thing)))
    : [held];
  const inOrder = [...new Set(chosen.flatMap(best))].sort((a, b) => a.from - b.from);
  return inOrder.map((sentence, place) => {
    const first = sentence.own[0]?.from ?? sentence.from;
    const last = sentence.own.at(-1)?.to ?? sentence.to;
    const isLong = first - sentence.from > 2 * LEAD;
    const isLast = place === inOrder.length - 1;
    return {
      from: isLong ? wordAfter(text, first - LEAD, first) : sentence.from,
      to: isLast ? text.length : Math.min(sentence.to, wordAfter(text, last + LEAD, text.length)),
    };
  });
}

function collectThings(finds: readonly Find[]): Set<string> {
  return new Set(finds.flatMap(({ things }) => things));
}

/** Where the first word from `place` on begins, at most `limit`. */
function wordAfter(text: string, place: number, limit: number): number {
  const gap = text.slice(place, limit).search(/\s/);
  return gap === -1 ? Math.min(place, limit) : place + gap + 1;
}

function isCode({ things }: Find): boolean {
  return things.some((thing) => DIGIT.test(thing));
}

/** The words and codes of a text that are in the query. A code is one term, also written apart. */
function findsIn(text: string, query: string, language: DocumentLanguage): Find[] {
  const wanted = new Set(readCodes(query, language));
  for (const { 0: unit } of query.matchAll(UNIT)) {
    for (const term of termsOfUnit(unit, language)) wanted.add(term);
  }
  const units = [...text.matchAll(UNIT)].map(({ 0: unit, index }) => ({
    ...{ from: index, to: index + unit.length, unit },
  }));
  const thingsIn = (terms: readonly string[]) => [
    ...new Set(terms.filter((term) => wanted.has(term)).map(inOneWord)),
  ];
  /** The code that so many units make together, and not some of them alone. */
  const joined = (place: number, count: number): Find | null => {
    const group = units.slice(place, place + count);
    const [first, last] = [group[0], group.at(-1)];
    if (first === undefined || last === undefined || group.length < count) return null;
    const isApart = group
      .slice(1)
      .every((unit, at) => GAP.test(text.slice(group[at]?.to, unit.from)));
    if (!isApart || !group.some(({ unit }) => DIGIT.test(unit))) return null;
    const between = (from: number, to: number) =>
      readCodes(text.slice(units[from]?.from, units[to - 1]?.to), language);
    const parts = new Set([
      ...between(place, place + count - 1),
      ...between(place + 1, place + count),
    ]);
    const things = thingsIn(between(place, place + count).filter((code) => !parts.has(code)));
    return things.length === 0 ? null : { from: first.from, to: last.to, things };
  };
  const alone = ({ from, to, unit }: (typeof units)[number]): Find[] => {
    const things = thingsIn(termsOfUnit(unit, language));
    if (things.length > 0) return [{ from, to, things }];
    // "E-30/E-31" are two codes, and "HP-240/B" is an HP-240.
    if (!unit.includes("/") || !/\p{L}/u.test(unit)) return [];
    return [...unit.matchAll(/[^/]+/g)].flatMap(({ 0: part, index }) =>
      alone({ from: from + index, to: from + index + part.length, unit: part }),
    );
  };
  const finds: Find[] = [];
  for (let place = 0; place < units.length; ) {
    const unit = units[place];
    const group = joined(place, 3) ?? joined(place, 2);
    if (group !== null) finds.push(group);
    else if (unit !== undefined) finds.push(...alone(unit));
    while ((units[place]?.from ?? text.length) < (group?.to ?? unit?.to ?? 0)) place += 1;
  }
  return finds;
}

/** The terms by which a word, number or code is found: those of the code, if it is one. */
function termsOfUnit(unit: string, language: DocumentLanguage): string[] {
  const terms = readTerms(unit, language);
  const codes = terms.filter(({ isWord }) => !isWord);
  return (codes.length > 0 ? codes : terms).map(({ text }) => text);
}

function readCodes(text: string, language: DocumentLanguage): string[] {
  return readTerms(text, language).flatMap((term) => (term.isWord ? [] : [term.text]));
}

/** A code without its joints, so that its spellings are one thing. */
function inOneWord(term: string): string {
  return term.replace(/[-/_]/g, "");
}
