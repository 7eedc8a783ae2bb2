/** "4.2 Wiring", "3-1. Wiring", "A. Wiring", "A.2 Wiring", "IV. Wiring". */
const NUMBERED = /^(\d{1,2}|[A-Z]|[IVX]{1,5})([.-]\d{1,2}){0,4}[.)]?\s+\p{Lu}/u;
/** "Chapter 4", "Appendix B". */
const NAMED = /^(chapter|kapitel|section|part|teil|appendix|anhang)\s+([A-Z]\b|[\divx]+)/i;
const DEEP = /^(\d{1,2}|[A-Z])([.-]\d{1,2}){1,4}\.?\s+[\p{L}_<"“(]/u;
/** "G.1.1 940-0024 cable": what follows a letter and two numbers may begin with a number of its own. */
const APPENDED = /^[A-Z]([.-]\d{1,2}){2,4}\.?\s+[\p{L}\d]/u;
/** One letter or roman numeral, as headings have it and entries of lists, too. */
const LETTER = /^\(?([A-Z]|[IVX]{1,5}|[a-z]|[ivx]{1,5})[.)]\s+\S/;

/** A leader to a page number; a long title leaves little room for its dots. */
const LEADER = /(\.\s?){4,}|…{2,}|_{4,}|(\.\s?){2,}(\d+|[ivxl]+)$/;

/** Marks that nothing but an entry of a list begins with. */
const ENTRY = /^([-*•‣▪■●○◦–►✓✔➢❖]|\(?\d{1,2}[.)]|\(?([A-Z]|[a-z]|[ivx]{1,5})\)|\*\d)\s/;

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

/** Whether a text has the dots that lead to a page number, as in a table of contents. */
export function hasLeader(text: string): boolean {
  return LEADER.test(text);
}

/** Whether a text is surely an entry of a list. */
export function isListEntry(text: string): boolean {
  return ENTRY.test(text);
}
