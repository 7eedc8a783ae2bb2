import { childElements, findChild, isOn, numberIn, valueIn, type XmlElement } from "./package.ts";

/** Whether and in which font a run is printed; undefined: as in the style. */
export interface RunLook {
  isHidden?: boolean | undefined;
  isStruck?: boolean | undefined;
  font?: string | undefined;
}

/** A style of a document, with what it takes over from the styles that it is based on. */
export interface Style {
  name: string;
  look: RunLook;
  /** From 0; 9 for text; undefined for a style that is no heading. */
  outlineLevel?: number | undefined;
  numbering: XmlElement | null;
}

/** Looks up a document's styles by their ids. @param styles the part `styles.xml` */
export function readDocxStyles(styles: XmlElement | null): (id: string | undefined) => Style {
  const elements = childElements(styles, "style");
  const byId = new Map(elements.map((style) => [style.attributes.styleId, style]));
  const known = new Map<string, Style>();
  const defaults: Style = {
    name: "",
    look: readLook(findChild(styles, "docDefaults", "rPrDefault", "rPr")),
    numbering: null,
  };

  function style(id: string, chain: readonly string[]): Style {
    const before = known.get(id);
    if (before !== undefined) return before;
    const element = byId.get(id) ?? null;
    const base = valueIn(element, "basedOn");
    const isLoop = base === undefined || chain.includes(base);
    const inherited = isLoop ? defaults : style(base, [...chain, id]);
    const properties = findChild(element, "pPr");
    const own: Style = {
      name: valueIn(element, "name") ?? id,
      look: { ...inherited.look, ...readLook(findChild(element, "rPr")) },
      outlineLevel: numberIn(properties, "outlineLvl") ?? inherited.outlineLevel,
      numbering: findChild(properties, "numPr") ?? inherited.numbering,
    };
    known.set(id, own);
    return own;
  }
  const standard = elements.find(
    ({ attributes }) =>
      attributes.type === "paragraph" && /^(1|true|on)$/.test(attributes.default ?? ""),
  )?.attributes.styleId;
  return (id = standard) => (id === undefined ? defaults : style(id, [id]));
}

/** The settings of a run's own properties, without those of its style. */
export function readLook(properties: XmlElement | null): RunLook {
  const fonts = findChild(properties, "rFonts")?.attributes;
  const struck = isOn(properties, "strike") ?? isOn(properties, "dstrike");
  const look: RunLook = {
    isHidden: isOn(properties, "vanish"),
    isStruck: struck,
    font: fonts?.ascii ?? fonts?.hAnsi,
  };
  return Object.fromEntries(Object.entries(look).filter(([, value]) => value !== undefined));
}
