import { expect, it } from "vitest";
import { isBoldFile, isBoldName } from "./page.ts";

/** A font file with only the tables that tell the weight. */
function fontFile(weight: number, style: number): Uint8Array {
  const bytes = new Uint8Array(44 + 80 + 54);
  const view = new DataView(bytes.buffer);
  view.setUint16(4, 2);
  const tables = [["OS/2", 44] as const, ["head", 124] as const];
  for (const [at, [tag, place]] of tables.entries()) {
    bytes.set(new TextEncoder().encode(tag), 12 + 16 * at);
    view.setUint32(12 + 16 * at + 8, place);
  }
  view.setUint16(44 + 4, weight);
  view.setUint16(124 + 44, style);
  return bytes;
}

it("knows a bold font by its weight or its style", () => {
  expect(isBoldFile(fontFile(400, 0))).toBe(false);
  expect(isBoldFile(fontFile(500, 2))).toBe(false);
  expect(isBoldFile(fontFile(700, 0))).toBe(true);
  expect(isBoldFile(fontFile(400, 3))).toBe(true);
});

it("takes other bytes, and a font that ends too early, for no bold font", () => {
  expect(isBoldFile(new Uint8Array())).toBe(false);
  expect(isBoldFile(fontFile(700, 1).slice(0, 46))).toBe(false);
  expect(isBoldFile(new Uint8Array(64).fill(255))).toBe(false);
});

it("knows the names of bold fonts, also those of TeX", () => {
  const bold = ["Arial-BoldMT", "NimbusRomNo9L-Medi", "ABCDEF+CMBX10", "CMSSBX10", "SFBX1000"];
  expect(bold.filter((name) => !isBoldName(name))).toEqual([]);
  const others = ["NimbusRomNo9L-Regu", "ABCDEF+CMR10", "CMMI10", "SFRM1000", "Roboto-Medium"];
  expect(others.filter(isBoldName)).toEqual([]);
});
