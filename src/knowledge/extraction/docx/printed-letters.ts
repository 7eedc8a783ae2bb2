import { printedLetters } from "../symbol-fonts.ts";
import { formulaText } from "./formulas.ts";
import { childOf, elementsOf, textIn, valueIn, type XmlElement } from "./package.ts";
import type { RunLook } from "./styles.ts";

/** What an element prints by itself; null for one that holds other elements. */
export function lettersOf(element: XmlElement, { font }: RunLook): string | null {
  const { name, attributes } = element;
  switch (name) {
    case "t":
      return printedLetters(textIn(element), font);
    case "sym": {
      const code = Number.parseInt(attributes.char ?? "20", 16);
      return printedLetters(String.fromCharCode(code), attributes.font);
    }
    case "tab":
    case "ptab":
      return "\t";
    case "br":
    case "cr":
      return "\n";
    case "noBreakHyphen":
      return "-";
    case "softHyphen":
      return "";
    case "oMath":
      return formulaText(element);
    case "textpath":
      return attributes.string ?? "";
    default:
      return null;
  }
}

/** What a check box or a list to choose from shows. */
export function shownByForm(character: XmlElement): string {
  const form = childOf(character, "ffData");
  const box = childOf(form, "checkBox");
  if (box !== null) {
    const state = childOf(box, "checked") ?? childOf(box, "default");
    const isChecked = state !== null && !/^(0|false|off)$/i.test(state.attributes.val ?? "");
    return isChecked ? "☒" : "☐";
  }
  const list = childOf(form, "ddList");
  const entries = elementsOf(list).filter(({ name }) => name === "listEntry");
  return entries[Number(valueIn(list, "result") ?? 0)]?.attributes.val ?? "";
}
