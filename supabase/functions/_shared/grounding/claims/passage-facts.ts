import type { DocumentLanguage, PassageHit } from "../../contracts/knowledge.ts";
import { numbersApart } from "../../contracts/terms/unspaced.ts";
import { ENGLISH, type Reader } from "../languages/reader.ts";
import type { Code } from "./codes.ts";
import { factsOf, type Quantity } from "./facts.ts";
import { withHeadUnits } from "./head-units.ts";
import { headsOf, linesOf, plainHeading, titleOf } from "./layout.ts";
import { plainSigns } from "./plain-signs.ts";
import { isSame } from "./same.ts";
import { sentencesIn } from "./sentences.ts";
import { wordsOf } from "./words.ts";

/** A sentence or a row of a table of a passage. */
export interface Window {
  text: string;
  /** All of the line that it is a part of. */
  lineText: string;
  terms: ReadonlySet<string>;
  quantities: readonly Quantity[];
  /** The head of its table; empty outside of tables. */
  head: string;
  /** Which line of the passage it is a part of. */
  line: number;
}

/** What a passage says, in the form in which claims are compared with it. */
export interface PassageFacts {
  fileId: string;
  language: DocumentLanguage;
  /** All of its text, with the name of its file and its heading. */
  text: string;
  /** Of its words, its heading and its file's name. */
  terms: ReadonlySet<string>;
  quantities: readonly Quantity[];
  /** The ends of its tolerances: 40 and 50 of "45 ± 5 Nm". */
  ends: readonly Quantity[];
  /** The numbers of its headings and steps. */
  numbering: ReadonlySet<number>;
  codes: readonly Code[];
  /** All codes and their stems: HP240B and HP240. */
  codeNames: ReadonlySet<string>;
  windows: readonly Window[];
  /** Of its heading and first line, which are above all of it, and of the heads of its tables. */
  topCodes: ReadonlySet<string>;
  /** Amounts in its heading and first line. */
  topQuantities: readonly Quantity[];
  /** The places where it has this amount. */
  same: (quantity: Quantity) => Quantity[];
}

/** The texts of a passage in the form in which the rules of the check read them. */
interface ReadTexts {
  language: DocumentLanguage;
  name: string;
  body: string;
}

/**
 * Of each passage as it was read last: an answer that is asked for again is compared with the same passages. How
 * compounds of another language than English are read depends on the other texts, so it may be read otherwise then.
 */
const known = new WeakMap<PassageHit, { read: ReadTexts; facts: PassageFacts }>();

export function passageFacts(passage: PassageHit, reader: Reader = ENGLISH): PassageFacts {
  const read = textsOf(passage, reader);
  const before = known.get(passage);
  if (before?.read.body === read.body && before.read.name === read.name) return before.facts;
  const facts = factsFrom(passage.file_id, read);
  known.set(passage, { read, facts });
  return facts;
}

function textsOf(passage: PassageHit, reader: Reader): ReadTexts {
  const { file_name, heading } = passage;
  const language = reader.languageOf(passage);
  const read = (text: string) => reader.read(text, language);
  const [file, section] = [file_name.replace(/[-_.]/g, " "), plainHeading(heading ?? "")];
  return {
    language,
    name: `${read(file)} ${file_name}\n${read(section)}`,
    body: read(numbersApart(passage.body)),
  };
}

function factsFrom(fileId: string, read: ReadTexts): PassageFacts {
  const name = plainSigns(read.name);
  const { lines: written, numbering } = linesOf(plainSigns(read.body));
  const heads = headsOf(written);
  const lines = withHeadUnits(written, heads);
  const [named, said] = [factsOf(name), factsOf(lines.join("\n"))];
  const codes = [...named.codes, ...said.codes];
  const quantities = [...named.quantities, ...said.quantities];
  const title = lines.length > 1 ? titleOf(lines[0] ?? "") : "";
  const tableHeads = [...new Set(heads)].map((at) => lines[at] ?? "");
  const tops = [name, title, ...tableHeads.filter((head) => head.includes("\t"))];
  return {
    fileId,
    language: read.language,
    text: `${name}\n${lines.join("\n")}`,
    terms: wordsOf(`${named.rest} ${said.rest}`),
    quantities,
    ends: endsOf(lines.join("\n"), said.quantities),
    numbering,
    codes,
    codeNames: new Set(codes.flatMap(namesOf)),
    windows: lines.flatMap((lineText, line) =>
      sentencesIn(lineText).flatMap(({ segment }) =>
        windowOf(segment.trim(), { lineText, line, head: lines[heads[line] ?? -1] ?? "" }),
      ),
    ),
    topCodes: new Set(factsOf(tops.join("\n")).codes.flatMap(namesOf)),
    topQuantities: factsOf(tops.slice(0, 2).join("\n")).quantities,
    same: (quantity) => quantities.filter((each) => isSame(each, quantity)),
  };
}

function endsOf(text: string, quantities: readonly Quantity[]): Quantity[] {
  return quantities.flatMap((middle, at) => {
    const by = quantities[at + 1];
    if (!by || !/^\s?±\s?$/.test(text.slice(middle.end, by.start))) return [];
    const isShare = by.unit?.dimension === "percent" && middle.unit?.dimension !== "percent";
    const reach = isShare ? (middle.value * by.value) / 100 : by.value;
    const unit = middle.unit ?? by.unit;
    return [-reach, reach].map((step) => ({ ...middle, value: middle.value + step, unit }));
  });
}

function windowOf(text: string, place: Pick<Window, "lineText" | "line" | "head">): Window[] {
  if (text === "") return [];
  const { quantities, rest } = factsOf(text);
  return [{ text, quantities, terms: wordsOf(rest), ...place }];
}

function namesOf({ code, stems }: Code): string[] {
  return [code, ...stems];
}
