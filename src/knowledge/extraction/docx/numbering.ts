import { countEntries } from "../list-numbers.ts";
import { childElements, isOn, numberIn, valueIn, type XmlElement } from "./package.ts";

/**
 * Counts a document's automatic numbers.
 * @param numbering the part `numbering.xml`
 * @returns a function for the number of a list's next entry, as it is printed: "2.2", "b)"; empty for
 *   a bullet, null when the list is unknown. `level` is from 0; undefined: the one for the style.
 */
export function readNumbering(numbering: XmlElement | null) {
  const shared = new Map(
    childElements(numbering, "abstractNum").map((each) => [each.attributes.abstractNumId, each]),
  );
  const lists = new Map(
    childElements(numbering, "num").map((num) => [
      num.attributes.numId,
      readLevels(num, shared.get(valueIn(num, "abstractNumId"))),
    ]),
  );
  const nextNumber = countEntries();
  return (list: string, level: number | undefined, style: string | undefined): string | null => {
    const levels = lists.get(list) ?? [];
    const byStyle = levels.findIndex((each) => each?.style !== undefined && each.style === style);
    return nextNumber(list, levels, level ?? Math.max(byStyle, 0));
  };
}

function readLevels(num: XmlElement, shared: XmlElement | undefined): (Level | undefined)[] {
  const levels: (Level | undefined)[] = [];
  const add = (element: XmlElement) => {
    levels[Number(element.attributes.ilvl)] = readLevel(element);
  };
  childElements(shared, "lvl").forEach(add);
  for (const override of childElements(num, "lvlOverride")) {
    childElements(override, "lvl").forEach(add);
    const level = levels[Number(override.attributes.ilvl)];
    if (level !== undefined) level.start = numberIn(override, "startOverride") ?? level.start;
  }
  return levels;
}

type Level = ReturnType<typeof readLevel>;

function readLevel(element: XmlElement) {
  return {
    start: numberIn(element, "start") ?? 0,
    format: valueIn(element, "numFmt") ?? "decimal",
    text: valueIn(element, "lvlText") ?? "",
    isLegal: isOn(element, "isLgl") ?? false,
    restart: numberIn(element, "lvlRestart"),
    /** The style of the paragraphs that this level is for. */
    style: valueIn(element, "pStyle"),
  };
}
