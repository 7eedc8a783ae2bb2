import { PASSAGE_LIMIT, type Passage } from "@contracts/knowledge.ts";
import type { TextBlock } from "./extraction/document-text.ts";

/** Maximum and desired number of words in a passage. */
const MOST_WORDS = 200;
const GOAL_WORDS = 160;
/** A section with fewer words is joined with the next, even across a page break. */
const FEW_WORDS = 40;
/** How a paragraph ends that is complete. */
const SENTENCE_END = /[.!?;…。！？]["”’)]?$/u;

/** A piece of text that is not split: a paragraph, a line, or a part of one that is too long. */
interface Unit {
  text: string;
  words: number;
  page: number | null;
  heading: string | null;
  isHeading: boolean;
  /** Whether it belongs to the text below it. */
  introduces: boolean;
  /** The first lines of a passage that begins with it: the head of the table that it is a row of. */
  head: string | null;
  /** The separator between it and the previous unit. */
  joint: string;
}

/**
 * Groups a document's blocks into passages of about 120 to 200 words. All text is kept in order and
 * once, but for the heads of tables, which passages repeat that begin within a table. A heading is
 * part of the passage that it starts, and is the `heading` of the passages after it. A caption, or a
 * short paragraph that opens a list, is in the passage of what is below it. `page` is where a passage
 * begins; a passage crosses a page break only if one of the sides has few words.
 */
export function splitIntoPassages(blocks: readonly TextBlock[]): Passage[] {
  return groupSections(splitIntoUnits(blocks))
    .flatMap(splitSection)
    .map((units, chunk_no) => {
      const [first] = units;
      return {
        chunk_no,
        page: first?.page ?? null,
        // After several headings in a row, the text belongs to the last one.
        heading: (units.find(({ isHeading }) => !isHeading) ?? units.at(-1))?.heading ?? null,
        body: joinBody(units),
      };
    });
}

function joinBody(units: readonly Unit[]): string {
  const body = units.map(({ joint, text }, at) => (at === 0 ? text : joint + text)).join("");
  const head = units[0]?.head ?? null;
  // A head that is too long to go along would not be read either.
  return head === null || head.length + 1 + body.length > PASSAGE_LIMIT ? body : `${head}\n${body}`;
}

function splitIntoUnits(blocks: readonly TextBlock[]): Unit[] {
  let heading: string | null = null;
  let before: TextBlock["kind"] | null = null;
  return blocks.flatMap(({ text, page, kind, head = null }) => {
    // A row that begins with a tab has an empty first cell.
    const whole = (kind === "line" ? text.trimEnd() : text.trim()).replace(/^[^\S\t]+/, "");
    if (whole.trim() === "") return [];
    if (kind === "heading") heading = whole.slice(0, 300);
    const joint = kind === "line" && before === "line" ? "\n" : "\n\n";
    before = kind;
    const under = heading;
    return pieces(whole).map((piece, at) => ({
      text: piece,
      words: countWords(piece),
      introduces: kind !== "line" && countWords(piece) < FEW_WORDS && !SENTENCE_END.test(piece),
      page,
      heading: under,
      isHeading: kind === "heading",
      head,
      joint: at === 0 ? joint : " ",
    }));
  });
}

/** Groups units of one heading and page into sections; short ones are joined with the next. */
function groupSections(units: readonly Unit[]): Unit[][] {
  const sections: Unit[][] = [];
  for (const unit of units) {
    const section = sections.at(-1);
    const last = section?.at(-1);
    const same = last?.page === unit.page && last.heading === unit.heading;
    if (section !== undefined && (same || total(section) < FEW_WORDS)) section.push(unit);
    else sections.push([unit]);
  }
  return sections.reduce<Unit[][]>((kept, section) => {
    const before = kept.at(-1);
    const samePage = before?.at(-1)?.page === section[0]?.page;
    // The end of a document or page is joined with the section before if it is too short.
    if (before !== undefined && samePage && total(section) < FEW_WORDS) before.push(...section);
    else kept.push(section);
    return kept;
  }, []);
}

/** Splits a section evenly, so that no short rest is left at its end. */
function splitSection(section: readonly Unit[]): Unit[][] {
  const goal = total(section) / Math.max(1, Math.round(total(section) / GOAL_WORDS));
  const parts: Unit[][] = [];
  let taken = 0;
  for (const unit of section) {
    const part = parts.at(-1);
    const end = parts.length * goal;
    // End the part where its length is closest to an even share.
    const closer = Math.abs(taken - end) <= Math.abs(taken + unit.words - end);
    if (part !== undefined && !closer && fits(part, unit)) part.push(unit);
    else parts.push([...takeIntroduction(part ?? [], unit), unit]);
    taken += unit.words;
  }
  return parts;
}

/** Takes from the end of a part what introduces the unit below it. */
function takeIntroduction(part: Unit[], unit: Unit): Unit[] {
  let from = part.length;
  while (from > 1 && part[from - 1]?.introduces && fits(part.slice(from - 1), unit)) from -= 1;
  return part.splice(from);
}

function fits(part: readonly Unit[], unit: Unit): boolean {
  const letters = part.reduce((sum, { text, joint }) => sum + text.length + joint.length, 0);
  const words = total(part) + unit.words;
  return words <= MOST_WORDS && letters + unit.joint.length + unit.text.length <= PASSAGE_LIMIT;
}

/** Splits a text that a passage cannot hold: by sentences, then by words, and at last by letters. */
function pieces(text: string): string[] {
  if (text.length <= PASSAGE_LIMIT && countWords(text) <= MOST_WORDS) return [text];
  const sentences = text.split(/(?<=[.!?]["”’)]?)\s+(?=\S)/);
  if (sentences.length > 1) return sentences.flatMap(pieces);
  const words = text.split(/\s+/);
  // Code points, so that no surrogate pair is split.
  const [parts, joint] = words.length > 1 ? [words, " "] : [Array.from(text), ""];
  const middle = Math.ceil(parts.length / 2);
  return [parts.slice(0, middle), parts.slice(middle)].flatMap((half) => pieces(half.join(joint)));
}

function total(units: readonly Unit[]): number {
  return units.reduce((sum, { words }) => sum + words, 0);
}

function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
