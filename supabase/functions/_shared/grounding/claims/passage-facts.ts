import type { PassageHit } from "../../contracts/knowledge.ts";
import { termsOf } from "../terms.ts";
import { type Code, factsOf, isSame, plainSigns, type Quantity } from "./canonical.ts";

/** A sentence or a row of a table of a passage. */
export interface Window {
  text: string;
  terms: ReadonlySet<string>;
  quantities: readonly Quantity[];
  codes: ReadonlySet<string>;
  /** The head of its table; empty outside of tables. */
  head: string;
  /** Of this head. */
  headTerms: ReadonlySet<string>;
  /** Which line of the passage it is a part of. */
  line: number;
  /** The lines whose words are about it too: its own, its neighbours, the head of its table. */
  near: readonly number[];
}

/** What a passage says, in the form in which claims are compared with it. */
export interface PassageFacts {
  fileId: string;
  /** Of its words, its heading and its file's name. */
  terms: ReadonlySet<string>;
  quantities: readonly Quantity[];
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
  /** The places where it has this amount. */
  same: (quantity: Quantity) => Quantity[];
}

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

export function passageFacts({ file_id, file_name, heading, body }: PassageHit): PassageFacts {
  const name = plainSigns(`${file_name.replace(/[-_.]/g, " ")} ${file_name}\n${heading ?? ""}`);
  const whole = plainSigns(body);
  const [named, said] = [factsOf(name), factsOf(whole)];
  const codes = [...named.codes, ...said.codes];
  const quantities = [...named.quantities, ...said.quantities];
  const lines = whole.split("\n").filter((line) => line.trim() !== "");
  const heads = headsOf(lines);
  const tops = [
    name,
    lines[0]?.slice(0, 80) ?? "",
    ...[...new Set(heads)].map((at) => lines[at] ?? ""),
  ];
  return {
    fileId: file_id,
    terms: termsOf(`${named.rest} ${said.rest}`),
    quantities,
    codes,
    codeNames: new Set(codes.flatMap(namesOf)),
    windows: lines.flatMap((text, line) => {
      const near = nearOf(lines, heads, line);
      const head = lines[heads[line] ?? -1] ?? "";
      const headTerms = termsOf(head);
      return [...sentences.segment(text)].flatMap(({ segment }) =>
        windowOf(segment.trim(), { line, near, head, headTerms }),
      );
    }),
    topTerms: termsOf(`${heading ?? ""} ${lines[0]?.slice(0, 80) ?? ""}`),
    topCodes: new Set(factsOf(tops.join("\n").replace(RANGE_OF_CODES, " ")).codes.flatMap(namesOf)),
    topQuantities: factsOf(tops.slice(0, 2).join("\n")).quantities,
    same: (quantity) => quantities.filter((each) => isSame(each, quantity)),
  };
}

function windowOf(
  text: string,
  place: Pick<Window, "line" | "near" | "head" | "headTerms">,
): Window[] {
  if (text === "") return [];
  const { quantities, codes, rest } = factsOf(text);
  const names = new Set(codes.flatMap(namesOf));
  return [{ text, quantities, terms: termsOf(rest), codes: names, ...place }];
}

function namesOf({ code, stems }: Code): string[] {
  return [code, ...stems];
}

/** "E-30 to E-39" in a heading does not name each of them. */
const RANGE_OF_CODES = /\b\p{L}{1,3}-?\d{1,4} to \p{L}{1,3}-?\d{1,4}\b/gu;

/** A row of a table: its cells are parted by tabs, or it has figures and does not end as a sentence does. */
const IS_ROW = /\t|^(?=.{0,120}$)[^\d]{0,60}\d.{0,60}\d.{0,60}[^.!?:;,]$/;
/** A line that is an entry of a list of codes: "E-05 Discharge sensor …". */
const IS_ENTRY = /^(?:\p{L}{1,3}-?\d{1,4}|[A-Z]{2,4}\d)\b/u;

/** For each line the head of the table that it is a row of: the last row without a unit before it; -1 for none. */
function headsOf(lines: readonly string[]): number[] {
  let head = -1;
  return lines.map((line, at) => {
    if (!IS_ROW.test(line)) {
      head = at;
      return -1;
    }
    if (line.includes("\t") && !factsOf(line).quantities.some(({ unit }) => unit !== null))
      head = at;
    return head;
  });
}

function nearOf(lines: readonly string[], heads: readonly number[], line: number): number[] {
  const isEntry = (at: number) => IS_ENTRY.test(lines[at] ?? "");
  const neighbours = [line - 1, line + 1].filter((at) => !isEntry(line) && !isEntry(at));
  return [line, ...neighbours, heads[line] ?? -1];
}

/** Whether a text has a stem, or one that differs only at its end ("fish", "fishi"). */
export function hasTerm(terms: ReadonlySet<string>, term: string): boolean {
  if (terms.has(term)) return true;
  for (let length = term.length - 1; length >= Math.max(4, term.length - 3); length--) {
    if (terms.has(term.slice(0, length))) return true;
  }
  return false;
}
