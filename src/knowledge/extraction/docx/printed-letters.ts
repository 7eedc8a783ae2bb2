import { printedLetters } from "../symbol-fonts.ts";
import { formulaText } from "./formulas.ts";
import { childElements, findChild, textIn, valueIn, type XmlElement } from "./package.ts";
import type { RunLook } from "./styles.ts";

/** The letters that an element prints by itself; null for one that holds other elements. */
export function lettersPrintedBy(element: XmlElement, { font }: RunLook): string | null {
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

/** The text of a check box or a selection list. */
export function shownByForm(character: XmlElement): string {
  const form = findChild(character, "ffData");
  const box = findChild(form, "checkBox");
  if (box !== null) {
    const state = findChild(box, "checked") ?? findChild(box, "default");
    const isChecked = state !== null && !/^(0|false|off)$/i.test(state.attributes.val ?? "");
    return isChecked ? "☒" : "☐";
  }
  const list = findChild(form, "ddList");
  const entries = childElements(list).filter(({ name }) => name === "listEntry");
  return entries[Number(valueIn(list, "result") ?? 0)]?.attributes.val ?? "";
}
