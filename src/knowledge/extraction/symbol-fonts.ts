import { codePoint } from "dingbat-to-unicode";

/** Fonts whose letters are pictures: a letter's code is none of Unicode's. */
const SYMBOL_FONTS = /^(symbol|wingdings( [23])?|webdings)$/i;

/** Codes of such fonts are written as themselves or from here on. */
const PRIVATE_USE = 0xf000;

/**
 * A text in the letters that are printed: "W" in the font Symbol is "Ω".
 * @param font the font's name; undefined when it is not known
 */
export function printedLetters(text: string, font: string | undefined): string {
  const isSymbols = font !== undefined && SYMBOL_FONTS.test(font);
  if (!isSymbols && !/[\uf020-\uf0ff]/.test(text)) return text;
  return Array.from(text, (letter) => {
    const code = letter.charCodeAt(0);
    const isPrivate = code >= PRIVATE_USE && code <= PRIVATE_USE + 0xff;
    if (!isSymbols && !isPrivate) return letter;
    const own = isPrivate ? code - PRIVATE_USE : code;
    const family = isSymbols ? named(font) : "Symbol";
    // Wingdings draws a space for a space, and what is not in its table is printed as it is.
    return codePoint(family, own)?.string ?? (isPrivate ? String.fromCharCode(own) : letter);
  }).join("");
}

/** A font's name as the table writes it. */
function named(font: string): string {
  return font.toLowerCase().replace(/^./, (letter) => letter.toUpperCase());
}
