import type { PassageHit } from "../../contracts/knowledge.ts";
import { detectLanguage } from "../../contracts/languages/detect-language.ts";
import { numbersApart, sameSigns } from "../../contracts/terms/numbers-and-codes.ts";
import { type PassageTerms, passageTerms } from "./cited.ts";
import { type PassageFigures, passageFigures } from "./figures.ts";

/** A passage in the form in which the sentences of an answer are compared with it. */
export interface PassageText extends PassageFigures, PassageTerms {
  fileId: string;
  /** Its text with its heading and the name of its file, in plain signs. */
  text: string;
}

export function readPassage(passage: PassageHit): PassageText {
  const { file_id, file_name, heading } = passage;
  const body = plainSigns(`${heading ?? ""}\n${passage.body}`);
  const names = [file_name, file_name.replace(/[-_.]/g, " ")].map(plainSigns);
  const text = [...names, body].join("\n");
  const terms = passageTerms(body, detectLanguage([passage.body]));
  return { fileId: file_id, text, ...terms, ...passageFigures(body) };
}

/** A text with one sign for each that is written in several ways, and without the marks of Markdown. */
export function plainSigns(text: string): string {
  return (
    sameSigns(numbersApart(text))
      .replace(/\*\*|__|`/g, "")
      .replace(/[’‘′](?!′)/g, "'")
      .replace(/[“”„«»]/g, '"')
      // A word in quotation marks is no inch.
      .replace(/"(\p{L}[^"\n]{0,40})"/gu, "$1")
      // "DV-50/71" are two codes.
      .replace(/(?<!\p{L})(\p{Lu}{1,4}[ -]?)(\d{2,4})\/(\d{2,4})(?![\p{L}\p{N}/])/gu, "$1$2/$1$3")
      // "€ 38" is 38 €.
      .replace(/([€$£]|\b(?:EUR|USD|GBP|CHF)) ?(\d[\d.,]{0,12})(?![\p{N}]| ?[€$£])/gu, "$2 $1")
      .replace(/(?<=\d) ?[x×*] ?(?=\d)/g, " x ")
      .replace(/(?<!\p{L})(AC|DC|Ø|ø)(?=\d)/gu, "$1 ")
  );
}
