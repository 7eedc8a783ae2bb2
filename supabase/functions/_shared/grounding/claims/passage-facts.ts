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

/** Of each passage once: an answer that is asked for again is compared with the same passages. */
const known = new WeakMap<PassageHit, PassageFacts>();

export function passageFacts(passage: PassageHit, reader: Reader = ENGLISH): PassageFacts {
  const before = known.get(passage);
  if (before !== undefined) return before;
  const language = reader.languageOf(passage);
  const facts = factsFrom(passage, language, (text) => reader.read(text, language));
  // How compounds of another language are read depends on the other texts.
  if (language === "english") known.set(passage, facts);
  return facts;
}

function factsFrom(
  { file_id, file_name, heading, body }: PassageHit,
  language: DocumentLanguage,
  read: (text: string) => string,
): PassageFacts {
  const name = plainSigns(
    `${read(file_name.replace(/[-_.]/g, " "))} ${file_name}\n${read(plainHeading(heading ?? ""))}`,
  );
  const { lines: written, numbering } = linesOf(plainSigns(read(numbersApart(body))));
  const heads = headsOf(written);
  const lines = withHeadUnits(written, heads);
  const [named, said] = [factsOf(name), factsOf(lines.join("\n"))];
  const codes = [...named.codes, ...said.codes];
  const quantities = [...named.quantities, ...said.quantities];
  const title = lines.length > 1 ? titleOf(lines[0] ?? "") : "";
  const tableHeads = [...new Set(heads)].map((at) => lines[at] ?? "");
  const tops = [name, title, ...tableHeads.filter((head) => head.includes("\t"))];
  return {
    fileId: file_id,
    language,
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
