import { childElements, findChild, isOn, textIn, valueIn, type XmlElement } from "./package.ts";

/** An equation in one line, like "Q=(m·c·ΔT)/3600". @param element an `oMath` or what is inside it */
export function formulaText(element: XmlElement): string {
  const of = (...names: string[]) => {
    const part = findChild(element, ...names);
    return part === null ? "" : formulaText(part);
  };
  const all = (name: string) => childElements(element).filter((child) => child.name === name);
  const property = (name: string) => valueIn(element, `${element.name}Pr`, name);
  const list = (separator: string) => all("e").map(formulaText).join(separator);
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
      const sub = of("sub");
      const sup = of("sup");
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
      return all("mr")
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
