import { median } from "./geometry.ts";
import { LINE_GAP, type Line } from "./lines.ts";

/** Minimum size of a heading's letters, as a multiple of the body's. */
const LARGER = 1.15;
const LONGEST_LARGE = 150;
/** Maximum length of a heading that has the size of the text. */
const LONGEST_BOLD = 90;
/** The same for one of ordinary weight, with a number of several parts or with a letter. */
const LONGEST_NUMBERED = 75;
const LONGEST_LETTERED = 60;
/** A heading that has the size of the text and repeats more often is a label. */
const MOST_REPEATED = 3;
/** "Figure 3", "Table 2:" and the same in other languages. */
const CAPTION =
  /^(fig(ure|\.)?|abb(ildung|\.)?|bild|tab(elle|le|\.)?|tabla|tableau|table|photo|foto|рис(унок|\.)?|табл(ица|\.)?)\s*[-–]?\s*[\dIVX]/iu;
/** A text that only announces a warning or a note, in the languages of most manuals. */
export const WARNING =
  /^\P{L}*(warning|caution|danger|notice|note|notes|important|attention|tip|hint|warnung|vorsicht|gefahr|achtung|hinweis|hinweise|wichtig|beispiel|example|remark|avertissement|remarque|prudence|advertencia|atención|precaución|peligro|nota|внимание|примечание|предупреждение|осторожно|opgelet|waarschuwing|let op|opmerking)\P{L}*$/iu;
const BULLETED = /^[•‣▪■●○◦►✓–*-]\s/;
/** "4.2 Wiring", "3-1. Wiring", "A. Wiring", "A.2 Wiring", "IV. Wiring". */
const NUMBERED = /^(\d{1,2}|[A-Z]|[IVX]{1,5})([.-]\d{1,2}){0,4}[.)]?\s+\p{Lu}/u;
/** "Chapter 4", "Appendix B". */
const NAMED = /^(chapter|kapitel|section|part|teil|appendix|anhang)\s+([A-Z]\b|[\divx]+)/i;
const DEEP = /^(\d{1,2}|[A-Z])([.-]\d{1,2}){1,4}\.?\s+[\p{L}_<"“(]/u;
/** "G.1.1 940-0024 cable": what follows a letter and two numbers may begin with a number of its own. */
const APPENDED = /^[A-Z]([.-]\d{1,2}){2,4}\.?\s+[\p{L}\d]/u;
/** One letter or roman numeral, as headings have it and entries of lists, too. */
const LETTER = /^\(?([A-Z]|[IVX]{1,5}|[a-z]|[ivx]{1,5})[.)]\s+\S/;
/** The dots that lead to a page number; a long title leaves little room for them. */
export const LEADER = /(\.\s?){4,}|…{2,}|_{4,}|(\.\s?){2,}(\d+|[ivxl]+)$/;
/** Marks that nothing but an entry of a list begins with. */
const ENTRY = /^([-*•‣▪■●○◦–►✓✔➢❖]|\(?\d{1,2}[.)]|\(?([A-Z]|[a-z]|[ivx]{1,5})\)|\*\d)\s/;

/** The facts about a document with which its lines are judged. */
export interface Style {
  /** The size of most letters. */
  bodySize: number;
  /** How much of the text is bold, from 0 to 1. */
  boldShare: number;
  /** A gap between lines that is larger than this ends a paragraph, in letter heights. */
  lineGap: number;
  /** How often each line occurs, by `readLabel`. */
  repeated: ReadonlyMap<string, number>;
}

export function measureStyle(lines: readonly Line[]): Style {
  const letters = new Map<number, number>();
  let [bold, all] = [0, 0];
  const repeated = new Map<string, number>();
  for (const line of lines) {
    const { size, text } = line;
    const rounded = Math.round(size * 2) / 2;
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.length);
    all += text.length;
    if (line.isBold) bold += text.length;
    const label = readLabel(text);
    repeated.set(label, (repeated.get(label) ?? 0) + 1);
  }
  const bodySize = [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
  return { bodySize, boldShare: bold / (all || 1), lineGap: measureLineGap(lines), repeated };
}

/** Text that is set wide has larger gaps in its paragraphs. */
function measureLineGap(lines: readonly Line[]): number {
  const below = lines.slice(1).flatMap((line, at) => {
    const above = lines[at];
    if (above === undefined || Math.abs(above.size - line.size) > 0.1) return [];
    const isLong = above.text.length > 40 && Math.abs(above.x - line.x) < 2 * line.size;
    const gap = (above.y - line.y) / line.size;
    return isLong && gap > 0.9 && gap < 2.5 ? [gap] : [];
  });
  return Math.max(LINE_GAP, 1.15 * median(below));
}

function readLabel(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, " ");
}

/** A line of a text may begin with a small "figure 3". */
export function isCaption(text: string): boolean {
  return CAPTION.test(text) && /^\p{Lu}/u.test(text);
}

/** Whether lines look like a heading: by size, weight, length, place, number and repetition. */
export function looksLikeHeading(
  lines: readonly Line[],
  /** The lines around them in their column; null at an end. */
  { before, after }: Record<"before" | "after", Line | null>,
  style: Style,
): boolean {
  const [line] = lines;
  const last = lines.at(-1);
  if (line === undefined || last === undefined) return false;
  const { size, isBold } = line;
  const text = lines.map((each) => each.text).join(" ");
  // A section with a number may have such a title: "9.8.2 Example".
  const isOnlyWarning = WARNING.test(text) && !hasDeepNumber(text);
  if (!hasWords(text) || CAPTION.test(text) || isOnlyWarning || LEADER.test(text)) return false;
  if (BULLETED.test(text) || /[,;]$/.test(text)) return false;
  const isTitled = isBold && hasDeepNumber(text);
  if (!isTitled && /\p{Ll}[.!]$/u.test(text) && text.split(" ").length > 4) return false;
  if (size >= style.bodySize * LARGER) return text.length <= LONGEST_LARGE && lines.length <= 4;
  if (text.length > LONGEST_BOLD || lines.length > 2) return false;
  // Below a larger heading may stand a smaller one.
  const isBelowLarger = before !== null && before.size >= LARGER * size;
  const isApart = before === null || isGap(before, line, style) || !before.isBold || isBelowLarger;
  if ((/\p{L}[.!?]$/u.test(text) && !isTitled) || !/^[[(<„"“«¿¡]?[\p{Lu}\d]/u.test(text))
    return false;
  if (size < style.bodySize * 0.95) return false;
  // Entries of a list follow each other; there is text between headings.
  const isLettered = (line: Line | null) => line !== null && hasLetter(line.text);
  if (hasLetter(text) && (isLettered(before) || isLettered(after))) return false;
  if (!isBold) {
    const isFree = before === null || isGap(before, line, style);
    if (!isFree || after === null || !isGap(last, after, style)) return false;
    if (hasDeepNumber(text)) return text.length <= LONGEST_NUMBERED;
    return hasLetter(text) && text.length <= LONGEST_LETTERED;
  }
  if (isNumbered(text)) return isApart;
  if (style.boldShare > 0.4 || (style.repeated.get(readLabel(line.text)) ?? 0) > MOST_REPEATED)
    return false;
  return isApart && after !== null;
}

/** Whether a line goes on in the next, as far as its look shows. */
export function looksContinued(line: Line, next: Line, style: Style): boolean {
  return (
    !isGap(line, next, style) &&
    Math.abs(line.size - next.size) <= 0.05 * line.size &&
    line.isBold === next.isBold &&
    !isNumbered(next.text) &&
    !BULLETED.test(next.text)
  );
}

/** Whether lines may be a heading at all: the others are not compared with their neighbours. */
export function standsOut({ isBold, size, text }: Line, { bodySize }: Style): boolean {
  return isBold || size >= bodySize * LARGER || hasDeepNumber(text) || hasLetter(text);
}

function isGap(above: Line, below: Line, { lineGap }: Style): boolean {
  return above.y - below.y > lineGap * Math.max(above.size, below.size) || above.y <= below.y;
}

/** Words, and not only figures, units or labels of a drawing. */
function hasWords(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const isWord = hasDeepNumber(text) ? /\p{L}{2}/u : /\p{L}{3}/u;
  return (
    letters >= 3 && letters >= 0.4 * text.replaceAll(/[\s\d.]/g, "").length && isWord.test(text)
  );
}

/** Whether a text begins as a heading with a number does, whatever its depth. */
export function isNumbered(text: string): boolean {
  return NUMBERED.test(text) || NAMED.test(text) || hasDeepNumber(text);
}

/** Whether it begins with a number of several parts: hardly anything but a heading does. */
export function hasDeepNumber(text: string): boolean {
  return DEEP.test(text) || APPENDED.test(text);
}

export function hasLetter(text: string): boolean {
  return LETTER.test(text);
}

/** Whether a text is surely an entry of a list. */
export function isListEntry(text: string): boolean {
  return ENTRY.test(text);
}
