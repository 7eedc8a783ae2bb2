import { codePoint } from "dingbat-to-unicode";

/** Fonts whose letters are pictures: a letter's code is none of Unicode's. */
const SYMBOL_FONTS = /^(symbol|wingdings( [23])?|webdings)$/i;
const ZAPF_DINGBATS = /zapf ?dingbats/i;
/** Names of fonts in PDFs, like "ABCDEF+Wingdings-Regular", "Wingdings2" and "Webdings". */
const PDF_SYMBOL_FONT = /(?:^|\+)(?:(wingdings) ?([23]?)|(webdings))(?:-regular)?$/i;

/** Codes of such fonts are written as themselves or from here on. */
const PRIVATE_USE = 0xf000;

/** The name of a PDF's font of pictures; undefined for others, and for Symbol, which pdf.js knows. */
export function findPictureFont(name: string): string | undefined {
  if (ZAPF_DINGBATS.test(name)) return "Zapf Dingbats";
  const [, wingdings, number = "", webdings] = PDF_SYMBOL_FONT.exec(name) ?? [];
  return wingdings === undefined ? webdings : `${wingdings} ${number}`.trim();
}

/**
 * A text in the letters that are printed: "W" in the font Symbol is "Ω".
 * @param font the font's name; undefined when it is not known
 */
export function printedLetters(text: string, font: string | undefined): string {
  if (font !== undefined && ZAPF_DINGBATS.test(font)) return dingbats(text);
  const isSymbols = font !== undefined && SYMBOL_FONTS.test(font);
  if (!isSymbols && !/[\uf020-\uf0ff]/.test(text)) return text;
  return Array.from(text, (letter) => {
    const code = letter.charCodeAt(0);
    const isPrivate = code >= PRIVATE_USE && code <= PRIVATE_USE + 0xff;
    if (!isSymbols && !isPrivate) return letter;
    const own = isPrivate ? code - PRIVATE_USE : code;
    // The table writes a font's name so.
    const family = isSymbols
      ? font.charAt(0).toUpperCase() + font.slice(1).toLowerCase()
      : "Symbol";
    // Wingdings draws a space for a space, and what is not in its table is printed as it is.
    return codePoint(family, own)?.string ?? (isPrivate ? String.fromCharCode(own) : letter);
  }).join("");
}

/** Marks of Zapf Dingbats that Unicode has elsewhere; those from "①" on are in a row. */
const OTHER_DINGBATS = new Map(
  Array.from("%☎*☛+☞H★l●n■s▲t▼u◆w◗¨♣©♦ª♥«♠Õ→Ö↔×↕".matchAll(/(.)(.)/gu), ([, code = "", mark]) => [
    code,
    mark,
  ]),
);

/** Unicode has the marks of Zapf Dingbats in the order of their codes, but for some. */
function dingbats(text: string): string {
  return Array.from(text, (letter) => {
    const code = letter.charCodeAt(0) % PRIVATE_USE;
    const own = String.fromCharCode(code);
    if (code <= 0x20 || code > 0xff) return letter;
    if (code >= 0xac && code <= 0xb5) return String.fromCharCode(0x2460 + code - 0xac);
    return OTHER_DINGBATS.get(own) ?? String.fromCharCode(code + (code < 0x80 ? 0x26e0 : 0x26c0));
  }).join("");
}
