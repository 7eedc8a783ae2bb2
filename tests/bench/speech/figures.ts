import { wordErrors, wordsIn } from "../../support/word-errors.ts";

/** What somebody heard in a recording. */
export interface Hearing {
  said: string;
  heard: string;
  /** Length of the recording, and time that its transcription took, in seconds. */
  seconds: number;
  took: number;
}

export interface SpeechFigures {
  words: number;
  /** Words that were added, left out or replaced. */
  wrong: number;
  /** Time that a second of the recordings took, in seconds. */
  timePerSecond: number;
  /** How often a term was said, and how often it was heard where it was said. */
  termsSaid: number;
  termsHeard: number;
}

export function figuresOf(hearings: readonly Hearing[], terms: readonly string[]): SpeechFigures {
  const sum = (figure: (hearing: Hearing) => number) =>
    hearings.reduce((total, hearing) => total + figure(hearing), 0);
  const heardIn = (hearing: Hearing, term: string) =>
    Math.min(occurrences(term, hearing.said), occurrences(term, hearing.heard));
  const sumOfTerms = (count: (hearing: Hearing, term: string) => number) =>
    sum((hearing) => terms.reduce((total, term) => total + count(hearing, term), 0));
  return {
    words: sum(({ said }) => wordsIn(said).length),
    wrong: sum(({ said, heard }) => wordErrors(said, heard)),
    timePerSecond: sum(({ took }) => took) / sum(({ seconds }) => seconds),
    termsSaid: sumOfTerms(({ said }, term) => occurrences(term, said)),
    termsHeard: sumOfTerms(heardIn),
  };
}

/** How often a term stands in a text, word for word. */
function occurrences(term: string, text: string): number {
  const words = ` ${wordsIn(text).join(" ")} `;
  return words.split(` ${wordsIn(term).join(" ")} `).length - 1;
}
