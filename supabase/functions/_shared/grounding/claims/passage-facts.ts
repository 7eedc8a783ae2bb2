import type { DocumentLanguage, PassageHit } from "../../contracts/knowledge.ts";
import { numbersApart } from "../../contracts/terms/unspaced.ts";
import { ENGLISH, type Reader } from "../languages/reader.ts";
import { type Code, factsOf, isSame, plainSigns, type Quantity } from "./canonical.ts";
import { withHeadUnits } from "./head-units.ts";
import { headsOf, isEntry, linesOf, nearOf, plainHeading, titleOf } from "./layout.ts";
import { type Row, rowsOf } from "./tables.ts";
import { tellingWords, wordsOf } from "./words.ts";

/** A sentence or a row of a table of a passage. */
export interface Window {
  text: string;
  /** All of the line that it is a part of. */
  lineText: string;
  terms: ReadonlySet<string>;
  quantities: readonly Quantity[];
  /** Its codes and their stems. */
  codes: ReadonlySet<string>;
  /** Its codes, in their order. */
  allCodes: readonly Code[];
  /** The head of its table; empty outside of tables. */
  head: string;
  /** Of this head. */
  headTerms: ReadonlySet<string>;
  /** The words of the sentence before, if it begins with "it". */
  meant: ReadonlySet<string>;
  /** The codes of that sentence. */
  meantCodes: ReadonlySet<string>;
  /** Which line of the passage it is a part of. */
  line: number;
  /** The lines whose words are about it too: its own, its neighbours, the head of its table. */
  near: readonly number[];
}

/** An entry of a list of codes. */
export interface Entry {
  words: ReadonlySet<string>;
  /** Those of its first sentence, which names what the code stands for. */
  title: readonly string[];
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
  /** The numbers of its headings and steps. */
  numbering: ReadonlySet<number>;
  codes: readonly Code[];
  /** All codes and their stems: HP240B and HP240. */
  codeNames: ReadonlySet<string>;
  windows: readonly Window[];
  /** Of its heading and its first line, which are above all of it. */
  topTerms: ReadonlySet<string>;
  /** Of these and of the heads of its tables. */
  topCodes: ReadonlySet<string>;
  /** Amounts in its heading and first line. */
  topQuantities: readonly Quantity[];
  /** The words of its entries, by the codes that these begin with. */
  entries: ReadonlyMap<string, Entry>;
  /** The rows of its tables. */
  rows: readonly Row[];
  /** The places where it has this amount. */
  same: (quantity: Quantity) => Quantity[];
}

/** A sentence that speaks of what the one before named. */
const REFERS = /^(?:it|they|this|these|that|both)\b/i;

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

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
  const title = titleOf(lines[0] ?? "");
  const tops = [name, title, ...[...new Set(heads)].map((at) => lines[at] ?? "")];
  return {
    fileId: file_id,
    language,
    text: `${name}\n${lines.join("\n")}`,
    terms: wordsOf(`${named.rest} ${said.rest}`),
    quantities,
    numbering,
    codes,
    codeNames: new Set(codes.flatMap(namesOf)),
    windows: lines.flatMap((text, line) => {
      const near = nearOf(lines, heads, line);
      const head = lines[heads[line] ?? -1] ?? "";
      const headTerms = wordsOf(head);
      let before = "";
      return [...sentences.segment(text)].flatMap(({ segment }) => {
        const named = REFERS.test(segment) ? before : "";
        before = segment;
        return windowOf(segment.trim(), {
          ...{ line, lineText: text, near, head, headTerms },
          meant: wordsOf(named),
          meantCodes: new Set(factsOf(named).codes.flatMap(namesOf)),
        });
      });
    }),
    topTerms: wordsOf(`${read(heading ?? "")} ${title}`),
    topCodes: new Set(factsOf(tops.join("\n")).codes.flatMap(namesOf)),
    topQuantities: factsOf(tops.slice(0, 2).join("\n")).quantities,
    entries: entriesOf(lines),
    rows: rowsOf(lines, heads),
    same: (quantity) => quantities.filter((each) => isSame(each, quantity)),
  };
}

function entriesOf(lines: readonly string[]): Map<string, Entry> {
  return new Map(
    lines.filter(isEntry).flatMap((line) => {
      const { codes, rest } = factsOf(line);
      const title = tellingWords(rest.split(/\.(?= |$)/)[0] ?? "");
      return codes[0] ? [[codes[0].code, { words: wordsOf(rest), title }] as const] : [];
    }),
  );
}

function windowOf(
  text: string,
  place: Pick<Window, "line" | "lineText" | "near" | "head" | "headTerms" | "meant" | "meantCodes">,
): Window[] {
  if (text === "") return [];
  const { quantities, codes, rest } = factsOf(text);
  const names = new Set(codes.flatMap(namesOf));
  return [{ text, quantities, terms: wordsOf(rest), codes: names, allCodes: codes, ...place }];
}

function namesOf({ code, stems }: Code): string[] {
  return [code, ...stems];
}
