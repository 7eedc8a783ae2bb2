import { type ListLevel, ListNumbers } from "../list-numbers.ts";
import { childElements, findChild, isOn, valueIn, type XmlElement } from "./package.ts";

/** Counts a document's automatic numbers. */
export interface Numbering {
  /**
   * The number of a list's next entry, as it is printed: "2.2", "b)"; empty for a bullet.
   * @param level from 0; undefined: the level that the list has for this style of a paragraph
   * @returns null when the paragraph belongs to no list
   */
  next(list: string, level: number | undefined, style: string | undefined): string | null;
}

interface Level extends ListLevel {
  /** The style of the paragraphs that this level is for. */
  style: string | undefined;
}

/** @param numbering the part `numbering.xml` */
export function readNumbering(numbering: XmlElement | null): Numbering {
  const all = childElements(numbering);
  const shared = new Map(
    all
      .filter(({ name }) => name === "abstractNum")
      .map((each) => [each.attributes.abstractNumId, each]),
  );
  const lists = new Map(
    all
      .filter(({ name }) => name === "num")
      .map((num) => [
        num.attributes.numId,
        readLevels(num, shared.get(valueIn(num, "abstractNumId"))),
      ]),
  );
  const numbers = new ListNumbers();
  return {
    next(list, level, style) {
      const levels = lists.get(list) ?? [];
      const byStyle = levels.findIndex((each) => each?.style !== undefined && each.style === style);
      return numbers.next(list, levels, level ?? Math.max(byStyle, 0));
    },
  };
}

function readLevels(num: XmlElement, shared: XmlElement | undefined): (Level | undefined)[] {
  const levels: (Level | undefined)[] = [];
  const add = (element: XmlElement) => {
    levels[Number(element.attributes.ilvl)] = readLevel(element);
  };
  childElements(shared)
    .filter(({ name }) => name === "lvl")
    .forEach(add);
  for (const override of childElements(num).filter(({ name }) => name === "lvlOverride")) {
    const replaced = findChild(override, "lvl");
    if (replaced !== null) add(replaced);
    const level = levels[Number(override.attributes.ilvl)];
    const start = valueIn(override, "startOverride");
    if (level !== undefined && start !== undefined) level.start = Number(start);
  }
  return levels;
}

function readLevel(element: XmlElement): Level {
  const restart = valueIn(element, "lvlRestart");
  return {
    start: Number(valueIn(element, "start") ?? 0),
    format: valueIn(element, "numFmt") ?? "decimal",
    text: valueIn(element, "lvlText") ?? "",
    isLegal: isOn(element, "isLgl") ?? false,
    restart: restart === undefined ? undefined : Number(restart),
    style: valueIn(element, "pStyle"),
  };
}
