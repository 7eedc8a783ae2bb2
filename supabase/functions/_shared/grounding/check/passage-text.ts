import type { DocumentLanguage, PassageHit } from "../../contracts/knowledge.ts";
import { detectLanguage } from "../../contracts/languages/detect-language.ts";
import { numbersApart, sameSigns } from "../../contracts/terms/numbers-and-codes.ts";
import { termsOf } from "../relevance.ts";
import { type PassageFigures, passageFigures } from "./figures.ts";

/** A passage in the form in which the sentences of an answer are compared with it. */
export interface PassageText extends PassageFigures {
  fileId: string;
  /** Its text with its heading and the name of its file, in plain signs. */
  text: string;
  language: DocumentLanguage;
  /** The terms of each of its sentences, and rows of tables. */
  sentences: readonly ReadonlySet<string>[];
}

const SENTENCE_END = /\n|(?<=[.;!?]) /;

export function readPassage(passage: PassageHit): PassageText {
  const { file_id, file_name, heading } = passage;
  const body = plainSigns(`${heading ?? ""}\n${passage.body}`);
  const names = [file_name, file_name.replace(/[-_.]/g, " ")].map(plainSigns);
  const text = [...names, body].join("\n");
  const language = detectLanguage([passage.body]);
  const sentences = body.split(SENTENCE_END).map((sentence) => termsOf(sentence, language));
  return { fileId: file_id, text, language, sentences, ...passageFigures(body) };
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
