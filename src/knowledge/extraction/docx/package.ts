import { XMLParser } from "fast-xml-parser";
import { Inflate } from "fflate";
import { growsTooLarge } from "../document-text.ts";

const END_OF_DIRECTORY = 0x06054b50;
const ENTRY = 0x02014b50;
/** Its unpacked size is at most a thousand times as large, and counted before the next one. */
const SLICE = 4096;

/** An element of XML, with local names: without the prefixes of namespaces. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly (XmlElement | string)[];
}

/** The parts of a document may have this many bytes together when they are unpacked. */
const MOST_UNPACKED = 64 * 2 ** 20;
/** The same for "<" and "=", whose elements and attributes take much more memory than letters. */
const MOST_MARKS = 4_000_000;

/** The XML parts of a DOCX file, and the relations between them. */
export type WordPackage = ReturnType<typeof openPackage>;

/**
 * Opens a DOCX file. Parts are parsed when they are asked for.
 * @throws UnreadableDocument when it becomes too large, also while parts are parsed; Error when it is
 *   damaged
 */
export function openPackage(bytes: Uint8Array) {
  const files = unzip(bytes);
  let marks = 0;
  const parsed = new Map<string, XmlElement | null>();

  /** The root element of a part; null when the file has none of this path. */
  function part(path: string): XmlElement | null {
    const known = parsed.get(path);
    if (known !== undefined) return known;
    const file = files.get(path);
    for (const byte of file ?? []) if (byte === 0x3c || byte === 0x3d) marks += 1;
    if (marks > MOST_MARKS) throw growsTooLarge(MOST_UNPACKED);
    const element = file === undefined ? null : parseXml(file);
    parsed.set(path, element);
    return element;
  }
  function relations(of: string) {
    const slash = of.lastIndexOf("/") + 1;
    const folder = of.slice(0, slash);
    const list = part(`${folder}_rels/${of.slice(slash)}.rels`);
    return childElements(list).flatMap(({ attributes: { Id, Type, Target, TargetMode } }) =>
      Target === undefined || TargetMode === "External"
        ? []
        : [{ id: Id ?? "", type: Type ?? "", path: resolve(folder, Target) }],
    );
  }
  /** The paths that a part's relations of a type point to; the type is an address's last word. */
  const targets = (of: string, type: string) =>
    relations(of)
      .filter((relation) => relation.type.endsWith(`/${type}`))
      .map(({ path }) => path);
  return {
    /** The main document's path. */
    main: targets("", "officeDocument")[0] ?? "word/document.xml",
    part,
    /** The path that a relation of a part points to; null when there is none inside the file. */
    target: (of: string, relation: string) =>
      relations(of).find(({ id }) => id === relation)?.path ?? null,
    targets,
  };
}

function resolve(folder: string, target: string): string {
  return new URL(target, `file:///${folder}`).pathname.slice(1);
}

const PARSER = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  removeNSPrefix: true,
  // Spaces are text in Word's documents.
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  // Without it, letters that are written as numbers stay as they are.
  htmlEntities: true,
  maxNestedTags: 2_000,
});

/** The parser's result for an element: its name with its children, and its attributes. */
interface Parsed {
  [name: string]: Parsed[] | Record<string, string> | string | undefined;
  ":@"?: Record<string, string>;
  "#text"?: string;
}

function parseXml(file: Uint8Array): XmlElement | null {
  // Word writes UTF-8; UTF-16 has a byte order mark.
  const isUtf16 = (file[0] === 0xff && file[1] === 0xfe) || (file[0] === 0xfe && file[1] === 0xff);
  const encoding = isUtf16 ? (file[0] === 0xff ? "utf-16le" : "utf-16be") : "utf-8";
  const nodes = PARSER.parse(new TextDecoder(encoding).decode(file)) as Parsed[];
  return nodes.map(toElement).find((node) => typeof node !== "string") ?? null;
}

function toElement(node: Parsed): XmlElement | string {
  if (node["#text"] !== undefined) return String(node["#text"]);
  const { ":@": attributes = {}, ...rest } = node;
  const [name = "?", children] = Object.entries(rest)[0] ?? [];
  if (name.startsWith("?") || !Array.isArray(children)) return "";
  return { name, attributes, children: children.map(toElement) };
}

/** An element's children, or those of a name, without the text between them. */
export function childElements(element: XmlElement | null | undefined, name?: string): XmlElement[] {
  const elements = element?.children.filter((child) => typeof child !== "string") ?? [];
  return name === undefined ? elements : elements.filter((each) => each.name === name);
}

/** The first child of this name, or what is found by following several names; null if absent. */
export function findChild(
  element: XmlElement | null | undefined,
  ...names: readonly string[]
): XmlElement | null {
  return names.reduce<XmlElement | null>(
    (found, name) => childElements(found, name)[0] ?? null,
    element ?? null,
  );
}

/** The attribute `val` of a child; undefined if the child or its attribute is absent. */
export function valueIn(element: XmlElement | null, ...names: string[]): string | undefined {
  return findChild(element, ...names)?.attributes.val;
}

/** The same as a number. */
export function numberIn(element: XmlElement | null, name: string): number | undefined {
  const value = valueIn(element, name);
  return value === undefined ? undefined : Number(value);
}

/** Whether a property that is on or off is on; undefined when it is not set here. */
export function isOn(properties: XmlElement | null, name: string): boolean | undefined {
  const property = findChild(properties, name);
  return property === null ? undefined : !/^(0|false|off)$/i.test(property.attributes.val ?? "");
}

/** All text inside an element. */
export function textIn(element: XmlElement | string): string {
  return typeof element === "string" ? element : element.children.map(textIn).join("");
}

/**
 * Unpacks the XML files of a ZIP archive, and counts their bytes while they come out: what the archive
 * states of their sizes may be wrong.
 * @throws UnreadableDocument when they become too large; Error when the archive is damaged
 */
function unzip(bytes: Uint8Array): Map<string, Uint8Array> {
  let left = MOST_UNPACKED;
  const files = new Map<string, Uint8Array>();
  for (const { name, method, start, size } of readEntries(bytes)) {
    if (!/\.(xml|rels)$/i.test(name)) continue;
    const packed = bytes.subarray(start, start + size);
    const parts: Uint8Array[] = [];
    const keep = (part: Uint8Array) => {
      left -= part.length;
      if (left < 0) throw growsTooLarge(MOST_UNPACKED);
      parts.push(part);
    };
    const inflate = new Inflate(keep);
    if (method === 0) keep(packed);
    else {
      for (let at = 0; at === 0 || at < packed.length; at += SLICE) {
        inflate.push(packed.subarray(at, at + SLICE), at + SLICE >= packed.length);
      }
    }
    files.set(name, joined(parts));
  }
  return files;
}

function* readEntries(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = view.byteLength - 22;
  while (view.getUint32(end, true) !== END_OF_DIRECTORY) end -= 1;
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (view.getUint32(at, true) !== ENTRY) throw new Error("The directory is damaged.");
    const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    yield {
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + (name ?? 0))),
      method: view.getUint16(at + 10, true),
      start,
      size: view.getUint32(at + 20, true),
    };
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
