import type { DocumentLanguage, Passage, PassageHit } from "../knowledge.ts";
import { detectLanguage } from "../languages/detect-language.ts";
import { beginsWithCode, termsAndCodes } from "./relevance.ts";
import { isRare, LIST_ITEM, leadingCode } from "./telling-words.ts";

/** How many of the best passages of a search are ordered again. */
export const POOL = 20;

/** The part of a passage that answers a question, word for word. */
export interface AnsweringPart {
  /** The heading above it; null where there is none. */
  heading: string | null;
  /** A paragraph, a list with the line that opens it, or a row of a table below the table's head. */
  text: string;
}

/** Text below a heading, up to the next one; `from` and `to` are places in the passage's body. */
interface Section {
  heading: string | null;
  from: number;
  to: number;
}

interface Part {
  section: Section;
  /** The first row of the table that it is a row of, if that names the cells. */
  head: string;
  text: string;
}

/** How a paragraph ends that is no heading. */
const SENTENCE_END = /[.!?:;,…]["”’)]?$/u;
const LONGEST_HEADING = 120;
/** The longest section that is shown as one part, in characters. */
const LONGEST_SECTION = 1_000;
const NUMBERED = /^\d{1,3}(?:\.\d{1,3}){0,4}[.)]?\s/;

/** A part as it is shown, with the terms that it has of a question and its context. */
interface ScoredPart extends AnsweringPart {
  terms: string[];
  /** Those of them that are codes, if it begins with one. */
  codes: string[];
}

/**
 * The part of a passage that answers a question: the one that has, with its heading, most of the
 * question's words and codes. Codes count twice in a part that begins with one of them, and a figure in
 * the row whose first cell it is. A whole section is the part if its heading alone begins with a code, or
 * with a sign and a figure ("$100"), or has at least as many of the question's words as each paragraph in
 * it.
 * @param context what the question is about without naming it; its words count half; empty if nothing
 */
export function findAnsweringPart(
  passage: Pick<Passage, "heading" | "body">,
  question: string,
  language: DocumentLanguage,
  context = "",
): AnsweringPart {
  const parts = findParts(passage, { question, context }, language);
  const { heading = null, text = "" } = bestPart(parts)?.part ?? {};
  return { heading, text };
}

/**
 * Orders passages by the sum of two shares: what their scores are of the best one's, and the same of the
 * scores of their best parts. In these, a term of the question counts by its rarity among the parts of
 * all passages; one that the file's name has counts in each of its parts.
 * @param passages with the scores of the search
 * @param context what the question is about without naming it; its words count half; empty if nothing
 */
export function bestPartsFirst<
  Hit extends Pick<PassageHit, "file_name" | "heading" | "body" | "score">,
>(passages: readonly Hit[], question: string, context = ""): Hit[] {
  const found = passages.map((passage) => {
    const language = detectLanguage([passage.body]);
    const named = termsAndCodes(passage.file_name.replace(/[-_.]/g, " "), language);
    return { passage, parts: findParts(passage, { question, context }, language, named) };
  });
  const all = found.flatMap(({ parts }) => parts);
  const rarities = new Map<string, number>();
  for (const term of new Set(all.flatMap(({ terms }) => terms))) {
    const having = all.filter(({ terms }) => terms.includes(term)).length;
    rarities.set(term, Math.log(1 + (all.length - having + 0.5) / (having + 0.5)));
  }
  const scores = found.map(({ parts }) => bestPart(parts, rarities)?.score ?? 0);
  const most = Math.max(...scores, Number.MIN_VALUE);
  const first = Math.max(...passages.map(({ score }) => score), Number.MIN_VALUE);
  return found
    .map(({ passage }, at) => ({
      passage,
      share: (scores[at] ?? 0) / most + passage.score / first,
    }))
    .sort((a, b) => b.share - a.share)
    .map(({ passage }) => passage);
}

function bestPart(parts: readonly ScoredPart[], rarities?: ReadonlyMap<string, number>) {
  const sum = (terms: string[]) => terms.reduce((all, term) => all + (rarities?.get(term) ?? 1), 0);
  const scored = parts.map((part) => ({ part, score: sum(part.terms) + sum(part.codes) }));
  return scored.sort((a, b) => b.score - a.score)[0];
}

/** @param named the terms of the file's name */
function findParts(
  { heading, body }: Pick<Passage, "heading" | "body">,
  { question, context }: { question: string; context: string },
  language: DocumentLanguage,
  named: ReadonlySet<string> = new Set(),
): ScoredPart[] {
  const asked = termsAndCodes(`${context}\n${question}`, language);
  const own = termsAndCodes(question, language);
  // Codes and the question's own words are there twice, and count twice.
  const counted = [...asked, ...[...asked].filter((term) => own.has(term) || isRare(term))];
  const { parts, sections } = splitIntoParts(heading, body);
  const begins = (text: string) => beginsWithCode(text, asked);
  const headed = parts.some(({ text }) => begins(text))
    ? undefined
    : sections.find(({ heading }) => {
        const text = heading?.replace(NUMBERED, "") ?? "";
        return begins(text) || asked.has(/^[^\p{L}\p{N}\s](\p{N}+)/u.exec(text)?.[1] ?? "");
      });
  const known = new Map<string, ReadonlySet<string>>();
  const textIn = ({ from, to }: Section) => body.slice(from, to).trim();
  const termsIn = (text: string) => {
    const terms = known.get(text) ?? withAbbreviations(text, question, language);
    known.set(text, terms);
    return terms;
  };
  const above = termsIn(heading ?? "");
  const score = (part: Part, isFirst: boolean): ScoredPart => {
    const own = termsIn(part.text);
    const near = termsIn(part.section.heading ?? "");
    const heads = termsIn(part.head);
    // A heading may name all codes from one to another.
    const isAbove = (term: string) => !isRare(term) && (near.has(term) || above.has(term));
    const terms = counted.filter(
      (term) => own.has(term) || heads.has(term) || isAbove(term) || named.has(term),
    );
    const { head, text } = part;
    return {
      ...{ heading: part.section.heading, text: head === "" ? text : `${head}\n${text}`, terms },
      codes: terms.filter((term) =>
        isFirst ? isRare(term) && own.has(term) : text.startsWith(`${term}\t`),
      ),
    };
  };
  if (headed !== undefined) {
    return [score({ section: headed, head: "", text: textIn(headed) }, true)];
  }
  if (parts.length === 0) return [{ heading: null, text: body.trim(), terms: [], codes: [] }];
  const count = (text: string) => counted.filter((term) => termsIn(text).has(term)).length;
  const whole = sections.filter((section) => {
    const text = textIn(section);
    const most = count(section.heading ?? "");
    const isBelow = (part: Part) => part.section === section;
    return (
      most > 0 &&
      text.length <= LONGEST_SECTION &&
      !text.includes("\t") &&
      parts.filter(isBelow).every((part) => !begins(part.text) && count(part.text) <= most)
    );
  });
  return [
    ...whole.map((section) => score({ section, head: "", text: textIn(section) }, false)),
    ...parts
      .filter(({ section }) => !whole.includes(section))
      .map((part) => score(part, begins(part.text))),
  ];
}

const ABBREVIATION = /(?<![\p{L}\p{N}])\p{Lu}{3,5}(?![\p{L}\p{N}])/gu;

/** The terms of a text, and the abbreviations of a question whose words it has in a row. */
function withAbbreviations(text: string, question: string, language: DocumentLanguage) {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const initials = words.map(([first]) => first).join("");
  const short = question.match(ABBREVIATION)?.map((each) => each.toLowerCase()) ?? [];
  const meant = short.filter((each) => initials.includes(each));
  return new Set([...termsAndCodes(text, language), ...meant]);
}

/** The parts of a body in reading order, and its sections, which end where the next heading begins. */
export function splitIntoParts(above: string | null, body: string) {
  const parts: Part[] = [];
  const sections: Section[] = [];
  let heading = above;
  /** A paragraph that opens the list or paragraph after it. */
  let opening = "";
  const blocks = [...body.matchAll(/[^\n](?:(?!\n\n).)*/gsu)].flatMap(
    ({ 0: text, index: from }) => {
      const block = { text: text.trimEnd(), from, to: from + text.length };
      return block.text === "" ? [] : [block];
    },
  );
  const isHeadingAt = (place: number) =>
    (place + 1 < blocks.length && blocks[place]?.text.trim() === above) ||
    isHeading(blocks[place]?.text ?? "", blocks[place + 1]?.text);
  for (const [place, { text, from, to }] of blocks.entries()) {
    if (isHeadingAt(place)) {
      heading = text.trim();
      sections.push({ heading, from: to, to });
      continue;
    }
    const section = sections.at(-1) ?? { heading, from, to };
    if (sections.length === 0) sections.push(section);
    section.to = to;
    const next = blocks[place + 1];
    // A sentence that is divided, as by a picture, goes on in the next paragraph.
    const isDivided =
      text.length > LONGEST_HEADING && !/[\t\n]/.test(text) && !SENTENCE_END.test(text);
    const opens = text.endsWith(":") || (isDivided && opening === "");
    if (opens && next?.text.includes("\t") === false && !isHeadingAt(place + 1)) {
      opening += body.slice(from, next.from);
      continue;
    }
    for (const part of splitIntoLines(text)) {
      parts.push({ ...part, section, text: opening + part.text });
      opening = "";
    }
  }
  return { parts, sections: sections.filter((each) => each.to > each.from) };
}

/** A short line that is no sentence and has text below it. */
function isHeading(text: string, next: string | undefined): boolean {
  const isLine = text.length <= LONGEST_HEADING && !/[\t\n=]/.test(text) && /\p{L}/u.test(text);
  if (!isLine || next === undefined || SENTENCE_END.test(text)) return false;
  return NUMBERED.test(text) || !isHeading(next, "Text.");
}

/** The rows and lines of a block; the items of a list are one, with the line that opens it. */
function splitIntoLines(block: string): Pick<Part, "head" | "text">[] {
  const parts: { head: string; text: string; isList: boolean; isRow: boolean }[] = [];
  let head = "";
  for (const line of block.split("\n")) {
    const before = parts.at(-1);
    const isRow = line.includes("\t");
    // An item that begins with a code says what that means.
    const isList = LIST_ITEM.test(line) && leadingCode(line) === "";
    if (isRow && before?.isRow === true && head === "" && namesCells(before.text)) {
      head = before.text;
      parts.pop();
    }
    const goesOn =
      before?.isRow === false &&
      !isRow &&
      !LIST_ITEM.test(line) &&
      leadingCode(line) === "" &&
      (before.isList || !SENTENCE_END.test(before.text));
    if (goesOn || (isList && (before?.isList === true || before?.text.endsWith(":") === true))) {
      before.text += `\n${line}`;
      before.isList ||= isList;
    } else {
      parts.push({ head: isRow ? head : "", text: line, isRow, isList });
    }
    if (!isRow) head = "";
  }
  return parts;
}

/** Whether a row names the cells below it: it has no figures, or two others and none in the first. */
function namesCells(row: string): boolean {
  const cells = row.split("\t");
  return !/(?<![\p{L}\p{N}])\p{N}/u.test(cells.length > 2 ? (cells[0] ?? "") : row);
}
