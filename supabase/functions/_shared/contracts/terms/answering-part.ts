import type { DocumentLanguage, Passage } from "../knowledge.ts";
import { beginsWithCode, termsAndCodes } from "./relevance.ts";
import { isRare, LIST_ITEM, leadingCode } from "./telling-words.ts";

/** The part of a passage that answers a question, word for word. */
export interface AnsweringPart {
  /** The heading above it; null where there is none. */
  heading: string | null;
  /** A paragraph, a list with the line that opens it, or a row of a table below the table's head. */
  text: string;
}

interface Part {
  heading: string | null;
  /** The first row of the table that it is a row of, if that names the cells. */
  head: string;
  text: string;
}

/** How a paragraph ends that is no heading. */
const SENTENCE_END = /[.!?:;,…]["”’)]?$/u;
const LONGEST_HEADING = 120;
const NUMBERED = /^\d{1,3}(?:\.\d{1,3}){0,4}[.)]?\s/;

/**
 * The part of a passage that answers a question: the one that has, with its heading, most of the
 * question's words and codes, and of equal ones the one that begins with a code of the question. Where a
 * heading alone begins with one, all that is below it is the part.
 */
export function findAnsweringPart(
  { heading, body }: Pick<Passage, "heading" | "body">,
  question: string,
  language: DocumentLanguage,
): AnsweringPart {
  const asked = termsAndCodes(question, language);
  const { parts, sections } = splitIntoParts(heading, body);
  const begins = (text: string) => beginsWithCode(text, asked);
  const headed = parts.some(({ text }) => begins(text))
    ? undefined
    : sections.find((section) => begins(section.heading?.replace(NUMBERED, "") ?? ""));
  if (headed !== undefined) {
    return { heading: headed.heading, text: body.slice(headed.from, headed.to).trim() };
  }
  const known = new Map<string, ReadonlySet<string>>();
  const termsIn = (text: string) => {
    const terms = known.get(text) ?? termsAndCodes(text, language);
    known.set(text, terms);
    return terms;
  };
  const scored = parts.map((part) => {
    const own = termsIn(part.text);
    // A heading may name all codes from one to another.
    const isAbove = (term: string) => !isRare(term) && termsIn(part.heading ?? "").has(term);
    const names = termsIn(part.head);
    const terms = [...asked].filter(
      (term) => own.has(term) || names.has(term) || isAbove(term),
    ).length;
    const codes = [...asked].filter((term) => isRare(term) && own.has(term)).length;
    return { ...part, isFirst: begins(part.text) ? 1 : 0, terms, codes };
  });
  const [best] = scored.sort(
    (a, b) => b.terms - a.terms || b.isFirst - a.isFirst || b.codes - a.codes,
  );
  if (best === undefined) return { heading: null, text: body.trim() };
  const { head, text } = best;
  return { heading: best.heading, text: head === "" ? text : `${head}\n${text}` };
}

/** The parts of a body in reading order, and its sections, which end where the next heading begins. */
export function splitIntoParts(above: string | null, body: string) {
  const parts: Part[] = [];
  const sections: { heading: string | null; from: number; to: number }[] = [];
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
    isHeading(blocks[place]?.text ?? "", blocks[place + 1]?.text);
  for (const [place, { text, from, to }] of blocks.entries()) {
    if (isHeadingAt(place)) {
      heading = text.trim();
      sections.push({ heading, from: to, to });
      continue;
    }
    const section = sections.at(-1);
    if (section !== undefined) section.to = to;
    else sections.push({ heading, from, to });
    const next = blocks[place + 1];
    if (text.endsWith(":") && next?.text.includes("\t") === false && !isHeadingAt(place + 1)) {
      opening += body.slice(from, next.from);
      continue;
    }
    for (const part of splitIntoLines(text)) {
      parts.push({ ...part, heading, text: opening + part.text });
      opening = "";
    }
  }
  return { parts, sections: sections.filter((each) => each.to > each.from) };
}

/** A short line that is no sentence and has text below it. */
function isHeading(text: string, next: string | undefined): boolean {
  const isLine = text.length <= LONGEST_HEADING && !/[\t\n]/.test(text) && /\p{L}/u.test(text);
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
    if (isList && (before?.isList === true || before?.text.endsWith(":") === true)) {
      before.text += `\n${line}`;
      before.isList = true;
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
