import { printedLetters } from "../symbol-fonts.ts";
import { childElements, findChild, isOn, textIn, valueIn, type XmlElement } from "./package.ts";
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
  if (box !== null) return (isOn(box, "checked") ?? isOn(box, "default")) === true ? "☒" : "☐";
  const list = findChild(form, "ddList");
  const entries = childElements(list, "listEntry");
  return entries[Number(valueIn(list, "result") ?? 0)]?.attributes.val ?? "";
}

/** An equation in one line, like "Q=(m·c·ΔT)/3600". @param element an `oMath` or what is inside it */
function formulaText(element: XmlElement): string {
  const of = (...names: string[]) => {
    const part = findChild(element, ...names);
    return part === null ? "" : formulaText(part);
  };
  const property = (name: string) => valueIn(element, `${element.name}Pr`, name);
  const list = (separator: string) => childElements(element, "e").map(formulaText).join(separator);
  switch (element.name) {
    case "t":
      return textIn(element);
    case "f":
      return property("type") === "noBar"
        ? `${of("num")} ${of("den")}`
        : `${group(of("num"))}/${group(of("den"))}`;
    case "sSup":
      return `${of("e")}^${group(of("sup"))}`;
    case "sSub":
      return `${of("e")}_${group(of("sub"))}`;
    case "sSubSup":
      return `${of("e")}_${group(of("sub"))}^${group(of("sup"))}`;
    case "sPre":
      return `_${group(of("sub"))}^${group(of("sup"))}${of("e")}`;
    case "rad":
      return of("deg") === "" ? `√${group(of("e"))}` : `${of("deg")}√${group(of("e"))}`;
    case "nary": {
      const [sub, sup] = [of("sub"), of("sup")];
      const limits = `${sub && `_${group(sub)}`}${sup && `^${group(sup)}`}`;
      return `${property("chr") ?? "∫"}${limits} ${of("e")}`;
    }
    case "d":
      return `${property("begChr") ?? "("}${list(property("sepChr") ?? "|")}${property("endChr") ?? ")"}`;
    case "func":
      return `${of("fName")} ${of("e")}`;
    case "limLow":
    case "limUpp":
      return `${of("e")}_${group(of("lim"))}`;
    case "m":
      return childElements(element, "mr")
        .map((row) => childElements(row).map(formulaText).join(", "))
        .join("; ");
    case "eqArr":
      return list("; ");
    case "acc":
      return `${of("e")}${property("chr") ?? "\u0302"}`;
    case "phant":
      return isOn(findChild(element, "phantPr"), "show") === false ? "" : of("e");
    default:
      // Properties have no text of their own, but for symbols in attributes, which are read above.
      return childElements(element).map(formulaText).join("");
  }
}

/** In brackets, unless it is one number, word or symbol. */
function group(text: string): string {
  return /^[\p{L}\p{N}.,]*$|^\P{L}$/u.test(text) ? text : `(${text})`;
}
