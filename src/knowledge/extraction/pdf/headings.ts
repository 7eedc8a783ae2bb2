import { median } from "./geometry.ts";
import type { Line } from "./lines.ts";
import { hasDeepNumber, hasLeader, hasLetter, isNumbered } from "./numbering.ts";
import { LINE_GAP } from "./rows.ts";

/** Minimum size of a heading's letters, as a multiple of the body's. */
const LARGER = 1.15;
/** The same for bold ones that stand alone above larger text. */
const SMALLER = 0.85;
/** Text that is indented by this many letter heights explains the term above it. */
const INDENT = 1;
/** So many lines begin at a place where text is set, at least. */
const FEWEST_AT_MARGIN = 3;
const LONG_LINE = 40;
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
/** Words that begin a warning or a note, in the languages of most manuals. */
const WARNING =
  /^\P{L}*(warning|caution|danger|notice|note|notes|important|attention|tip|hint|warnung|vorsicht|gefahr|achtung|hinweis|hinweise|wichtig|beispiel|example|remark|avertissement|remarque|prudence|advertencia|atención|precaución|peligro|nota|внимание|примечание|предупреждение|осторожно|opgelet|waarschuwing|let op|opmerking)\P{L}*$/iu;
const BULLETED = /^[•‣▪■●○◦►✓–*-]\s/;

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
  /** How many long lines of ordinary weight begin at a place, by its rounded x position. */
  margins: ReadonlyMap<number, number>;
}

/** The lines around a line of its column; null at an end. */
export interface Neighbours {
  before: Line | null;
  after: Line | null;
}

export function measureStyle(lines: readonly Line[]): Style {
  const letters = new Map<number, number>();
  let [bold, all] = [0, 0];
  const repeated = new Map<string, number>();
  const margins = new Map<number, number>();
  for (const line of lines) {
    const { size, text } = line;
    if (!line.isBold && text.length > LONG_LINE) {
      const place = Math.round(line.x);
      margins.set(place, (margins.get(place) ?? 0) + 1);
    }
    const rounded = Math.round(size * 2) / 2;
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.length);
    all += text.length;
    if (line.isBold) bold += text.length;
    const label = readLabel(text);
    repeated.set(label, (repeated.get(label) ?? 0) + 1);
  }
  const bodySize = [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
  return {
    bodySize,
    boldShare: bold / (all || 1),
    lineGap: measureLineGap(lines),
    repeated,
    margins,
  };
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

/** Whether a text only announces a warning or a note. */
export function isWarning(text: string): boolean {
  return WARNING.test(text);
}

/** A section with a number may have such a title: "9.8.2 Example". */
function isOnlyWarning(text: string): boolean {
  return isWarning(text) && !hasDeepNumber(text);
}

/** Whether lines look like a heading: by size, weight, length, place, number and repetition. */
export function looksLikeHeading(
  lines: readonly Line[],
  { before, after }: Neighbours,
  style: Style,
): boolean {
  const [line] = lines;
  const last = lines.at(-1);
  if (line === undefined || last === undefined) return false;
  const { size, isBold } = line;
  const text = lines.map((each) => each.text).join(" ");
  if (!hasWords(text) || CAPTION.test(text) || isOnlyWarning(text) || hasLeader(text)) return false;
  if (BULLETED.test(text) || /[,;]$/.test(text)) return false;
  const isTitled = isBold && hasDeepNumber(text);
  const isSentence = !isTitled && /\p{Ll}[.!]$/u.test(text) && text.split(" ").length > 4;
  // A list of names, or an address.
  if (isSentence || (text.split(", ").length > 3 && !hasDeepNumber(text))) return false;
  if (size >= style.bodySize * LARGER) return text.length <= LONGEST_LARGE && lines.length <= 4;
  if (text.length > LONGEST_BOLD || lines.length > 2) return false;
  // Below a larger heading may stand a smaller one.
  const isBelowLarger = before !== null && before.size >= LARGER * size;
  const isApart = before === null || isGap(before, line, style) || !before.isBold || isBelowLarger;
  if ((/\p{L}[.!?]$/u.test(text) && !isTitled) || !/^[[(<„"“«¿¡]?[\p{Lu}\d]/u.test(text))
    return false;
  const isFree =
    (before === null || isGap(before, line, style)) && after !== null && isGap(last, after, style);
  if (size < style.bodySize * 0.95) {
    if (!isBold || size < style.bodySize * SMALLER) return false;
    return isNumbered(text) ? isApart : isFree && after !== null && !after.isBold;
  }
  // Entries of a list follow each other; there is text between headings.
  const isEntry = hasLetter(text) && (isLettered(before) || isLettered(after));
  if (isEntry) return false;
  if (!isBold) return isFree && isPlainHeading(text);
  if (isNumbered(text)) return isApart;
  if (style.boldShare > 0.4 || (after !== null && explains(after, line, style))) return false;
  if ((style.repeated.get(readLabel(line.text)) ?? 0) > MOST_REPEATED) return false;
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

/** Whether a text of ordinary weight that stands alone is a heading by its number. */
function isPlainHeading(text: string): boolean {
  if (hasDeepNumber(text)) return text.length <= LONGEST_NUMBERED;
  return hasLetter(text) && text.length <= LONGEST_LETTERED;
}

/** Whether a line begins with a letter as the line beside it does, like the entries of a list. */
function isLettered(line: Line | null): boolean {
  return line !== null && hasLetter(line.text);
}

/** Whether a text is indented below a term, as in a glossary, while other text is not. */
function explains(text: Line, term: Line, { margins }: Style): boolean {
  const reach = Math.round(0.4 * term.size);
  const at = (x: number) => {
    const places = Array.from({ length: 2 * reach + 1 }, (_, by) => Math.round(x) + by - reach);
    return places.reduce((sum, place) => sum + (margins.get(place) ?? 0), 0);
  };
  return (
    !text.isBold &&
    text.x >= term.x + INDENT * term.size &&
    at(term.x) >= Math.max(FEWEST_AT_MARGIN, at(text.x) / 2)
  );
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
