import { strToU8, zipSync } from "fflate";

const OFFICE = "http://schemas.openxmlformats.org";
const NAMESPACES = Object.entries({
  w: `${OFFICE}/wordprocessingml/2006/main`,
  m: `${OFFICE}/officeDocument/2006/math`,
  mc: `${OFFICE}/markup-compatibility/2006`,
  wp: `${OFFICE}/drawingml/2006/wordprocessingDrawing`,
  a: `${OFFICE}/drawingml/2006/main`,
  c: `${OFFICE}/drawingml/2006/chart`,
  r: `${OFFICE}/officeDocument/2006/relationships`,
  wps: "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
  wpg: "http://schemas.microsoft.com/office/word/2010/wordprocessingGroup",
  w14: "http://schemas.microsoft.com/office/word/2010/wordml",
  v: "urn:schemas-microsoft-com:vml",
  o: "urn:schemas-microsoft-com:office:office",
})
  .map(([prefix, name]) => `xmlns:${prefix}="${name}"`)
  .join(" ");
const RELATIONS = `${OFFICE}/officeDocument/2006/relationships`;

/** The name of each part's root element, where it is not that of the file. */
const ROOTS: Readonly<Record<string, string>> = {
  header: "w:hdr",
  footer: "w:ftr",
  chart: "c:chartSpace",
};

/** A DOCX file of this body; other parts by their names in the folder `word`. */
export function docx(body: string, parts: Readonly<Record<string, string>> = {}): Uint8Array {
  const names = Object.keys(parts);
  const kindOf = (name: string) => name.replace(/\d*\.xml$/, "");
  const relations = names.map(
    (name) => `<Relationship Id="${name}" Type="${RELATIONS}/${kindOf(name)}" Target="${name}"/>`,
  );
  const types = names.map(
    (name) =>
      `<Override PartName="/word/${name}" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${kindOf(name)}+xml"/>`,
  );
  const rels = (list: string) =>
    `<Relationships xmlns="${OFFICE}/package/2006/relationships">${list}</Relationships>`;
  const files = {
    "[Content_Types].xml": `<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>${types.join("")}</Types>`,
    "_rels/.rels": rels(
      `<Relationship Id="1" Type="${RELATIONS}/officeDocument" Target="word/document.xml"/>`,
    ),
    "word/document.xml": `<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`,
    "word/_rels/document.xml.rels": rels(relations.join("")),
    ...Object.fromEntries(
      names.map((name) => {
        const root = ROOTS[kindOf(name)] ?? `w:${kindOf(name)}`;
        return [`word/${name}`, `<${root} ${NAMESPACES}>${parts[name]}</${root}>`];
      }),
    ),
  };
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([path, xml]) => [path, strToU8(xml)])),
  );
}

export const run = (content: string, look = "") => `<w:r><w:rPr>${look}</w:rPr>${content}</w:r>`;

export const t = (text: string, look = "") => run(`<w:t xml:space="preserve">${text}</w:t>`, look);

export const p = (content: string, properties = "") =>
  `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;

export const cell = (text: string, properties = "") =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${p(t(text))}</w:tc>`;

/** The character that begins, divides or ends a field. */
export const field = (type: string, inside = "") =>
  run(`<w:fldChar w:fldCharType="${type}">${inside}</w:fldChar>`);

/** A field's instruction. */
export const code = (text: string) => run(`<w:instrText>${text}</w:instrText>`);

/** A part of an equation with a text. */
export const e = (name: string, text: string) =>
  `<m:${name}><m:r><m:t>${text}</m:t></m:r></m:${name}>`;
