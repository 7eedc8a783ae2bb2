/** Weights from this one on are bold; ordinary text has 400, and 500 where a font has none. */
const BOLD = 600;
/** The fonts of TeX are bold by "BX" and "Medi". */
const BOLD_NAME =
  /bold|black|heavy|demi|\bbd\b|\b(cm|ec|sf)(ss)?b(x|\d)|\bsf(sx|xi)|-medi(ital|obli)?$/i;
/** Where the table "OS/2" has the weight, and "head" the style whose first bit is bold. */
const WEIGHT_AT = 4;
const STYLE_AT = 44;

/** Whether a font is bold by its name, which its flag often does not show. */
export function isBoldName(name: string): boolean {
  return BOLD_NAME.test(name);
}

/**
 * Whether an OpenType or TrueType font is bold by its own tables. Documents that are printed to
 * PDF often have fonts whose names do not show it.
 * @param font the font file; false for any other bytes
 */
export function isBoldFile(font: Uint8Array): boolean {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const weight = numberIn(view, "OS/2", WEIGHT_AT) ?? 0;
  const style = numberIn(view, "head", STYLE_AT) ?? 0;
  return weight >= BOLD || (style & 1) === 1;
}

/** A number of 16 bits in a table of the font; null if the font has no such table. */
function numberIn(view: DataView, table: string, at: number): number | null {
  if (view.byteLength < 12) return null;
  const tables = view.getUint16(4);
  for (let entry = 12; entry < 12 + 16 * tables && entry + 16 <= view.byteLength; entry += 16) {
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((each) => view.getUint8(entry + each)));
    const place = view.getUint32(entry + 8) + at;
    if (tag === table) return place + 2 <= view.byteLength ? view.getUint16(place) : null;
  }
  return null;
}
